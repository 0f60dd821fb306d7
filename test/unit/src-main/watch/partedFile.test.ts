import { expect, test } from 'vitest';
import { partOfFile } from '../../../../src-main/watch/partedFile';

test('parts of one rank of one process belong together, in the order of their instants', () => {
  const first = partOfFile('/m/msmonitor_77_20250912133501123_3.jsonl');
  const second = partOfFile('/m/msmonitor_77_20250912133601123_3.jsonl');
  expect(second.whole).toBe(first.whole);
  expect(first.at < second.at).toBe(true);
  // Instants of fewer digits are smaller numbers.
  expect(partOfFile('/m/msmonitor_77_999_3.jsonl').at < first.at).toBe(true);
  const others = ['/m/msmonitor_78_20250912133501123_3.jsonl', '/m/msmonitor_77_20250912133501123_4.jsonl'];
  for (const path of [...others, '/n/msmonitor_77_20250912133501123_3.jsonl'])
    expect(partOfFile(path).whole).not.toBe(first.whole);
});

test('any other file is a whole by itself', () => {
  for (const path of ['/m/train.log', '/m/rank_3.log', '/m/msmonitor_77_20250912133501123_3.db', '/m/steps.jsonl'])
    expect(partOfFile(path)).toEqual({ whole: path, at: '' });
});
