import { describe, expect, it } from 'vitest';
import type { Notice } from '../../../../../src-contract';
import { lanePlace, placeText } from '../../../../../src-renderer/timeline/panels/lanePlace';
import { noticeLines } from '../../../../../src-renderer/timeline/panels/noticeLines';
import { scopeLanes, scopeOptions } from '../../../../../src-renderer/timeline/panels/scope/laneScope';
import { dumpState, laneGroup, laneId, rankState, sliceLane } from '../../../../fixtures/dumpState';

/** What would be translated. */
const key = (name: string) => name;

describe('scopeOptions', () => {
  it('offers everything, each rank, each process with slices', () => {
    const ranks = [
      rankState(0),
      rankState(1, { groups: [laneGroup(110, [sliceLane(111)]), laneGroup(120, [sliceLane(121)], { name: 'CANN' })] }),
    ];
    const withLanes = scopeOptions({ ranks }, key).map(({ key: option, label }) => [
      option,
      label,
      scopeLanes({ ranks }, option).join(),
    ]);
    // Slices and counters.
    expect(withLanes).toEqual([
      ['all', undefined, '11,12,111,121'],
      ['rank:0', 'Rank 0', '11,12'],
      ['rank:1', 'Rank 1', '111,121'],
      ['group:10', 'Rank 0 · Process 10', '11,12'],
      ['group:110', 'Rank 1 · Process 110', '111'],
      ['group:120', 'Rank 1 · CANN', '121'],
    ]);
  });

  it('does not repeat a single rank', () => {
    expect(scopeOptions(dumpState(), key).map(({ key: option, label }) => [option, label])).toEqual([
      ['all', undefined],
      ['group:10', 'Process 10'],
    ]);
  });
});

describe('lines of the Messages panel', () => {
  const notice: Notice = { code: 'empty-file', severity: 'warning', message: 'Empty.', params: {} };
  it('are those of the dump, then those of the ranks that have any, under their names', () => {
    const skipped = [{ notice, eventCount: 3, byteOffsets: [7] }];
    const ranks = [rankState(0), rankState(1, { notices: [notice, notice], skipped }), rankState(2, { skipped })];
    const lines = noticeLines(dumpState({ title: 'job', notices: [notice], ranks }));
    expect(lines.map((line) => (line.kind === 'heading' ? line.title : line.kind))).toEqual([
      ...['job', 'notice'],
      ...['Rank 1', 'notice', 'notice', 'skipped'],
      ...['Rank 2', 'skipped'],
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it('are none where nothing is amiss', () => {
    expect(noticeLines(dumpState())).toEqual([]);
  });
});

describe('places of lanes', () => {
  it('name the rank only where there are several', () => {
    const place = lanePlace(rankState(1), laneId(111));
    expect(placeText(place, 2, key)).toBe('Rank 1 · Process 110 · Thread 111');
    expect(placeText(place, 1, key)).toBe('Process 110 · Thread 111');
    expect(placeText(lanePlace(rankState(1), laneId(11)), 2, key)).toBe('');
    expect(placeText(lanePlace(undefined, laneId(111)), 2, key)).toBe('');
    const own = place && { ...place, group: { ...place.group, isOwn: true as const } };
    expect(placeText(own, 2, key)).toBe('Rank 1 · made.own · Thread 111');
  });
});
