import type { StackJoin } from '../../../src-contract';
import { SliceFlag } from '../../index/columns/segmentColumns';
import type { DumpContext } from '../../model/dumpContext';
import type { MemoryData } from '../../model/memory/memoryData';
import { nameId } from '../../model/memory/sliceNames';
import { enclosingSlices } from '../../model/memory/traceMemory';
import type { TableRank } from '../../model/tableRanks';
import { isStepMark } from '../../names/stepMarks';
import type { RankView } from '../../query/rankView';
import { readSliceArgs } from '../../query/slice/sliceArgs';
import { sliceAt } from '../../query/touching';
import { numbersOf, textReader } from '../../tables/columnTable';

/** Where an allocation was made: frames from the innermost out, and how that is known. */
export interface KnownStack {
  readonly join: StackJoin;
  readonly frames: readonly string[];
}

const unknown: KnownStack = { join: 'none', frames: [] };
const ambiguous: KnownStack = { join: 'ambiguous', frames: [] };

/**
 * The call stacks of these allocations. Best is the op that was running on the timeline when the memory was taken: its
 * args have the very stack, or, in the backward pass, those of the forward op whose gradient it computes. operator_details.csv has the stacks of ops by name only, without a time, so it tells one only
 * where all ops of the name have the same.
 */
export async function callStacks(
  dump: DumpContext,
  rank: TableRank,
  data: MemoryData,
  rows: readonly number[],
): Promise<ReadonlyMap<number, KnownStack>> {
  const view = await dump.timeline(rank.index);
  const found = view
    ? await (data.source === 'trace' ? enclosingStacks : sliceStacks)(dump, view, data, rows)
    : new Map();
  const stacks = new Map<number, KnownStack>(found);
  const missing = rows.filter((row) => !stacks.has(row));
  if (missing.length === 0) return stacks;
  const byName = await stacksByName(dump, rank);
  const { name } = data.allocations;
  for (const row of missing) stacks.set(row, byName.get(name.texts[name.codes[row]]) ?? unknown);
  return stacks;
}

/** The innermost slice of that name which is running at `ns` (of the index's own times) on any thread of the host. */
export function opSliceAt(view: RankView, name: string, ns: number): number | undefined {
  const { index } = view;
  const id = nameId(index, name);
  if (id === undefined) return undefined;
  const hostGroups = new Set(
    index.groups.filter(({ kind }) => kind === 'python' || kind === 'other').map(({ localId }) => localId),
  );
  let best: number | undefined;
  for (let lane = 0; lane < index.lanes.length; lane++) {
    if (!hostGroups.has(index.lanes[lane].groupLocalId)) continue;
    for (let row = index.laneFirstRow[lane]; row < index.laneFirstRow[lane + 1]; row++) {
      const at = sliceAt(index, row, ns);
      if (at === undefined || index.slices.name[at] !== id) continue;
      if ((index.slices.flags[at] & SliceFlag.instant) !== 0) continue;
      if (best === undefined || index.slices.startNs[at] > index.slices.startNs[best]) best = at;
    }
  }
  return best;
}

async function sliceStacks(
  dump: DumpContext,
  view: RankView,
  data: MemoryData,
  rows: readonly number[],
): Promise<Map<number, KnownStack>> {
  const { fromNs, name } = data.allocations;
  const sliceOf = new Map<number, number>();
  for (const row of rows) {
    if (!Number.isFinite(fromNs[row])) continue;
    const slice = opSliceAt(view, name.texts[name.codes[row]], dump.toOwnNs(fromNs[row]) - view.offsetNs);
    if (slice !== undefined) sliceOf.set(row, slice);
  }
  const forwardOf = new Map([...new Set(sliceOf.values())].map((slice) => [slice, forwardOp(view, slice)] as const));
  const framesOf = await readStacks(view, [...forwardOf].flat());
  const found = new Map<number, KnownStack>();
  for (const [row, slice] of sliceOf) {
    const own = framesOf.get(slice);
    const forward = framesOf.get(forwardOf.get(slice) ?? -1);
    if (own) found.set(row, { join: 'slice', frames: own });
    else if (forward) found.set(row, { join: 'forward', frames: forward });
    else found.set(row, { join: 'enclosing', frames: nesting(view, slice) });
  }
  return found;
}

/** "Call stack" of those slices that have one in their args. */
async function readStacks(
  view: RankView,
  slices: readonly (number | undefined)[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const stacks = new Map<number, readonly string[]>();
  const wanted = new Set(slices.filter((slice) => slice !== undefined));
  await readSliceArgs(view.index, wanted, (slice, args) => {
    const text = args.find(({ key }) => key.toLowerCase() === 'call stack')?.value;
    if (text?.kind === 'text' && text.text !== '') stacks.set(slice, frames(text.text));
  });
  return stacks;
}

/** Of a slice in the backward pass: the op of the forward pass whose gradient is computed around it, by the arrows. */
function forwardOp(view: RankView, slice: number): number | undefined {
  const { flows } = view.index;
  const category = flows.categories.indexOf('fwdbwd');
  if (category < 0) return undefined;
  const order = view.linksByTo;
  for (const around of [slice, ...enclosingSlices(view, slice)]) {
    for (let at = firstLinkTo(flows.toSlice, order, around); flows.toSlice[order[at]] === around; at++) {
      const link = order[at];
      if (link >= flows.categoryFirst[category] && link < flows.categoryFirst[category + 1])
        return flows.fromSlice[link];
    }
  }
  return undefined;
}

/** First place in `order` (links by the slice they end at) that is not before `slice`. */
function firstLinkTo(toSlice: Uint32Array, order: Uint32Array, slice: number): number {
  let [from, to] = [0, order.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (toSlice[order[middle]] < slice) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A memory event of a PyTorch trace stands on the thread that made it: what is around it is its stack. */
async function enclosingStacks(
  _dump: DumpContext,
  view: RankView,
  data: MemoryData,
  rows: readonly number[],
): Promise<Map<number, KnownStack>> {
  const slices = numbersOf(data.allocations.table, 'slice');
  const found = new Map<number, KnownStack>();
  for (const row of rows) {
    const slice = slices?.[row] ?? Number.NaN;
    if (Number.isNaN(slice)) continue;
    const around = namesOf(view, enclosingSlices(view, slice));
    if (around.length > 0) found.set(row, { join: 'enclosing', frames: around });
  }
  return found;
}

/** Names of a slice and of those around it. What runs backward has no Python stack, but tells whose gradient it is. */
function nesting(view: RankView, slice: number): string[] {
  return namesOf(view, [slice, ...enclosingSlices(view, slice)]);
}

/** Without the marks of steps: they are no code, and with their numbers no two steps would share a stack. */
function namesOf(view: RankView, slices: readonly number[]): string[] {
  return slices.map((slice) => view.nameText(view.index.slices.name[slice])).filter((name) => !isStepMark(name));
}

/** "a.py(12): f;\r\nb.py(3): g" */
function frames(text: string): string[] {
  return text
    .split(/;?\s*[\r\n]+/)
    .map((frame) => frame.replace(/;$/, '').trim())
    .filter((frame) => frame !== '');
}

function stacksByName(dump: DumpContext, rank: TableRank): Promise<ReadonlyMap<string, KnownStack>> {
  return dump.memo(`stacks of ops of rank ${rank.index}`, async () => {
    const stacks = new Map<string, string>();
    const isAmbiguous = new Set<string>();
    for (const path of dump.paths(rank, 'operator-details')) {
      const keys = { Name: 'name', 'Call Stack': 'stack' };
      const table = await dump.csv(path, { keys, textKeys: new Set(['name', 'stack']) });
      for (const own of table.notices) dump.note(own);
      const [name, stack] = [textReader(table, 'name'), textReader(table, 'stack')];
      if (!name || !stack) continue;
      for (let row = 0; row < table.rowCount; row++) {
        const text = frames(stack(row)).join('\n');
        if (text === '') continue;
        const known = stacks.get(name(row));
        if (known === undefined) stacks.set(name(row), text);
        else if (known !== text) isAmbiguous.add(name(row));
      }
    }
    return new Map(
      [...stacks].map(([name, text]) => [
        name,
        isAmbiguous.has(name) ? ambiguous : ({ join: 'only-stack', frames: text.split('\n') } satisfies KnownStack),
      ]),
    );
  });
}
