import { expect, test } from 'vitest';
import { arrivalGrid } from '../../../../../src-renderer/tabs/communication/arrivalGrid';

const seen = (op: string, arrivedNs: number, observer: number, peer: number, afterNs: number, isOutlying = false) => ({
  ...{ op, step: '10', groupKey: 'tp', observer, peer, isProfiled: 'yes', isOutlying, afterNs },
  arrivedNs,
});

test('ranks by number, collectives as they came about, each as the rank saw it that waited longest', () => {
  const grid = arrivalGrid([
    seen('second', 900, 0, 1, 50),
    seen('second', 900, 1, 0, 0),
    seen('first', 100, 0, 2, 70, true),
    seen('first', 100, 0, 1, 10),
    // What rank 1 saw of it is by another clock.
    seen('first', 100, 1, 2, 60, true),
  ]);
  expect(grid.ranks).toEqual([0, 1, 2]);
  expect(grid.collectives.map(({ op }) => op)).toEqual(['first', 'second']);
  expect([...grid.values]).toEqual([0, 0, 10, 50, 70, Number.NaN]);
  expect(grid.outlying).toEqual([{ row: 2, column: 0 }]);
});

test('the same name in another step, or group, is another collective', () => {
  const own = seen('allReduce', 1, 0, 1, 5);
  const grid = arrivalGrid([own, { ...own, step: '11', arrivedNs: 2 }, { ...own, groupKey: 'dp', arrivedNs: 3 }]);
  expect(grid.collectives.map(({ step, groupKey }) => `${step} ${groupKey}`)).toEqual(['10 tp', '11 tp', '10 dp']);
});

test('of more than a heat map takes, those that were waited for longest', () => {
  const grid = arrivalGrid(Array.from({ length: 1200 }, (_, at) => seen(`c${at}`, at, 0, 1, at)));
  expect(grid.collectives).toHaveLength(1000);
  expect(grid.collectives[0]?.op).toBe('c200');
  expect(arrivalGrid([])).toMatchObject({ ranks: [], collectives: [] });
});
