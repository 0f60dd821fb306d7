import { expect, test } from 'vitest';
import { DrawnTo } from '../../../../src-renderer/timeline/overlay/marks';

test('marks that add less than a pixel to the last of their row are drawn once', () => {
  const drawn = new DrawnTo();
  expect(drawn.has('a', 10, 10.2)).toBe(false);
  expect(drawn.has('a', 10.5, 10.9)).toBe(true);
  expect(drawn.has('b', 10.5, 10.9)).toBe(false);
  // Further from the first one that was drawn, not from the one that was not.
  expect(drawn.has('a', 10.9, 11.3)).toBe(false);
  expect(drawn.has('a', 11, 30)).toBe(false);
  expect(drawn.has('a', 5, 12)).toBe(false);
});
