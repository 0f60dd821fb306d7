import type { SliceLink } from '../../../src-contract';
import { upperBound } from '../bounds';
import type { PartView } from '../partView';

/** The arrows that end at a slice of the part, or begin there, by their numbers. */
export function* linksOfSlice(part: PartView, slice: number, direction: SliceLink['direction']): Generator<number> {
  const { fromSlice, toSlice } = part.index.flows;
  const [order, own] = direction === 'incoming' ? [part.linksByTo, toSlice] : [part.linksByFrom, fromSlice];
  for (let at = firstWith(order, own, slice); at < order.length && own[order[at]] === slice; at++) yield order[at];
}

export function categoryOfLink({ index: { flows } }: PartView, link: number): string {
  return flows.categories[upperBound(flows.categoryFirst, link) - 1];
}

/** First position of `order` (links sorted by `column`) whose slice is not less than `slice`. */
function firstWith(order: Uint32Array, column: Uint32Array, slice: number): number {
  let from = 0;
  let to = order.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[order[middle]] < slice) from = middle + 1;
    else to = middle;
  }
  return from;
}
