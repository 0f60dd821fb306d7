import { expect, test } from 'vitest';
import { sentence, sentenceText } from '../../../../src-contract/findings/sentence';
import { sentencesEn } from '../../../../src-contract/findings/sentencesEn';
import { sentencesZh } from '../../../../src-contract/findings/sentencesZh';

/** `{lost:time}` of a text, without repetitions. */
const placeholders = (text: string) => [...new Set(text.match(/\{[^}]*\}/g))].sort();

test('both languages have all sentences, with the same values', () => {
  expect(Object.keys(sentencesZh).sort()).toEqual(Object.keys(sentencesEn).sort());
  const different = Object.entries(sentencesEn).filter(
    ([id, text]) => `${placeholders(text)}` !== `${placeholders(sentencesZh[id as keyof typeof sentencesEn])}`,
  );
  expect(different.map(([id]) => id)).toEqual([]);
});

test('times, shares, sizes and ranks in words', () => {
  const values = { ranks: [3], lost: 96_006_259, share: 0.703 };
  expect(sentenceText(sentence('C8.title', values), 'en')).toBe(
    'Rank 3 comes late to collectives: the others wait 96 ms a step for it alone (70.3 %)',
  );
  expect(sentenceText(sentence('C8.title', { ...values, ranks: [0, 1, 2, 3, 4, 5] }), 'zh')).toMatch(
    /^Rank 0、1、2、3 等 6 个 在集合通信中迟到：其他 Rank 每个 Step 仅为它等待 96 ms（70.3 %）$/,
  );
  expect(sentenceText(sentence('D2.advice', { ranks: [0, 1] }), 'en')).toContain('Ranks 0 and 1');
  expect(sentenceText(sentence('trust.clock', { count: 4, error: 1_500 }), 'en')).toContain('±1.5 µs');
});

test('names of the dump are values: what looks like a placeholder in them stays as it is', () => {
  expect(sentenceText(sentence('compile.cause', { count: 1, total: 1, name: '{total:time}' }), 'en')).not.toContain(
    '{',
  );
  expect(sentenceText(sentence('copy.cause', { count: 2, name: '{count}<b>' }), 'en')).toContain('{count}<b>');
});
