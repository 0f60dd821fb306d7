import { expect, test } from 'vitest';
import { stepBeside } from '../../../../src-renderer/timeline/overview/goToStep';
import { centredView, draggedView, zoneAt } from '../../../../src-renderer/timeline/overview/windowGesture';

test('a window has edges to be resized by and a middle to be dragged by, however narrow it is', () => {
  const zones = (left: number, right: number, xs: readonly number[]) => xs.map((x) => zoneAt(x, left, right));
  expect(zones(100, 200, [94, 95, 105, 106, 150, 194, 195, 205, 206])).toEqual([
    'outside',
    'start',
    'start',
    'inside',
    'inside',
    'inside',
    'end',
    'end',
    'outside',
  ]);
  expect(zones(100, 104, [97, 102, 107])).toEqual(['start', 'inside', 'end']);
  // What is wide as the strip can be pressed everywhere.
  expect(zones(0, 10, [0, 5, 10])).toEqual(['start', 'inside', 'end']);
});

test('it is moved as it was pressed, and an edge that is dragged past the other changes places with it', () => {
  const view = { startNs: 100, endNs: 200 };
  expect(draggedView('inside', view, 30)).toEqual({ startNs: 130, endNs: 230 });
  expect(draggedView('outside', view, -30)).toEqual({ startNs: 70, endNs: 170 });
  expect(draggedView('start', view, 30)).toEqual({ startNs: 130, endNs: 200 });
  expect(draggedView('end', view, 30)).toEqual({ startNs: 100, endNs: 230 });
  expect(draggedView('start', view, 150)).toEqual({ startNs: 200, endNs: 250 });
  expect(draggedView('end', view, -150)).toEqual({ startNs: 50, endNs: 100 });
  expect(centredView(view, 1_000)).toEqual({ startNs: 950, endNs: 1_050 });
});

test('one goes from step to step', () => {
  const steps = [10, 11, 13].map((number, at) => ({ number, startNs: 100 * at, endNs: 100 * at + 90 }));
  const beside = (ns: number, way: 'next' | 'previous') => stepBeside(steps, ns, way)?.number;
  expect([beside(-1, 'next'), beside(50, 'next'), beside(145, 'next'), beside(245, 'next')]).toEqual([
    10,
    11,
    13,
    undefined,
  ]);
  expect([beside(245, 'previous'), beside(145, 'previous'), beside(45, 'previous')]).toEqual([11, 10, undefined]);
});
