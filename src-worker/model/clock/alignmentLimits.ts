export interface AlignmentLimits {
  /** An end further than so many deviations (of its group) from where it should be is left out. */
  readonly outlierDeviations: number;
  /** Ends of one collective differ by that much even where the clocks are one. */
  readonly endSkewNs: number;
  /** A drift that moves no end by so much over the recording is none. */
  readonly driftLeastNs: number;
  /** No clock drifts by more, ns per ns. */
  readonly driftMost: number;
}
