import type { SliceTimes } from '../columns/indexSlices';
import type { FlowLinks } from '../rankIndex';

/** What tells the instants of arrows: they themselves, or the starts of their slices. */
interface Arrows {
  readonly flows: Pick<FlowLinks, 'fromSlice' | 'toSlice' | 'fromNs' | 'toNs'>;
  readonly slices: Pick<SliceTimes, 'startNs'>;
}

/** When the arrow begins, ns since the rank's base. */
export function fromNsOf({ flows, slices }: Arrows, link: number): number {
  return flows.fromNs.length > 0 ? flows.fromNs[link] : slices.startNs[flows.fromSlice[link]];
}

/** When it ends; that can be earlier, where clocks differ. */
export function toNsOf({ flows, slices }: Arrows, link: number): number {
  return flows.toNs.length > 0 ? flows.toNs[link] : slices.startNs[flows.toSlice[link]];
}
