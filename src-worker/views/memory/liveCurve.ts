import type { Allocations } from '../../model/memory/memoryData';

/** Sum of the sizes of what is alive, by time, of the allocations that pass. Those from before the recording count. */
export function liveCurve(
  { fromNs, untilNs, sizeBytes }: Pick<Allocations, 'fromNs' | 'untilNs' | 'sizeBytes'>,
  isIn: (row: number) => boolean,
): { timeNs: Float64Array; bytes: Float64Array } {
  const changes: { readonly ns: number; readonly bytes: number }[] = [];
  let held = 0;
  for (let row = 0; row < sizeBytes.length; row++) {
    if (!isIn(row) || Number.isNaN(fromNs[row])) continue;
    if (Number.isFinite(fromNs[row])) changes.push({ ns: fromNs[row], bytes: sizeBytes[row] });
    else held += sizeBytes[row];
    if (Number.isFinite(untilNs[row])) changes.push({ ns: untilNs[row], bytes: -sizeBytes[row] });
  }
  // Of the same instant, what is released goes first: else there would be a peak that never was.
  changes.sort((a, b) => a.ns - b.ns || a.bytes - b.bytes);
  const timeNs = new Float64Array(changes.length);
  const bytes = new Float64Array(changes.length);
  changes.forEach((change, at) => {
    held += change.bytes;
    timeNs[at] = change.ns;
    bytes[at] = held;
  });
  return { timeNs, bytes };
}
