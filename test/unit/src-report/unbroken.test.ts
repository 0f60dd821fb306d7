import { expect, test } from 'vitest';
import { unbrokenRange, withUnbroken, withUnbrokenRanges } from '../../../src-report/unbroken';

test('a number and its unit stay on one line, other words are left alone', () => {
  expect(withUnbroken('Rank 5: 96 ms a step (70.3 %)，84.8 ms）')).toBe(
    'Rank 5: 96\u202fms a step (70.3\u202f%)，84.8\u202fms）',
  );
  expect(withUnbroken('2 steps of 3 ranks, 4 buckets')).toBe('2 steps of 3 ranks, 4 buckets');
});

test('no line ends within a range; what has the same dash between words, or with spaces beside it, is no range', () => {
  expect(withUnbroken('每个 Step 损失 0.9–14.8 ms（0.68–11.2 %）')).toBe(
    '每个 Step 损失 0.9–\u206014.8\u202fms（0.68–\u206011.2\u202f%）',
  );
  expect(withUnbrokenRanges('0.9–14.8 ms')).toBe('0.9–\u206014.8 ms');
  expect(unbrokenRange(1, 3)).toBe(withUnbroken('1–3'));
  expect(withUnbroken('aten::add–2, 10 – 20')).toBe('aten::add–2, 10 – 20');
});
