/** How many executions of a function took how long (PerfTracker's histogram of its calls). */

/** Executions that took at least so long, and less than those of the next class can: two classes an octave. */
export interface CallClass {
  /** 0, or 2^k, or 1.5 × 2^k. */
  readonly fromNs: number;
  readonly count: number;
}

/** Ascending; classes that nothing is of are left out, as is what has no duration. */
export function callHistogram(durationsNs: Float64Array): readonly CallClass[] {
  const counts: number[] = [];
  for (let at = 0; at < durationsNs.length; at++) {
    const own = classOf(durationsNs[at]);
    if (own >= 0) counts[own] = (counts[own] ?? 0) + 1;
  }
  return counts.flatMap((count, own) => (count > 0 ? [{ fromNs: fromNsOf(own), count }] : []));
}

/** 0 below 1 ns, −1 for what is no duration. */
function classOf(ns: number): number {
  if (!(ns >= 1 && ns < Number.POSITIVE_INFINITY)) return ns >= 0 && ns < 1 ? 0 : -1;
  const octave = ns < 2 ** 31 ? 31 - Math.clz32(ns) : octaveOf(ns);
  return 1 + 2 * octave + (ns >= 1.5 * 2 ** octave ? 1 : 0);
}

/** The logarithm of what lies just below a power of two may be rounded up to it. */
function octaveOf(ns: number): number {
  const octave = Math.floor(Math.log2(ns));
  return 2 ** octave > ns ? octave - 1 : octave;
}

function fromNsOf(own: number): number {
  if (own === 0) return 0;
  return 2 ** ((own - 1) >> 1) * (own % 2 === 0 ? 1.5 : 1);
}
