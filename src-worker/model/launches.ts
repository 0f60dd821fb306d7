/** Calls of the host that put tasks on the device: who launched what, by the arrows that ids join. */
import { LAUNCHES_OF_CALLS, LAUNCHES_OF_OPS } from '../../src-contract/launchArrows';
import { fromNsOf, toNsOf } from '../index/arrows/arrowEnds';
import { endNsOf } from '../index/columns/indexSlices';
import type { RankView } from '../query/rankView';
import { sliceAt } from '../query/touching';

/** Those that begin at a framework's op before those that begin at a call of the runtime. */
const FROM_OPS = LAUNCHES_OF_OPS;
const FROM_CALLS = LAUNCHES_OF_CALLS;

const HANDED_OVER = /^async_task_queue$/;

/** Calls `visit` for each arrow of the host's that ends on a device slice. Times are the index's own. */
export function eachLaunch(view: RankView, visit: (fromSlice: number, fromNs: number, toSlice: number) => void): void {
  const { index } = view;
  const { fromSlice, toSlice } = index.flows;
  for (const categories of [FROM_OPS, FROM_CALLS])
    eachLink(view, categories, (link) => visit(fromSlice[link], fromNsOf(index, link), toSlice[link]));
}

/** The same of arrows that begin at a call of the runtime; where there are none, of those that begin at an op. */
export function callLaunches(
  view: RankView,
  visit: (fromSlice: number, fromNs: number, toSlice: number) => void,
): void {
  const { index } = view;
  const { fromSlice, toSlice } = index.flows;
  // Of each slice: a set of half a million takes longer to fill than all else here.
  const isCalled = new Uint8Array(index.slices.startNs.length);
  eachLink(view, FROM_CALLS, (link) => {
    isCalled[toSlice[link]] = 1;
    visit(fromSlice[link], fromNsOf(index, link), toSlice[link]);
  });
  eachLink(view, FROM_OPS, (link) => {
    if (isCalled[toSlice[link]] === 0) visit(fromSlice[link], fromNsOf(index, link), toSlice[link]);
  });
}

/** Calls that one thread of the host hands over to another one, with the number of the arrow. */
export function handOvers(
  view: RankView,
  visit: (fromSlice: number, fromNs: number, toSlice: number, toNs: number, link: number) => void,
): void {
  const { index } = view;
  const { fromSlice, toSlice } = index.flows;
  eachLink(view, HANDED_OVER, (link) =>
    visit(fromSlice[link], fromNsOf(index, link), toSlice[link], toNsOf(index, link), link),
  );
}

/** The call that launched each device slice that has one. */
export interface Launches {
  /** Undefined: no call of it was recorded. */
  callOf(slice: number): number | undefined;
  readonly count: number;
}

/** From the framework's op where an arrow begins there, else from the call of the runtime. */
export function launches(view: RankView): Launches {
  return view.once(findLaunches);
}

/** Of each slice its call and 1: there may be a million, and a `Map` of them takes longer than all else. */
function findLaunches(view: RankView): Launches {
  const { fromSlice, toSlice } = view.index.flows;
  const calls = new Uint32Array(view.index.slices.startNs.length);
  let count = 0;
  for (const categories of [FROM_OPS, FROM_CALLS])
    eachLink(view, categories, (link) => {
      if (calls[toSlice[link]] !== 0) return;
      calls[toSlice[link]] = fromSlice[link] + 1;
      count++;
    });
  const callOf = (slice: number) => (calls[slice] > 0 ? calls[slice] - 1 : undefined);
  return { callOf, count };
}

function eachLink({ index: { flows } }: RankView, categories: RegExp, visit: (link: number) => void): void {
  for (let position = 0; position < flows.categories.length; position++) {
    if (!categories.test(flows.categories[position])) continue;
    const end = flows.categoryFirst[position + 1];
    for (let link = flows.categoryFirst[position]; link < end; link++) visit(link);
  }
}

/** The slices around one, innermost first, and the slice itself before them. */
export function* outwards(view: RankView, slice: number): Generator<number> {
  const { index } = view;
  yield slice;
  const { slices } = index;
  const row = view.rowOf(slice);
  const firstRow = index.laneFirstRow[view.laneOfRow(row)];
  for (let above = row - 1; above >= firstRow; above--) {
    const at = sliceAt(index, above, slices.startNs[slice]);
    if (at !== undefined && endNsOf(slices, at) >= endNsOf(slices, slice)) yield at;
  }
}
