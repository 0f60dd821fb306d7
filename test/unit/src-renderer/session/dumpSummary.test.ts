import { describe, expect, it } from 'vitest';
import type { DumpState, Notice } from '../../../../src-contract';
import {
  dumpScreenOf,
  dumpTotals,
  flowCategoriesOf,
  progressShare,
  readingStage,
  totalsParts,
} from '../../../../src-renderer/session/dumpSummary';
import { flowCategoryNames } from '../../../../src-renderer/timeline/flowColours';
import { dumpState, rankState } from '../../../fixtures/dumpState';

const notice = (severity: Notice['severity']): Notice => ({ code: 'x', severity, message: 'x', params: {} });

describe('dumpTotals', () => {
  it('adds up all ranks', () => {
    const skipped = [{ notice: notice('warning'), eventCount: 4, byteOffsets: [] }];
    const dump = dumpState({
      ranks: [
        rankState(0, { skipped, notices: [notice('info')] }),
        rankState(1, { groups: [], status: 'no-timeline' }),
      ],
      notices: [notice('error'), notice('warning')],
    });
    expect(dumpTotals(dump)).toEqual({
      rankCount: 2,
      timelineRankCount: 1,
      laneCount: 2,
      eventCount: 6,
      skippedCount: 4,
      warningCount: 2,
    });
  });
});

describe('totalsParts', () => {
  const keys = (ranks: DumpState['ranks'], jobFiles: number, isReading = false) =>
    totalsParts(dumpTotals(dumpState({ ranks })), jobFiles, isReading).map(({ key, count }) => [key, count]);
  const without = rankState(0, { groups: [], status: 'no-timeline' });

  it('tells of what is there', () => {
    const timeline = [
      ['count.ranks', 1],
      ['count.lanes', 2],
      ['count.events', 3],
    ];
    expect(keys([rankState(0)], 0)).toEqual(timeline);
    expect(keys([rankState(0)], 4)).toEqual(timeline);
    expect(keys([], 4)).toEqual([['count.jobFiles', 4]]);
    expect(keys([without, without], 0)).toEqual([
      ['count.ranks', 2],
      ['count.noTimeline', 2],
    ]);
  });

  it('counts from nothing while a timeline may still come', () => {
    expect(keys([without], 0, true)).toEqual([
      ['count.ranks', 1],
      ['count.lanes', 0],
      ['count.events', expect.any(Number)],
    ]);
  });
});

describe('dumpScreenOf', () => {
  const [withLanes, without] = [rankState(0), rankState(0, { groups: [], status: 'no-timeline' })];
  it.each([
    ['workspace', 'indexing', [withLanes]],
    ['workspace', 'cancelled', [withLanes]],
    ['workspace', 'ready', [without]],
    ['loading', 'discovering', []],
    ['loading', 'indexing', [rankState(0, { groups: [], status: 'indexing' })]],
    ['failed', 'failed', []],
    ['failed', 'ready', [rankState(0, { groups: [], status: 'failed' })]],
    ['cancelled', 'cancelled', [rankState(0, { groups: [], status: 'cancelled' })]],
  ] as const)('%s while %s', (screen, status, ranks) => {
    expect(dumpScreenOf({ status, ranks, clusterFiles: [] })).toBe(screen);
  });

  it('is the workspace for a summary of a whole job, which has no ranks', () => {
    const clusterFiles = [{ path: '/job/cluster_analysis.db', sizeBytes: 1, role: 'table' }] as const;
    expect(dumpScreenOf({ status: 'ready', ranks: [], clusterFiles })).toBe('workspace');
    expect(dumpScreenOf({ status: 'discovering', ranks: [], clusterFiles: [] })).toBe('loading');
  });
});

describe('flowCategoriesOf', () => {
  it('sums by name, in the order of their colours', () => {
    const category = (name: string, linkCount: number, unpairedCount = 0) => ({ name, linkCount, unpairedCount });
    const ranks = [
      rankState(0, { flowCategories: [category('fwdbwd', 1), category('async_npu', 210, 2)] }),
      rankState(1, { flowCategories: [category('async_npu', 3, 1), category('HostToDevice', 5)] }),
    ];
    const categories = flowCategoriesOf({ ranks });
    expect(categories).toEqual([category('fwdbwd', 1), category('async_npu', 213, 3), category('HostToDevice', 5)]);
    expect(categories.map(({ name }) => name)).toEqual(flowCategoryNames(ranks));
  });
});

describe('readingStage', () => {
  const half = { bytesDone: 1, bytesTotal: 2, eventsDone: 3 };
  const shown = rankState(0).groups;

  it('says when what is shown is not all', () => {
    expect(shown.length).toBeGreaterThan(0);
    expect(readingStage({ progress: half, ranks: [rankState(0, { status: 'indexing', groups: [] })] })).toBe('reading');
    expect(readingStage({ progress: half, ranks: [rankState(0, { status: 'indexing' })] })).toBe('excerpts');
    expect(readingStage({ progress: half, ranks: [rankState(0, { status: 'ready' })] })).toBe('reading');
  });

  it('says when all is read and not done yet', () => {
    const progress = { ...half, bytesDone: 2 };
    expect(readingStage({ progress, ranks: [rankState(0, { status: 'indexing' })] })).toBe('arranging');
  });

  it('says when a damaged file is unpacked once more, which nothing else tells', () => {
    const progress = { ...half, bytesDone: 2 };
    const again = rankState(0, { status: 'indexing', progress: { ...progress, bytesAgain: 1 } });
    expect(readingStage({ progress, ranks: [again, rankState(1, { status: 'ready' })] })).toBe('again');
    expect(progressShare(again.progress)).toBe(0.5);
    // Others are read meanwhile: then how far these are is what there is to say.
    const other = rankState(1, { status: 'indexing', progress: half });
    expect(readingStage({ progress: half, ranks: [again, other] })).toBe('excerpts');
  });
});

describe('progressShare', () => {
  it('is not known without a size', () => {
    expect(progressShare({ bytesDone: 0, bytesTotal: 0, eventsDone: 0 })).toBeUndefined();
    expect(progressShare({ bytesDone: 1, bytesTotal: 4, eventsDone: 0 })).toBe(0.25);
  });
});
