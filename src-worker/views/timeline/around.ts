import type { OfSlice, SliceAround } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import type { DumpContext } from '../../model/dumpContext';
import { isNested, rowsWithin } from '../../query/nested';
import { parentOf } from '../../query/slice/sliceDetails';
import { type AskedSlice, askedSlice } from './slices';

const MOST_CHILDREN = 200;
/** Where slices cross, so many of those within a slice are looked at. */
const MOST_LOOKED_AT = 20_000;

/** The question `timeline.around`. */
export async function sliceAround(dump: DumpContext, { slice: ref }: OfSlice): Promise<SliceAround | undefined> {
  const asked = await askedSlice(dump, ref);
  if (!asked) return undefined;
  const { part } = asked;
  const { children, count } = childrenOf(asked);
  return {
    parents: parentsOf(asked).map((slice) => part.summary(slice)),
    children: children.slice(0, MOST_CHILDREN).map((slice) => part.summary(slice)),
    ...(count !== undefined && { childCount: count }),
  };
}

/** What encloses it on its lane, outermost first. */
export function parentsOf({ part, slice, row, lane }: Pick<AskedSlice, 'part' | 'slice' | 'row' | 'lane'>): number[] {
  const parents: number[] = [];
  let [inner, innerRow] = [slice, row];
  for (;;) {
    const parent = parentOf(part.index, inner, innerRow, lane);
    if (parent === undefined) return parents.reverse();
    parents.push(parent);
    inner = parent;
    innerRow = part.rowOf(parent);
  }
}

interface Children {
  /** By start; at least the first `MOST_CHILDREN`. */
  readonly children: readonly number[];
  readonly count: number | undefined;
}

function childrenOf({ part, slice, row, lane }: AskedSlice): Children {
  const { index } = part;
  const rows = rowsWithin(index, slice, row, lane);
  if (isNested(index, lane)) {
    const [below] = rows;
    if (!below) return { children: [], count: 0 };
    const count = below.end - below.first;
    const children = Array.from({ length: Math.min(count, MOST_CHILDREN) }, (_, at) => below.first + at);
    return { children, count };
  }
  const children: number[] = [];
  let looked = 0;
  for (const below of rows)
    for (let at = below.first; at < below.end && looked < MOST_LOOKED_AT; at++, looked++)
      if (parentOf(index, at, below.row, lane) === slice) children.push(at);
  const { slices } = index;
  children.sort((a, b) => slices.startNs[a] - slices.startNs[b] || endNsOf(slices, b) - endNsOf(slices, a));
  return { children, count: looked < MOST_LOOKED_AT ? children.length : undefined };
}
