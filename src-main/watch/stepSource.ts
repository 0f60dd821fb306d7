import type { RankStep } from '../../src-watch/rule/jobSteps';
import type { SourceStatus } from '../../src-watch/why/whyNoData';
import type { FileChange } from './followedFile';

export interface FileNews {
  readonly path: string;
  readonly change: FileChange;
}

/** What has come since the last look. */
export interface Look {
  /** Of each file, series or dump, in its order. */
  readonly steps: readonly (readonly RankStep[])[];
  readonly news: readonly FileNews[];
}

/** Where step times of one job come from: files of lines, databases, dumps, a server. */
export interface StepSource {
  /** Rejects for what the user has to put right (a `PatternError`), never for what a file system or a server does. */
  look(): Promise<Look>;
  /** As of what the last look has answered, as plain data. */
  save(): unknown;
  /** Files, series, dumps. */
  readonly count: number;
  readonly status: readonly SourceStatus[];
  /** What has been written before and is still to be read: a look reads so much and no more. Undefined: looks read all there is. */
  readonly unreadBytes?: number;
  /** The job has said that it is done, and has told of no step since. */
  readonly isEnded: boolean;
  /** It tells of some steps now and then: that none comes says nothing of the job. */
  readonly isSporadic?: true;
}
