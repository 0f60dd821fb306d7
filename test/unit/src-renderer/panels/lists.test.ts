import { describe, expect, it } from 'vitest';
import { laneIndex, placeText } from '../../../../src-renderer/panels/laneIndex';
import { sortedRows } from '../../../../src-renderer/panels/nameSorting';
import { scopeOptions } from '../../../../src-renderer/panels/statisticsScope';
import type { NameStatistics } from '../../../../src-worker/api';
import {
  dumpState,
  laneGroup,
  laneId,
  rankState,
  sliceDetails,
  sliceLane,
  sliceRef,
} from '../../../fixtures/dumpState';

const row = (name: string, count: number, totalNs: number): NameStatistics => ({
  name,
  count,
  totalNs,
  minNs: 1,
  maxNs: totalNs,
  colour: 0,
  longest: sliceDetails(sliceRef(0, 0)),
});

describe('sortedRows', () => {
  const rows = [row('b', 1, 90), row('a', 3, 60), row('c', 2, 60)];
  const names = (sorted: readonly NameStatistics[]) => sorted.map(({ name }) => name).join('');

  it('sorts by any column, equal rows keeping their order', () => {
    expect(names(sortedRows(rows, { column: 'name', isAscending: true }))).toBe('abc');
    expect(names(sortedRows(rows, { column: 'total', isAscending: false }))).toBe('bac');
    expect(names(sortedRows(rows, { column: 'count', isAscending: true }))).toBe('bca');
    expect(names(sortedRows(rows, { column: 'mean', isAscending: true }))).toBe('acb');
    expect(names(rows)).toBe('bac');
  });
});

describe('scopeOptions', () => {
  it('offers everything, each rank, each process with slices', () => {
    const ranks = [
      rankState(0),
      rankState(1, { groups: [laneGroup(110, [sliceLane(111)]), laneGroup(120, [sliceLane(121)], { name: 'CANN' })] }),
    ];
    expect(scopeOptions({ ranks }).map(({ key, label, lanes }) => [key, label, lanes.join()])).toEqual([
      ['all', undefined, '11,111,121'],
      ['rank:0', 'Rank 0', '11'],
      ['rank:1', 'Rank 1', '111,121'],
      ['group:10', 'Rank 0 · Process 10', '11'],
      ['group:110', 'Rank 1 · Process 110', '111'],
      ['group:120', 'Rank 1 · CANN', '121'],
    ]);
  });

  it('does not repeat a single rank', () => {
    expect(scopeOptions(dumpState()).map(({ key, label }) => [key, label])).toEqual([
      ['all', undefined],
      ['group:10', 'Process 10'],
    ]);
  });
});

describe('places of lanes', () => {
  it('name the rank only where there are several', () => {
    const places = laneIndex(dumpState({ ranks: [rankState(0), rankState(1)] }));
    expect(placeText(places.get(laneId(111)), 2)).toBe('Rank 1 · Process 110 · Thread 111');
    expect(placeText(places.get(laneId(111)), 1)).toBe('Process 110 · Thread 111');
    expect(placeText(places.get(laneId(999)), 2)).toBe('');
  });
});
