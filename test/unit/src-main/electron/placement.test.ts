import { expect, test } from 'vitest';
import { type Area, placeWindow } from '../../../../src-main/electron/placement';

const laptop = { x: 0, y: 0, width: 1920, height: 1040 };
const beside = { x: 1920, y: -300, width: 2560, height: 1400 };

test('where it was, on whichever display', () => {
  for (const kept of [
    { x: 100, y: 50, width: 1200, height: 800 },
    { x: 2500, y: -200, width: 1800, height: 1000 },
  ]) {
    expect(placeWindow([laptop, beside], kept)).toEqual(kept);
  }
});

test('in the middle of the first display, when its own is gone, or it was never there', () => {
  const kept = { x: 2500, y: -200, width: 1800, height: 1000 };
  expect(placeWindow([laptop], kept)).toEqual({ x: 60, y: 20, width: 1800, height: 1000 });
  expect(placeWindow([laptop], undefined)).toEqual({ x: 160, y: 20, width: 1600, height: 1000 });
});

test('no larger than the display, no smaller than what can be used', () => {
  const small = { x: 0, y: 0, width: 1280, height: 680 };
  expect(placeWindow([small], { x: 0, y: 0, width: 2560, height: 1400 })).toEqual(small);
  expect(placeWindow([laptop], { x: 10, y: 10, width: 100, height: 100 })).toMatchObject({ width: 800, height: 500 });
});

test('wherever it was, its upper edge can be grasped', () => {
  const areas = [laptop, beside];
  const unreachable: Area[] = [];
  for (let x = -4000; x <= 6000; x += 250) {
    for (let y = -2000; y <= 2500; y += 125) {
      const placed = placeWindow(areas, { x, y, width: 1000, height: 700 });
      const canBeGrasped = areas.some(
        (area) =>
          placed.x + placed.width >= area.x + 100 &&
          placed.x <= area.x + area.width - 100 &&
          placed.y >= area.y &&
          placed.y <= area.y + area.height - 20,
      );
      if (!canBeGrasped) unreachable.push(placed);
    }
  }
  expect(unreachable).toEqual([]);
});

test('a second window stands beside the first', () => {
  const first = { x: 100, y: 50, width: 1200, height: 800 };
  expect(placeWindow([laptop], first, first)).toEqual({ x: 132, y: 82, width: 1200, height: 800 });
});
