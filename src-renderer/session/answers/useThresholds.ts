import type { Thresholds } from '../../../src-contract';
import { useAnswer } from './useAnswer';

/** The values that verdicts depend on, for sentences to quote; undefined until they are there. */
export function useThresholds(): Thresholds | undefined {
  return useAnswer('job.thresholds', {}).value;
}
