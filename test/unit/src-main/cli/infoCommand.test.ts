import { expect, test } from 'vitest';
import type { DumpId, DumpState, RankIndex, RankState } from '../../../../src-contract';
import { infoLines } from '../../../../src-main/cli/infoCommand';
import { readyState } from '../support/fakeEngine';

const rank: RankState = {
  index: 0 as RankIndex,
  rank: 0,
  label: 'Rank 0',
  folder: '/job/rank0',
  status: 'ready',
  progress: { bytesDone: 1, bytesTotal: 1, eventsDone: 1 },
  generation: 1,
  startNs: 0,
  endNs: 1,
  groups: [],
  eventCounts: { X: 4384, C: 4431 },
  flowCategories: [{ name: 'async_npu', linkCount: 210, unpairedCount: 1 }],
  files: [],
  skipped: [
    {
      notice: { code: 'bad-time', severity: 'warning', message: 'Events without a time.', params: {} },
      eventCount: 2,
      byteOffsets: [1024, 2048],
    },
  ],
  notices: [],
};

test('what is in a dump, with what is missing from it', () => {
  const state: DumpState = { ...readyState('d' as DumpId, ['/job']), ranks: [rank], openMs: 412 };
  expect(infoLines(state)).toEqual([
    'Opened job: 1 rank, 0 lanes, 8,815 events, 2 skipped in 0.41 s',
    '',
    'Rank 0  /job/rank0',
    '  8,815 events: 4,431 C, 4,384 X',
    '  0 lanes',
    '  flow async_npu: 210 joined, 1 not',
    '  skipped 2: Events without a time. (at byte 1,024, 2,048)',
  ]);
});

test('a dump that failed: the sentence of its error', () => {
  const state: DumpState = {
    ...readyState('d' as DumpId, ['/job']),
    status: 'failed',
    notices: [
      { code: 'odd', severity: 'info', message: 'Odd.', params: {} },
      { code: 'not-json', severity: 'error', message: 'This is not JSON.', params: {} },
    ],
  };
  expect(infoLines(state)[0]).toBe('Could not open job: This is not JSON.');
});
