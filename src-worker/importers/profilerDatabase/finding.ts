import { GrowingTable, Slabs } from '../../index/columns/chunks';
import type { DatabaseEvents } from './databaseEvents';
import {
  type ComputeTasks,
  type ConnectionIds,
  END_COLUMNS,
  type EndKind,
  type Found,
  type FoundCollectives,
  type FoundForLast,
  type FoundForNext,
  type FoundParts,
  type FoundTables,
  FRAME_COLUMNS,
} from './found';
import { NumberTable } from './numberTable';

/** Gathers what the segments of later stages need, while the tables of one are read. */
export class Finding {
  compute?: ComputeTasks;
  parts?: FoundParts;
  collectives?: FoundCollectives;
  connectionIds?: ConnectionIds;
  readonly dequeueLanes = new Set<number>();
  highestTid = 0;
  opCategory?: number;
  /** Connections of launches of several tasks. */
  readonly divided = new NumberTable();
  readonly #slabs = new Slabs();
  readonly frames = new GrowingTable(FRAME_COLUMNS, this.#slabs);
  readonly #ends = new Map<EndKind, GrowingTable<typeof END_COLUMNS>>();

  /** A row that may be the end of an arrow, with its slice. */
  end(kind: EndKind, connection: number, slice: number): void {
    let table = this.#ends.get(kind);
    if (!table) {
      table = new GrowingTable(END_COLUMNS, this.#slabs);
      this.#ends.set(kind, table);
    }
    const into = table.room(1);
    const row = table.count++;
    into.connection[row] = connection;
    into.slice[row] = slice;
  }

  /** What segments of the next stage need, and none behind it. */
  forNext(): FoundForNext {
    const { compute, parts } = this;
    return { ...(compute ? { compute } : {}), ...(parts ? { parts } : {}) };
  }

  forAll(): FoundTables {
    const { collectives, connectionIds } = this;
    return { ...(collectives ? { collectives } : {}), ...(connectionIds ? { connectionIds } : {}) };
  }

  forLast(events: DatabaseEvents, damage: Found['damage']): FoundForLast {
    const { opCategory } = this;
    return {
      ...(opCategory === undefined ? {} : { opCategory }),
      ends: Object.fromEntries([...this.#ends].map(([kind, table]) => [kind, table.chunks()])),
      lanes: [...events.lanes],
      frames: this.frames.chunks(),
      divided: this.divided.keys(),
      dequeueLanes: [...this.dequeueLanes],
      highestTid: this.highestTid,
      missingNames: [...events.names.missing],
      slices: events.slices(),
      damage,
    };
  }
}
