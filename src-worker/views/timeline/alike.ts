import type { OfSlice, SlicesAlike } from '../../../src-contract';
import { durationNsOf } from '../../index/columns/indexSlices';
import type { DumpContext } from '../../model/dumpContext';
import { askedSlice, slicesOfName } from './slices';

/** The question `timeline.alike`. */
export async function slicesAlike(dump: DumpContext, { slice: ref }: OfSlice): Promise<SlicesAlike | undefined> {
  const asked = await askedSlice(dump, ref);
  if (!asked) return undefined;
  const { view, part, slice: own, kind } = asked;
  const { slices } = part.index;
  const alike = slicesOfName(view, part, kind, slices.name[own]);
  const ownNs = durationNsOf(slices, own);
  let [shortest, longest] = [alike[0], alike[0]];
  let [totalNs, shorterCount, longerCount] = [0, 0, 0];
  const durations = Float64Array.from(alike, (slice) => {
    const ns = durationNsOf(slices, slice);
    totalNs += ns;
    if (ns < ownNs) shorterCount++;
    else if (ns > ownNs) longerCount++;
    if (ns < durationNsOf(slices, shortest)) shortest = slice;
    if (ns > durationNsOf(slices, longest)) longest = slice;
    return ns;
  }).sort();
  return {
    count: alike.length,
    shorterCount,
    longerCount,
    totalNs,
    minNs: durations[0],
    medianNs: middleOf(durations),
    maxNs: durations[durations.length - 1],
    shortest: part.summary(shortest),
    longest: part.summary(longest),
  };
}

function middleOf(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
