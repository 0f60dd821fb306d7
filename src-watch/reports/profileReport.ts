/** What came behind a profile that was asked for. */
export type ProfileReport =
  | {
      readonly kind: 'findings';
      readonly paths: readonly string[];
      /** Of which there is something in the dump. */
      readonly ranks: number;
      /** The one that costs most first. */
      readonly findings: readonly DiagnosedFinding[];
    }
  /** No dump came, or it never became complete. */
  | { readonly kind: 'late'; readonly path: string; readonly ranks: number }
  | {
      /** What the profiler recorded, which nobody has parsed. */
      readonly kind: 'raw';
      readonly path: string;
      readonly ranks: number;
      /** What parses it, where the framework is installed; undefined: an earlier watcher has not said. */
      readonly command?: string;
      /** Why the user's own Python has not. */
      readonly reason?: string;
      readonly reasonZh?: string;
    }
  /** `reasonZh`: an earlier watcher has not said. */
  | { readonly kind: 'not-analysed'; readonly path: string; readonly reason: string; readonly reasonZh?: string };

/** Of what `tracelane analyze --json` prints. */
export interface DiagnosedFinding {
  readonly id: string;
  readonly rank?: number;
  readonly title: string;
  readonly titleZh: string;
  readonly lostMsPerStep: number;
  readonly shareOfStep: number;
}
