/** PerfTracker’s report: how functions behave on the ranks, and where one rank’s do not behave as the others’. */
import type { FindingEvidence, FindingsQuestion } from './findings';

/** In the order in which PerfTracker’s report has them. */
export type FunctionClass = 'compute' | 'memory' | 'communication' | 'runtime' | 'python';

/** Of data that a collective moves, seen from the rank. */
export type FunctionDirection = 'send' | 'receive' | 'both';

export interface PatternReport {
  readonly version: 1;
  /** Ranks with data. */
  readonly rankCount: number;
  /** Computing over the window; undefined without any rank. */
  readonly utilisation?: DeviceUtilisation;
  /** By class, then by bottleneck ratio. */
  readonly functions: readonly FunctionReport[];
}

/** 0 to 1. */
export interface DeviceUtilisation {
  readonly min: number;
  readonly median: number;
  readonly max: number;
  readonly abnormal: readonly { readonly rank: number; readonly utilisation: number }[];
}

/** One function over all ranks. NaN: not known. */
export interface FunctionReport {
  readonly class: FunctionClass;
  /** Of Python the path, outermost frame first, joined with "|". */
  readonly name: string;
  /** Shapes, or grid and block, of a kernel; ''. */
  readonly detail: string;
  /** Of collectives; '' where nothing tells. */
  readonly transport: string;
  readonly direction?: FunctionDirection;
  readonly rankCount: number;
  /** Mean over all ranks with data; a rank without the function has 0. */
  readonly meanBeta: number;
  readonly maxBeta: number;
  /** Median over the ranks of their medians. */
  readonly medianNs: number;
  /** Over all executions of all ranks. */
  readonly meanNs: number;
  /** Collectives: the rank that is nearest to all others. */
  readonly normal?: FunctionOnRank;
  /** Furthest from the others first, the first few. */
  readonly abnormal: readonly FunctionOnRank[];
  readonly abnormalCount: number;
}

export interface FunctionOnRank {
  readonly rank: number;
  /** Exposed time over the window, 0 to 1. */
  readonly beta: number;
  /** Mean L1 distance of (β, µ, σ) to the rank’s peers, 0 to 3. */
  readonly difference: number;
  readonly count: number;
  readonly meanNs: number;
  /** Over the median of its peers: 1.2 takes 20 % longer. */
  readonly relative: number;
  readonly throughputGBps: number;
  readonly throughputDeviation: number;
  /** Of what the transport reaches at best, 0 to 1. */
  readonly throughputShare: number;
  /** Its longest execution. */
  readonly longest?: FindingEvidence;
}

export interface PatternTables {
  /** One row a function of the class, over all ranks, with its longest execution (`rankIndex`, `slice`, `generation`). */
  'findings.functions': FindingsQuestion & { readonly class: FunctionClass };
  /** One row a rank that has the function; `key`: as the row of the function has it. */
  'findings.functionRanks': FindingsQuestion & { readonly class: FunctionClass; readonly key: string };
}

export interface PatternQuestions {
  'findings.patterns': { readonly question: FindingsQuestion; readonly answer: PatternReport };
}
