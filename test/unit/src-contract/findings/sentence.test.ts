import { expect, test } from 'vitest';
import { sentence, sentenceText } from '../../../../src-contract/findings/sentence';
import { sentencesEn } from '../../../../src-contract/findings/sentencesEn';
import { sentencesZh } from '../../../../src-contract/findings/sentencesZh';

/** `{lost:time}` of a text, without repetitions, and without words that go by the number. */
const placeholders = (text: string) =>
  [...new Set(text.match(/\{[^}]*\}/g)?.map((own) => own.replace(/\|.*\}/, '}')))].sort();

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

test('one has its own word', () => {
  const text = (count: number) => sentenceText(sentence('allocator.cause', { count, longest: 2e6 }), 'en');
  expect(text(1)).toBe('1 call a step allocates or frees device memory, 2 ms at the longest.');
  expect(text(2)).toBe('2 calls a step allocate or free device memory, 2 ms at the longest.');
  expect(text(0.5)).toMatch(/^0\.5 calls a step allocate /);
});

test('names of the dump are values: what looks like a placeholder in them stays as it is', () => {
  expect(sentenceText(sentence('compile.cause', { count: 1, total: 1, name: '{total:time}' }), 'en')).not.toContain(
    '{',
  );
  expect(sentenceText(sentence('copy.cause', { count: 2, name: '{count}<b>' }), 'en')).toContain('{count}<b>');
});

test('of several ranks the least and the most stand in the title, in one unit', () => {
  const values = { ranks: [0, 1], lost: 14_800_000, share: 0.112, lostLeast: 900_000, shareLeast: 0.0068 };
  const title = (own: typeof values, language: 'en' | 'zh') => sentenceText(sentence('compile.title', own), language);
  expect(title(values, 'en')).toBe('Ranks 0 and 1: compiling operators costs 0.9–14.8 ms a step (0.68–11.2 %)');
  expect(title(values, 'zh')).toBe('Rank 0、1：编译算子每个 Step 损失 0.9–14.8 ms（0.68–11.2 %）');
  // What is written the same is one number.
  const alike = { ...values, lostLeast: 14_799_000, shareLeast: 0.11199 };
  expect(title(alike, 'en')).toBe('Ranks 0 and 1: compiling operators costs 14.8 ms a step (11.2 %)');
});

test('lists are joined as the language does', () => {
  const missing = sentence('trust.files', { files: ['a.csv', 'b.csv'], ranks: [1] });
  expect(sentenceText(missing, 'en')).toContain('(a.csv, b.csv)');
  expect(sentenceText(missing, 'zh')).toContain('（a.csv、b.csv）');
});
