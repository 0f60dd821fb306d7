/**
 * Starts on different streams differ in their last bits, so that the start identifies a device task of the rank, as
 * `torch_to_npu` arrows need it.
 */
const startResidue = { compute: 0, tp: 1, dp: 2, pp: 3, copy: 4, cp: 5, ep: 6, edp: 7 } as const;
export type StreamName = keyof typeof startResidue;

/** The first instant not before `ns` that belongs to the stream. */
export function aligned(ns: number, stream: StreamName): number {
  return Math.ceil(ns / 8) * 8 + startResidue[stream];
}

/** Host clocks count in steps of 10 ns. */
export function round10(ns: number): number {
  return Math.round(ns / 10) * 10;
}
