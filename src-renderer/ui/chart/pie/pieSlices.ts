/** Slices in their order, the small ones together. Pure. */
import type { PieSlice } from '../chartProps';

/** The hole's share of the radius: the total stands in it. */
export const HOLE = 0.62;
/** CSS pixels around the ring. */
export const RING_MARGIN = 3;

/** `undefined` id: all the others together. */
export interface DrawnSlice {
  readonly id: string | undefined;
  readonly name: string;
  readonly value: number;
  readonly share: number;
  readonly colour: PieSlice['colour'];
}

/** Largest first; slices without a positive value are left out. */
export function drawnSlices(
  slices: readonly PieSlice[],
  maxSlices: number,
  othersName: (count: number) => string,
): readonly DrawnSlice[] {
  const sorted = slices.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const total = sorted.reduce((sum, { value }) => sum + value, 0);
  // "Others (1)" would be longer than the one.
  const kept = sorted.length <= maxSlices + 1 ? sorted : sorted.slice(0, maxSlices);
  const others = sorted.slice(kept.length);
  const drawn: DrawnSlice[] = kept.map(({ id, name, value, colour }) => ({
    id,
    name,
    value,
    share: value / total,
    colour,
  }));
  if (others.length > 0) {
    const value = others.reduce((sum, slice) => sum + slice.value, 0);
    drawn.push({ id: undefined, name: othersName(others.length), value, share: value / total, colour: 'idle' });
  }
  return drawn;
}

/** The slice at a place of the ring, in CSS pixels from its left upper corner; undefined in the hole and beside it. */
export function sliceAt(
  slices: readonly Pick<DrawnSlice, 'share'>[],
  diameter: number,
  x: number,
  y: number,
): number | undefined {
  const [right, down] = [x - diameter / 2, y - diameter / 2];
  const radius = Math.hypot(right, down);
  if (radius > diameter / 2 - RING_MARGIN || radius < (diameter / 2) * HOLE) return undefined;
  const turn = (Math.atan2(right, -down) / (2 * Math.PI) + 1) % 1;
  let end = 0;
  const found = slices.findIndex(({ share }) => {
    end += share;
    return turn < end;
  });
  // Shares add up to a little less than 1.
  return found < 0 ? slices.length - 1 : found;
}
