import type { EventChoice, RankIndex, TableColumn } from '../../../src-contract';
import { durationNsOf } from '../../index/columns/indexSlices';
import type { DumpContext } from '../../model/dumpContext';
import { chosenLanes, ownStretch, slicesInRows } from '../../query/chosenLanes';
import type { PartView } from '../../query/partView';
import type { RankView } from '../../query/rankView';
import type { TextPool } from '../../tables/columnTable';
import { RowCells } from '../rowCells';
import { type RowRun, type RowRuns, runsOfRanks } from '../rowRuns';
import type { RowTable } from '../rowTable';

const COLUMNS: readonly TableColumn[] = [
  { key: 'name', label: 'Name', kind: 'text', unit: 'none', isHidden: false },
  { key: 'startNs', label: 'Start', kind: 'number', unit: 'time', isHidden: false },
  { key: 'durationNs', label: 'Duration', kind: 'number', unit: 'duration', isHidden: false },
  { key: 'rank', label: 'Rank', kind: 'text', unit: 'none', isHidden: false },
  { key: 'process', label: 'Process', kind: 'text', unit: 'none', isHidden: false },
  { key: 'lane', label: 'Lane', kind: 'text', unit: 'none', isHidden: false },
  { key: 'category', label: 'Category', kind: 'text', unit: 'none', isHidden: true },
  { key: 'depth', label: 'Depth', kind: 'number', unit: 'count', isHidden: true },
  { key: 'rankIndex', label: 'Rank index', kind: 'number', unit: 'id', isHidden: true },
  { key: 'slice', label: 'Slice', kind: 'number', unit: 'id', isHidden: true },
];

/** Slices of one row of a lane, which follow each other in the index as in the table. */
interface Run extends RowRun {
  /** As numbered in the rank. */
  readonly firstSlice: number;
  readonly process: string;
  readonly lane: string;
  readonly depth: number;
}

/** The table `timeline.events`: it remembers which slices of which lanes are in it, and looks at the index for all else. */
export async function eventTable(dump: DumpContext, choice: EventChoice): Promise<RowTable> {
  const runs = await runsOfRanks(dump, choice.ranks, (view) => runsOf(view, choice));
  const { rowCount } = runs;
  return {
    rowCount,
    columns: COLUMNS,
    summed: ['durationNs'],
    at: async (now, rows, keys, clock) => {
      const filler = new Filler(now, COLUMNS, rows?.length ?? rowCount, keys, clock);
      if (rows) await fillRows(now, rows, runs, filler);
      else await fillAll(now, choice.ranks, runs, filler);
      return filler.table();
    },
  };
}

function runsOf(view: RankView, choice: EventChoice): Run[] {
  const stretch = ownStretch(view, choice);
  return chosenLanes(view, choice).flatMap((own) => {
    const { part } = own;
    const lane = part.index.lanes[own.lane];
    const process = view.groupName(lane.groupLocalId);
    return slicesInRows(own, stretch).flatMap(({ first, end }, depth) => {
      if (end <= first) return [];
      const firstSlice = part.place.firstSlice + first;
      return [{ firstSlice, count: end - first, rank: view.rank, process, lane: lane.name, depth }];
    });
  });
}

/** Rows of a page may be of any ranks in any order. */
async function fillRows(dump: DumpContext, rows: Uint32Array, runs: RowRuns<Run>, filler: Filler): Promise<void> {
  for (const [rank, places] of runs.placesByRank(rows)) {
    const view = await dump.timeline(rank);
    if (!view) continue;
    for (const at of places) {
      const run = runs.runOf(rows[at]);
      filler.begin(view, run);
      filler.put(at, run.firstSlice + rows[at] - run.firstRow, 1);
    }
  }
}

async function fillAll(
  dump: DumpContext,
  ranks: readonly RankIndex[],
  { runs }: RowRuns<Run>,
  filler: Filler,
): Promise<void> {
  await dump.overRanks(ranks, async (rank) => {
    const view = await dump.timeline(rank);
    if (!view) return;
    for (const run of runs) {
      if (run.rank !== rank) continue;
      dump.stopIfUnwanted();
      filler.begin(view, run);
      filler.put(run.firstRow, run.firstSlice, run.count);
    }
  });
}

/** Fills the cells of slices. */
class Filler extends RowCells {
  /** Of each part: the code of each of its names, and 1. */
  readonly #codeOfName = new Map<PartView, Uint32Array>();
  #view: RankView | undefined;
  #part: PartView | undefined;
  #run: Run | undefined;

  begin(view: RankView, run: Run): void {
    if (this.#run === run && this.#view === view) return;
    this.#view = view;
    this.#run = run;
    this.#part = view.sliceAt(run.firstSlice).part;
  }

  /** Rows from `at` on, of slices of the run from this one on. */
  put(at: number, slice: number, count: number): void {
    const [part, run, view] = [this.#part!, this.#run!, this.#view!];
    const { slices, categories } = part.index;
    const own = slice - part.place.firstSlice;
    for (const [key, values] of this.numbers) {
      switch (key) {
        case 'startNs':
          this.#putStarts(values, at, own, count);
          break;
        case 'durationNs':
          for (let i = 0; i < count; i++) values[at + i] = durationNsOf(slices, own + i);
          break;
        case 'slice':
          for (let i = 0; i < count; i++) values[at + i] = slice + i;
          break;
        case 'depth':
          values.fill(run.depth, at, at + count);
          break;
        case 'rankIndex':
          values.fill(view.rank, at, at + count);
          break;
      }
    }
    for (const [key, { codes, pool }] of this.texts) {
      if (key === 'name') this.#putNames(codes, pool, at, own, count);
      else if (key === 'category')
        for (let i = 0; i < count; i++) codes[at + i] = pool.code(categories[slices.category[own + i]]);
      else codes.fill(pool.code(this.#textOfRun(key, run)), at, at + count);
    }
  }

  #putStarts(values: Float64Array, at: number, own: number, count: number): void {
    const { startNs } = this.#part!.index.slices;
    const { time, offsetNs } = this.#view!;
    const { dump } = this;
    if (this.clock === 'own') {
      for (let i = 0; i < count; i++) values[at + i] = dump.fromOwnNs(startNs[own + i] + offsetNs);
      return;
    }
    const baseNs = dump.offsetNs;
    for (let i = 0; i < count; i++) values[at + i] = time.toJob(startNs[own + i]) - baseNs;
  }

  #putNames(codes: Uint32Array, pool: TextPool, at: number, own: number, count: number): void {
    const part = this.#part!;
    const { name } = part.index.slices;
    let codeOf = this.#codeOfName.get(part);
    if (!codeOf) {
      codeOf = new Uint32Array(part.index.names.ends.length);
      this.#codeOfName.set(part, codeOf);
    }
    for (let i = 0; i < count; i++) {
      const id = name[own + i];
      if (codeOf[id] === 0) codeOf[id] = pool.code(part.nameText(id)) + 1;
      codes[at + i] = codeOf[id] - 1;
    }
  }

  #textOfRun(key: string, { rank, process, lane }: Run): string {
    if (key === 'rank') return this.rankLabel(rank);
    return key === 'process' ? process : lane;
  }
}
