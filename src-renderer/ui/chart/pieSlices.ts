/** Slices in their order, the small ones together. Pure. */
import type { PieSlice } from './chartProps';

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
