/** Calls of the host that put tasks on the device: who launched what, by the arrows that ids join. */
import { endNsOf } from '../index/indexSlices';
import type { RankView } from '../query/rankView';
import { sliceAt } from '../query/touching';

/**
 * Arrows from the host to the device, by what profilers call them; those that begin at a framework's op before those that
 * begin at a call of the runtime. `correlation`: made of equal ids where the file has no arrows.
 */
const FROM_OPS = /^(async_npu|torch_to_npu)$/;
const FROM_CALLS = /^(ac2g|async_cpu_to_gpu|correlation|HostToDevice)$/;

/** Calls `visit` for each arrow of the host's that ends on a device slice. Times are the index's own. */
export function eachLaunch(view: RankView, visit: (fromSlice: number, fromNs: number, toSlice: number) => void): void {
  for (const links of [linksOf(view, FROM_OPS), linksOf(view, FROM_CALLS)])
    for (const link of links) {
      const { fromSlice, fromNs, toSlice } = view.index.flows;
      visit(fromSlice[link], fromNs[link], toSlice[link]);
    }
}

/** The call that launched each device slice that has one. */
export interface Launches {
  /** Undefined: no call of it was recorded. */
  callOf(slice: number): number | undefined;
  readonly count: number;
}

/** From the framework's op where an arrow begins there, else from the call of the runtime. */
export function launches(view: RankView): Launches {
  const { fromSlice, toSlice } = view.index.flows;
  const calls = new Map<number, number>();
  for (const categories of [FROM_OPS, FROM_CALLS])
    for (const link of linksOf(view, categories))
      if (!calls.has(toSlice[link])) calls.set(toSlice[link], fromSlice[link]);
  return { callOf: (slice) => calls.get(slice), count: calls.size };
}

function* linksOf({ index: { flows } }: RankView, categories: RegExp): Generator<number> {
  for (let position = 0; position < flows.categories.length; position++) {
    if (!categories.test(flows.categories[position])) continue;
    const end = flows.categoryFirst[position + 1];
    for (let link = flows.categoryFirst[position]; link < end; link++) yield link;
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
