import { expect, test } from 'vitest';
import { jobState, type StateFacts } from '../../../../src-watch/rule/jobState';

const facts: StateFacts = {
  ...{ lastStep: 50, baseline: { meanNs: 1, deviationNs: 1 }, isAtRisk: false, isStalled: false, isEnded: false },
  profile: 'none',
};

test.each([
  ['waiting', { lastStep: undefined, baseline: undefined }],
  ['no-baseline', { baseline: undefined }],
  ['flat', { baseline: { meanNs: 1, deviationNs: 0 } }],
  ['watching', {}],
  ['at-risk', { isAtRisk: true }],
  ['profiling', { isAtRisk: true, profile: 'under-way' }],
  ['report-ready', { isAtRisk: true, profile: 'ready' }],
  // Another start of the job, whose report is of the one before.
  ['no-baseline', { baseline: undefined, profile: 'ready' }],
  ['stalled', { isStalled: true, profile: 'under-way' }],
  ['ended', { isStalled: true, isEnded: true, profile: 'ready' }],
] as const)('%s', (state, own) => {
  expect(jobState({ ...facts, ...own })).toBe(state);
});
