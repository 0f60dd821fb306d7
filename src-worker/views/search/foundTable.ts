import type { TableColumn } from '../../../src-contract';
import { durationNsOf } from '../../index/columns/indexSlices';
import { bothDurations, NO_DURATIONS } from '../../query/nameDurations';
import type { PartView } from '../../query/partView';
import type { RankView } from '../../query/rankView';
import type { TextPool } from '../../tables/columnTable';
import { RowCells } from '../rowCells';
import type { RowRun, RowRuns } from '../rowRuns';
import type { RowTable } from '../rowTable';
import type { FoundInRank } from './keptSearches';

/** A rank with what was found in it. */
export interface FoundRun extends RowRun {
  readonly own: FoundInRank;
}

type PlacedRun = RowRuns<FoundRun>['runs'][number];

const COLUMNS: readonly TableColumn[] = [
  { key: 'name', label: 'Name', kind: 'text', unit: 'none', isHidden: false },
  { key: 'rank', label: 'Rank', kind: 'text', unit: 'none', isHidden: false },
  { key: 'lane', label: 'Lane', kind: 'text', unit: 'none', isHidden: false },
  { key: 'category', label: 'Category', kind: 'text', unit: 'none', isHidden: false },
  { key: 'start', label: 'Start Time(us)', kind: 'number', unit: 'time', isHidden: false },
  { key: 'duration', label: 'Duration(us)', kind: 'number', unit: 'duration', isHidden: false },
  { key: 'rankIndex', label: 'Rank index', kind: 'number', unit: 'none', isHidden: true },
  { key: 'slice', label: 'Slice', kind: 'number', unit: 'none', isHidden: true },
  { key: 'generation', label: 'Generation', kind: 'number', unit: 'none', isHidden: true },
];

/** What is found, as a table: rank after rank as it stands in the index. */
export function foundTable(runs: RowRuns<FoundRun>): RowTable {
  const { rowCount } = runs;
  return {
    rowCount,
    columns: COLUMNS,
    summed: ['duration'],
    totals: totalsOf(runs.runs),
    at: async (dump, rows, keys, clock) => {
      const filler = new Filler(dump, COLUMNS, rows?.length ?? rowCount, keys, clock);
      const places = rows && runs.placesByRank(rows);
      for (const run of runs.runs) {
        const own = places?.get(run.rank);
        if (places ? !own : run.count === 0) continue;
        dump.stopIfUnwanted();
        const view = await dump.timeline(run.rank);
        // Replaced meanwhile: who asked asks again when the dump says so.
        if (!view || view.generation !== run.own.generation) continue;
        if (rows && own) fillRows(filler, view, run, rows, own);
        else fillAll(filler, view, run);
      }
      return filler.table();
    },
  };
}

/** Where how long slices are is known by their names. */
function totalsOf(runs: readonly FoundRun[]): RowTable['totals'] {
  let sums = NO_DURATIONS;
  for (const { own } of runs) {
    for (const { durations } of own.found) {
      if (!durations) return undefined;
      sums = bothDurations(sums, durations);
    }
  }
  const { count: valueCount, sumNs: sum, minNs, maxNs } = sums;
  const [min, max] = valueCount === 0 ? [Number.NaN, Number.NaN] : [minNs, maxNs];
  return { duration: { sum, min, max, valueCount } };
}

function fillRows(
  filler: Filler,
  view: RankView,
  { own, firstRow }: PlacedRun,
  rows: Uint32Array,
  places: readonly number[],
): void {
  const slice = new Uint32Array(1);
  for (const place of places) {
    let at = rows[place] - firstRow;
    let part = 0;
    while (part < own.found.length && at >= own.found[part].count) at -= own.found[part++].count;
    if (part === own.found.length) continue;
    slice[0] = own.found[part].sliceAt(at);
    filler.put(view, view.parts[part], slice, place);
  }
}

function fillAll(filler: Filler, view: RankView, { own, firstRow }: PlacedRun): void {
  let to = firstRow;
  view.parts.forEach((part, at) => {
    const slices = own.found[at]?.all();
    if (!slices) return;
    filler.put(view, part, slices, to);
    to += slices.length;
  });
}

/** Fills the cells of slices. */
class Filler extends RowCells {
  /** Of each column and part: the code of each name, category or lane of the part, and 1. */
  readonly #codesOf = new Map<string, Map<PartView, Uint32Array>>();

  /** Rows from `at` on, of these slices of the part, in its numbering. */
  put(view: RankView, part: PartView, found: Uint32Array, at: number): void {
    const { index } = part;
    const { slices } = index;
    for (const [key, values] of this.numbers) {
      switch (key) {
        case 'start':
          this.#putStarts(values, view, part, found, at);
          break;
        case 'duration':
          for (let i = 0; i < found.length; i++) values[at + i] = durationNsOf(slices, found[i]);
          break;
        case 'slice':
          for (let i = 0; i < found.length; i++) values[at + i] = part.place.firstSlice + found[i];
          break;
        case 'rankIndex':
          values.fill(view.rank, at, at + found.length);
          break;
        case 'generation':
          values.fill(view.generation, at, at + found.length);
          break;
      }
    }
    for (const [key, { codes, pool }] of this.texts) {
      if (key === 'rank') codes.fill(pool.code(view.label), at, at + found.length);
      else if (key === 'name') {
        const codeOf = this.#codes(key, part, index.names.ends.length);
        putCodes(codes, at, found, slices.name, codeOf, (name) => pool.code(part.nameText(name)));
      } else if (key === 'category') {
        const codeOf = this.#codes(key, part, index.categories.length);
        putCodes(codes, at, found, slices.category, codeOf, (category) => pool.code(index.categories[category]));
      } else this.#putLanes(codes, pool, view, part, found, at);
    }
  }

  #putStarts(values: Float64Array, view: RankView, part: PartView, found: Uint32Array, at: number): void {
    const { startNs } = part.index.slices;
    const { dump } = this;
    if (this.clock === 'own') {
      for (let i = 0; i < found.length; i++) values[at + i] = dump.fromOwnNs(startNs[found[i]] + view.offsetNs);
      return;
    }
    const baseNs = dump.offsetNs;
    for (let i = 0; i < found.length; i++) values[at + i] = part.time.toJob(startNs[found[i]]) - baseNs;
  }

  /** Slices mostly come in their order: the row before is looked at first. */
  #putLanes(codes: Uint32Array, pool: TextPool, view: RankView, part: PartView, found: Uint32Array, at: number): void {
    const { lanes, rowFirstSlice } = part.index;
    const codeOf = this.#codes('lane', part, lanes.length);
    let lane = 0;
    let [first, end] = [0, 0];
    for (let i = 0; i < found.length; i++) {
      const slice = found[i];
      if (slice < first || slice >= end) {
        const row = part.rowOf(slice);
        lane = part.laneOfRow(row);
        [first, end] = [rowFirstSlice[row], rowFirstSlice[row + 1]];
      }
      if (codeOf[lane] === 0) codeOf[lane] = pool.code(laneText(view, part, lane)) + 1;
      codes[at + i] = codeOf[lane] - 1;
    }
  }

  #codes(key: string, part: PartView, count: number): Uint32Array {
    const ofParts = this.#codesOf.get(key) ?? new Map<PartView, Uint32Array>();
    this.#codesOf.set(key, ofParts);
    const codeOf = ofParts.get(part) ?? new Uint32Array(count);
    ofParts.set(part, codeOf);
    return codeOf;
  }
}

function putCodes(
  codes: Uint32Array,
  at: number,
  found: Uint32Array,
  numbers: ArrayLike<number>,
  codeOf: Uint32Array,
  add: (number: number) => number,
): void {
  for (let i = 0; i < found.length; i++) {
    const number = numbers[found[i]];
    if (codeOf[number] === 0) codeOf[number] = add(number) + 1;
    codes[at + i] = codeOf[number] - 1;
  }
}

function laneText(view: RankView, part: PartView, lane: number): string {
  const { name, groupLocalId } = part.index.lanes[lane];
  const group = view.groupName(groupLocalId);
  return group === '' || group === name ? name : `${group} › ${name}`;
}
