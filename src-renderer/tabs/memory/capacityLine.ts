import type { LineSeries } from '../../ui/chart/chartProps';

/** A line that is many times higher than all others would press them onto the axis. */
const MOST_CAPACITY = 4;

/** The device's capacity as a line beside those of `peakBytes` at most; undefined where it is not known, or far above them. */
export function capacityLine(
  x: Float64Array,
  peakBytes: number,
  capacityBytes: number | undefined,
  name: string,
): LineSeries | undefined {
  if (capacityBytes === undefined || capacityBytes > MOST_CAPACITY * peakBytes) return undefined;
  return { id: 'capacity', name, x, y: new Float64Array(x.length).fill(capacityBytes), isDashed: true, colour: 4 };
}
