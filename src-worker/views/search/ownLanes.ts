/** Lanes of the user's own: when any slice that a search finds runs, how many of them do, and what files beside the dump hold. */
import type { OwnLane, OwnLaneNote, RankIndex, SearchLane } from '../../../src-contract';
import { TimeLimitError } from '../../base/timeLimit';
import { notice } from '../../files/notices';
import { durationNsOf } from '../../index/columns/indexSlices';
import { type CounterLane, withCounters } from '../../index/computed/computedCounters';
import { columnsOf, computedPart } from '../../index/computed/computedPart';
import type { LaneRows } from '../../index/computed/laneRows';
import type { DumpContext } from '../../model/dumpContext';
import { type MadeLanes, madeIds } from '../../model/madeLanes';
import type { RankView } from '../../query/rankView';
import { foundArgs } from '../../query/search/foundArgs';
import { foundSlices, slicesWithoutName } from '../../query/search/foundSlices';
import { sortedRows } from '../../tables/sortRows';
import { TableError } from '../../tables/tableError';
import { fileLanesOf } from './fileLanes';
import { searchedRanks } from './keptSearches';

/** Spans that have a length; each column sorted by itself. */
interface Spans {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** Of one rank. */
export interface WantedOwnLanes {
  readonly rank: RankIndex;
  readonly lanes: readonly OwnLane[];
  /** By `OwnLane.id`: of files, whether rows that name no rank are this one's. */
  readonly takesRest: readonly string[];
}

export interface OwnLanesMade {
  /** Undefined where nothing is found, or the rank has no timeline. */
  readonly made: MadeLanes | undefined;
  /** `OwnLane.id` of each lane of the part. */
  readonly of: readonly string[];
  readonly notes: readonly OwnLaneNote[];
}

/** What the part is put together of: slices by lane, then counters. */
class Gathered {
  readonly rows: LaneRows[] = [];
  readonly rowsOf: string[] = [];
  readonly counters: CounterLane[] = [];
  readonly countersOf: string[] = [];
  readonly names: string[] = [];
  readonly paths: string[] = [];
  readonly notes: OwnLaneNote[] = [];

  addRows(id: string, rows: LaneRows): void {
    this.rows.push(rows);
    this.rowsOf.push(id);
  }

  addCounter(id: string, counter: CounterLane): void {
    this.counters.push(counter);
    this.countersOf.push(id);
  }
}

/** `firstId`: the first local id that no lane of the rank has. */
export async function ownLanes(dump: DumpContext, wanted: WantedOwnLanes, firstId: number): Promise<OwnLanesMade> {
  const view = await dump.timeline(wanted.rank);
  const gathered = new Gathered();
  if (!view) return { made: undefined, of: [], notes: [] };
  for (const lane of wanted.lanes) {
    dump.stopIfUnwanted();
    if (lane.kind !== 'file') await addSearch(dump, view, lane, gathered);
    else await addFile(dump, view, lane, wanted.takesRest.includes(lane.id), gathered);
  }
  const { rows, rowsOf, counters, countersOf, names, paths, notes } = gathered;
  if (rows.length + counters.length === 0) return { made: undefined, of: [], notes };
  const { baseUs } = view.index;
  const ids = madeIds(firstId);
  const part = computedPart(columnsOf('Own Lanes', rows, names), ids, baseUs, { importer: 'laneFile', paths });
  const { generation, offsetNs, rank } = view;
  const of = [...rowsOf, ...countersOf];
  const whole = withCounters(part, counters, ids);
  // Those of files are nobody's computation.
  const files = new Set(wanted.lanes.flatMap((lane) => (lane.kind === 'file' ? [lane.id] : [])));
  const lanes = whole.lanes.map((lane, at) => ({ ...lane, isComputed: !files.has(of[at]) }));
  return { made: { rank, generation, offsetNs, part: { ...whole, lanes } }, of, notes };
}

async function addSearch(dump: DumpContext, view: RankView, lane: SearchLane, gathered: Gathered): Promise<void> {
  const { id, name, kind, search } = lane;
  if (!searchedRanks(dump, search).includes(view.rank)) return;
  const found = await foundIn(dump, view, search);
  if (!found)
    gathered.notes.push({ lane: id, notices: [notice('own-lane-too-slow', 'warning', { name })], skipped: [] });
  const spans = spansOf(view, found ?? []);
  if (spans.startNs.length === 0) return;
  if (kind === 'count') {
    gathered.addCounter(id, { name, ...countOf(spans) });
    return;
  }
  gathered.names.push(name);
  gathered.addRows(id, { name, rows: [{ ...unionOf(spans), text: name }] });
}

/** A file that can't be read is said, and is no lane. */
async function addFile(
  dump: DumpContext,
  view: RankView,
  lane: Extract<OwnLane, { readonly kind: 'file' }>,
  takesRest: boolean,
  gathered: Gathered,
): Promise<void> {
  const { id } = lane;
  try {
    const file = gathered.paths.length;
    const made = await fileLanesOf(dump, view, { lanes: lane, takesRest, file, firstName: gathered.names.length });
    if (!made) return;
    gathered.paths.push(lane.path);
    gathered.names.push(...made.names);
    for (const rows of made.rows) gathered.addRows(id, rows);
    for (const counter of made.counters) gathered.addCounter(id, counter);
    const { notices, skipped } = made;
    if (notices.length + skipped.length > 0) gathered.notes.push({ lane: id, notices, skipped });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    if (takesRest) gathered.notes.push({ lane: id, notices: [error.notice], skipped: [] });
  }
}

function spansOf(view: RankView, found: readonly (readonly Uint32Array[])[]): Spans {
  const count = found.flat().reduce((sum, { length }) => sum + length, 0);
  const startNs = new Float64Array(count);
  const endNs = new Float64Array(count);
  let at = 0;
  view.parts.forEach(({ index: { slices } }, part) => {
    for (const list of found[part] ?? []) {
      for (const slice of list) {
        const ns = durationNsOf(slices, slice);
        if (ns <= 0) continue;
        startNs[at] = slices.startNs[slice];
        endNs[at++] = slices.startNs[slice] + ns;
      }
    }
  });
  return { startNs: sorted(startNs.subarray(0, at)), endNs: sorted(endNs.subarray(0, at)) };
}

/** Slices of each part, in no order; args are read to their end. Undefined by a pattern that takes too long. */
async function foundIn(
  dump: DumpContext,
  view: RankView,
  { region: _, ...search }: SearchLane['search'],
): Promise<readonly (readonly Uint32Array[])[] | undefined> {
  try {
    const found = foundSlices(view, search).map((own) => [own.all()]);
    if (!search.inArgs) return found;
    for await (const { part, slices } of foundArgs(view, search, slicesWithoutName(view, search), 0)) {
      dump.stopIfUnwanted();
      if (slices.length > 0) found[part].push(Uint32Array.from(slices));
    }
    return found;
  } catch (error) {
    if (error instanceof TimeLimitError) return undefined;
    throw error;
  }
}

function sorted(values: Float64Array): Float64Array {
  const rows = new Uint32Array(values.length).map((_, row) => row);
  return Float64Array.from(sortedRows(rows, [{ values, isDescending: false }]), (row) => values[row]);
}

/** Stretches in which at least one runs: those that touch are one. */
function unionOf({ startNs, endNs }: Spans): Spans {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let from = 0, to = 0; to < endNs.length; to++) {
    // As many have begun as ended by then, and the next one begins later: nothing runs in between.
    if (to + 1 < startNs.length && startNs[to + 1] <= endNs[to]) continue;
    starts.push(startNs[from]);
    ends.push(endNs[to]);
    from = to + 1;
  }
  return { startNs: Float64Array.from(starts), endNs: Float64Array.from(ends) };
}

/** How many run from each time on at which that changes. */
function countOf({ startNs, endNs }: Spans): Pick<CounterLane, 'timeNs' | 'value'> {
  const timeNs: number[] = [];
  const value: number[] = [];
  for (let begun = 0, ended = 0; ended < endNs.length; ) {
    const ns = Math.min(begun < startNs.length ? startNs[begun] : Number.POSITIVE_INFINITY, endNs[ended]);
    while (begun < startNs.length && startNs[begun] === ns) begun++;
    while (ended < endNs.length && endNs[ended] === ns) ended++;
    const running = begun - ended;
    if (running === (value.at(-1) ?? 0)) continue;
    timeNs.push(ns);
    value.push(running);
  }
  return { timeNs, value };
}
