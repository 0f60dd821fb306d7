/** Of `tracelane scale`; docs/scale.md has them. 2 are wrong arguments, as everywhere. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** The job is made, but not of all ranks. */
  incomplete: 4,
} as const;

/** Ctrl+C, as shells have it. */
export const CANCELLED = 130;
