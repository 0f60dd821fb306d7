/** The state of a job in one word: ModelArts' states, and the one it lacks, a job that stands still. */
import type { LiveStatus } from '../../src-contract';
import type { Baseline } from '../../src-worker/model/stepSeries/kSigma';

export interface StateFacts {
  /** Undefined: there has been no step since the job began. */
  readonly lastStep: number | undefined;
  readonly baseline: Baseline | undefined;
  readonly isAtRisk: boolean;
  readonly isStalled: boolean;
  /** It has said so itself, or told of its last step. */
  readonly isEnded: boolean;
  /** Of the last alarm. */
  readonly profile: 'none' | 'under-way' | 'ready';
}

/** What matters most to whoever looks: that nothing runs any more, then what is done about it, then how it goes. */
export function jobState(facts: StateFacts): LiveStatus {
  const { lastStep, baseline, isAtRisk, isStalled, isEnded, profile } = facts;
  if (isEnded) return 'ended';
  if (isStalled) return 'stalled';
  if (profile === 'under-way') return 'profiling';
  if (lastStep === undefined) return 'waiting';
  if (!baseline) return 'no-baseline';
  if (profile === 'ready') return 'report-ready';
  if (baseline.deviationNs === 0) return 'flat';
  return isAtRisk ? 'at-risk' : 'watching';
}
