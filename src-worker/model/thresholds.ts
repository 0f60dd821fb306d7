/** A value that some verdict depends on. All of them stand here, so that they can be shown, and judged, together. */
export interface Threshold {
  readonly value: number;
  readonly unit: 'ns' | 'ratio' | 'count' | 'deviations';
  /** What it decides. */
  readonly decides: string;
}

export const thresholds = {
  'clock.outlier': {
    value: 4.685,
    unit: 'deviations',
    decides:
      'A call that ends further from its collective’s common end does not count for the clocks (Tukey’s biweight).',
  },
  'clock.end-skew': {
    value: 2_000,
    unit: 'ns',
    decides: 'Ends of one collective may differ by this much on ranks with the same clock.',
  },
  'clock.pair-error': {
    value: 100_000,
    unit: 'ns',
    decides:
      'How far devices of one host may be apart: their own clocks are converted to the host’s. 79 µs have been measured.',
  },
  'late.from': {
    value: 50_000,
    unit: 'ns',
    decides:
      'A rank that comes so much later to a collective than the next to last is late; below, tasks are launched.',
  },
  'peers.excess': {
    value: 0.05,
    unit: 'ratio',
    decides: 'A rank is slow from so much over its peers.',
  },
  'peers.deviations': {
    value: 3,
    unit: 'deviations',
    decides: 'And from so many median absolute deviations of its peers over their median.',
  },
  'peers.few': {
    value: 4,
    unit: 'count',
    decides: 'Fewer peers than this are compared with the fastest of them: their median and its deviation say nothing.',
  },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdId = keyof typeof thresholds;

export function threshold(id: ThresholdId): number {
  return thresholds[id].value;
}
