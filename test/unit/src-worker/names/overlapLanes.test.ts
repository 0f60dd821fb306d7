import { expect, test } from 'vitest';
import { timePartOf } from '../../../../src-worker/names/overlapLanes';

test('lanes that split the device’s time, as today’s profilers and older MindSpore name them', () => {
  expect(['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'].map(timePartOf)).toEqual([
    'computing',
    'communication',
    'exposed',
    'free',
  ]);
  expect(['Merged Computation', 'Merged Communication', 'Pure Communication', 'Free Time'].map(timePartOf)).toEqual([
    'computing',
    'communication',
    'exposed',
    'free',
  ]);
  expect(['Stream 1', 'toString', ''].map(timePartOf)).toEqual([undefined, undefined, undefined]);
});
