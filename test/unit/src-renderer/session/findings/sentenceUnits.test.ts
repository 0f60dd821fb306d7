import { expect, test } from 'vitest';
import { withUnbroken } from '../../../../../src-renderer/session/findings/useFindings';

test('a number and its unit stay on one line, other words are left alone', () => {
  expect(withUnbroken('Rank 5: 96 ms a step (70.3 %)，84.8 ms）')).toBe(
    'Rank 5: 96\u202fms a step (70.3\u202f%)，84.8\u202fms）',
  );
  expect(withUnbroken('2 steps of 3 ranks, 4 buckets')).toBe('2 steps of 3 ranks, 4 buckets');
});
