import type { CompareArguments } from './compareArguments';
import type { FailOn } from './failOn';

/** What `tracelane analyze` can be told. */
export interface AnalyzeArguments {
  readonly paths: readonly string[];
  readonly isJson: boolean;
  /** Files to write. */
  readonly markdown: string | undefined;
  readonly html: string | undefined;
  /** PerfTracker’s report, as JSON. */
  readonly perftracker: string | undefined;
  readonly language: 'en' | 'zh';
  readonly failOn: readonly FailOn[];
  /** Undefined: the dump is looked at by itself. */
  readonly compare?: CompareArguments;
}
