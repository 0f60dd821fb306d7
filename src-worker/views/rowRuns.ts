import type { RankIndex } from '../../src-contract';
import type { DumpContext } from '../model/dumpContext';
import { upperBound } from '../query/bounds';
import type { RankView } from '../query/rankView';

/** Rows of a long table that follow each other in the index of a rank, too. */
export interface RowRun {
  readonly rank: RankIndex;
  readonly count: number;
}

type Placed<R> = R & {
  /** Of the table. */
  readonly firstRow: number;
};

/** The rows of a table whose rows stay in the indexes: which run of which rank each is in. */
export class RowRuns<R extends RowRun> {
  readonly runs: readonly Placed<R>[];
  readonly rowCount: number;
  readonly #firstRows: Float64Array;

  constructor(runs: readonly R[]) {
    let firstRow = 0;
    this.runs = runs.map((run) => {
      const placed = { ...run, firstRow };
      firstRow += run.count;
      return placed;
    });
    this.rowCount = firstRow;
    this.#firstRows = Float64Array.from(this.runs, (run) => run.firstRow);
  }

  /** The one that has this row. Of runs with nothing the one behind them begins with the same row, and has it. */
  runOf(row: number): Placed<R> {
    return this.runs[upperBound(this.#firstRows, row) - 1];
  }

  /** Of each rank the places in `rows` that are its (undefined: all rows): so each rank comes into memory once, whatever the order. */
  placesByRank(rows: Uint32Array | undefined): ReadonlyMap<RankIndex, readonly number[]> {
    const places = new Map<RankIndex, number[]>();
    const count = rows?.length ?? this.rowCount;
    for (let at = 0; at < count; at++) {
      const { rank } = this.runOf(rows ? rows[at] : at);
      const own = places.get(rank);
      if (own) own.push(at);
      else places.set(rank, [at]);
    }
    return places;
  }
}

/** The runs of all these ranks that there are timelines of. */
export async function runsOfRanks<R extends RowRun>(
  dump: DumpContext,
  ranks: readonly RankIndex[],
  runsOf: (view: RankView) => readonly R[],
): Promise<RowRuns<R>> {
  const runs = await dump.overRanks(ranks, async (rank) => {
    const view = await dump.timeline(rank);
    return view ? runsOf(view) : [];
  });
  return new RowRuns(runs.flat());
}
