import type { TableColumn } from '../../src-contract';
import type { DumpContext } from '../model/dumpContext';
import type { RankView } from '../query/rankView';
import { type Column, type ColumnTable, codedColumn, numberColumn, TextPool } from '../tables/columnTable';
import type { TableClock } from './rowTable';

interface CodedCells {
  readonly codes: Uint32Array;
  readonly pool: TextPool;
}

/** The columns of some rows while they are filled: those that are wanted of all that a table has. */
export class RowCells {
  readonly numbers = new Map<string, Float64Array>();
  readonly texts = new Map<string, CodedCells>();
  readonly #rankLabels: ReadonlyMap<number, string>;

  constructor(
    readonly dump: DumpContext,
    readonly columns: readonly TableColumn[],
    readonly rowCount: number,
    keys: readonly string[],
    readonly clock: TableClock,
  ) {
    this.#rankLabels = new Map(dump.ranks.map(({ index, label }) => [index, label]));
    for (const { key, kind } of columns) {
      if (!keys.includes(key)) continue;
      if (kind === 'number') this.numbers.set(key, new Float64Array(rowCount).fill(Number.NaN));
      else this.texts.set(key, { codes: new Uint32Array(rowCount), pool: new TextPool() });
    }
    // What is not filled because its rank can't be had any more has no value.
    for (const { pool } of this.texts.values()) pool.code('');
  }

  rankLabel(rank: number): string {
    return this.#rankLabels.get(rank) ?? '';
  }

  /** An instant of the rank's index as the table counts it. */
  instant({ time, offsetNs }: RankView, ns: number): number {
    return this.clock === 'own' ? this.dump.fromOwnNs(ns + offsetNs) : time.toJob(ns) - this.dump.offsetNs;
  }

  table(): ColumnTable {
    const columns = this.columns.flatMap(({ key, label, unit, isHidden }): Column[] => {
      const values = this.numbers.get(key);
      const texts = this.texts.get(key);
      if (values) return [numberColumn(key, unit, values, { label, isHidden })];
      return texts ? [codedColumn(key, texts.codes, texts.pool.texts, { label, isHidden })] : [];
    });
    return { rowCount: this.rowCount, columns };
  }
}
