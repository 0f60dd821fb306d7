import type { SortKey, TableSource } from '../../../src-contract';
import type { Answer } from '../../base/useLatestAnswer';
import { useAsked } from '../../session/answers/useAnswer';
import { useTableSource } from '../../session/answers/useTableSource';

/** Columns of a whole table. */
export interface TableColumns {
  readonly rowCount: number;
  /** NaN: no value. Empty where the table lacks the column. */
  numbers(key: string): Float64Array;
  texts(key: string): readonly string[];
}

/** More rows than are ever drawn. */
const MAX_ROWS = 100_000;

/** What a chart is drawn from: columns of one of the Engine's tables. */
export function useTableColumns(
  table: TableSource,
  columns: readonly string[],
  sort: readonly SortKey[],
): Answer<TableColumns> {
  const source = useTableSource(table);
  return useAsked(JSON.stringify([table, columns, sort]), async () => {
    const { cells, matchingRows } = await source.load({ sort, filters: [], firstRow: 0, rowCount: MAX_ROWS, columns });
    return {
      rowCount: Math.min(matchingRows, MAX_ROWS),
      numbers: (key) => {
        const own = cells[key];
        return own?.kind === 'number' ? own.values : new Float64Array(0);
      },
      texts: (key) => {
        const own = cells[key];
        return own?.kind === 'text' ? Array.from(own.values, (code) => own.texts[code] ?? '') : [];
      },
    };
  });
}
