/** What a step of a rank was made of, by what msMonitor reports. */
export interface StepLight {
  readonly step: number;
  readonly durationNs: number;
  /** Kernels, added up. */
  readonly computeNs: number;
  /** Collectives, added up, with what they waited. */
  readonly communicationNs: number;
  /** What was handed to its collectives; undefined or 0: sizes are not told. */
  readonly communicationBytes?: number;
}
