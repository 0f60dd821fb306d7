import { expect, test } from 'vitest';
import { deviceFirst } from '../../../../../src-renderer/session/lanes/laneOrder';
import { laneGroup } from '../../../../fixtures/dumpState';

test('what the device did comes first, also that of a GPU; groups of one kind stay as they are', () => {
  const group = (id: number, kind: 'python' | 'hardware' | 'communication' | 'counters' | 'other', labels = 'CPU') =>
    laneGroup(id, [], { kind, labels });
  const groups = [
    group(1, 'counters'),
    group(2, 'python'),
    group(3, 'other'),
    group(4, 'communication'),
    group(5, 'python', 'GPU 0'),
    group(6, 'hardware'),
    group(7, 'python'),
  ];
  expect(deviceFirst(groups).map(({ id }) => id)).toEqual([5, 6, 4, 2, 7, 3, 1]);
  expect(groups.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
