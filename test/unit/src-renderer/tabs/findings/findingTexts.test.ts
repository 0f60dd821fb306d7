import { expect, test } from 'vitest';
import { sentencesEn } from '../../../../../src-contract/findings/sentencesEn';
import type { StringTree } from '../../../../../src-renderer/base/i18n/mergeStrings';
import { findingKey } from '../../../../../src-renderer/tabs/findings/findingKeys';
import { codeParts, findingMarkdown } from '../../../../../src-renderer/tabs/findings/findingText';
import { keyOf, limitText, typedLimit } from '../../../../../src-renderer/tabs/findings/limitText';
import { strings as en } from '../../../../../src-renderer/tabs/findings/stringsEn';
import { strings as zh } from '../../../../../src-renderer/tabs/findings/stringsZh';
import { FIXED_THRESHOLDS } from '../../../../../src-worker/analysis/report';
import { allRules } from '../../../../../src-worker/analysis/rules/allRules';
import { madeFinding } from '../../../../fixtures/findings';

test('each limit that may be changed has a name in both languages', () => {
  const ids = allRules.flatMap(({ thresholds }) => thresholds).filter((id) => !FIXED_THRESHOLDS.has(id));
  const lacking = (names: StringTree) => [...new Set(ids)].filter((id) => names[keyOf(id)] === undefined);
  expect([lacking(en.findings.threshold), lacking(zh.findings.threshold)]).toEqual([[], []]);
});

test('limits are typed as per cent, ms and MB, and read back as they were', () => {
  const all = [
    ['ratio', 0.1, '10'],
    ['ratio', 0.000_4, '0.04'],
    ['ratio', 1.05, '105'],
    ['ns', 10_000_000, '10'],
    ['bytes', 16_000_000, '16'],
    ['count', 20, '20'],
    ['deviations', 3, '3'],
  ] as const;
  for (const [unit, value, text] of all) {
    expect(limitText({ unit, value })).toBe(text);
    expect(typedLimit(text, unit)).toBe(value);
  }
  expect(typedLimit('2,5', 'ratio')).toBe(0.025);
  expect(['', ' ', 'x', '-1', 'Infinity'].map((text) => typedLimit(text, 'ratio'))).toEqual(Array(5).fill(undefined));
});

test('settings within advice are told from what is around them', () => {
  const code = (text: string) => codeParts(text).filter(({ isCode }) => isCode);
  const whole = (text: string) =>
    codeParts(text)
      .map((part) => part.text)
      .join('');
  expect(code(sentencesEn['A2.advice.queue']).map(({ text }) => text)).toEqual(['TASK_QUEUE_ENABLE=2']);
  expect(code(sentencesEn['A2.advice.governor']).map(({ text }) => text)).toEqual([
    'cpupower frequency-set -g performance',
  ]);
  expect(code(sentencesEn['dataloader.advice.workers']).map(({ text }) => text)).toEqual([
    'DataLoader(num_workers=…, prefetch_factor=…)',
    'num_parallel_workers',
    'prefetch_size',
  ]);
  expect(code('Pad the tensors that are sent to a multiple of 512 bytes.')).toEqual([]);
  const changed = Object.values(sentencesEn).filter((text) => whole(text) !== text);
  expect(changed).toEqual([]);
});

test('what is copied has the names of the dump as text', () => {
  const finding = madeFinding('a', {
    cause: { id: 'A2.cause.launch', values: { part: 1e6, delay: 1e3 } },
    title: { id: 'C8.title', values: { ranks: [5], lost: 96e6, share: 0.7 } },
    effects: [{ id: 'C2.fine', values: { transport: '<b>*x*</b>' } }],
  });
  const text = findingMarkdown(finding, 'en');
  expect(text).toContain('**Rank 5 comes late to collectives: the others wait 96 ms a step for it alone (70 %)**');
  expect(text).toContain('\\<b\\>\\*x\\*\\</b\\>');
  expect(text).toContain('TASK\\_QUEUE\\_ENABLE=2');
  expect(findingMarkdown(finding, 'zh')).toContain('设置');
});

test('keys go through the list, open and close, and leave letters to others', () => {
  const place = { ids: ['a', 'b', 'c'], current: 'b', open: new Set(['b']) };
  const key = (code: string, held: Partial<KeyboardEvent> = {}, at = place) =>
    findingKey({ code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }, at);
  expect(key('ArrowDown')).toEqual({ kind: 'focus', id: 'c' });
  expect(key('ArrowDown', {}, { ...place, current: 'c' })).toEqual({ kind: 'focus', id: 'c' });
  expect(key('ArrowUp')).toEqual({ kind: 'focus', id: 'a' });
  expect([key('Home')?.id, key('End')?.id]).toEqual(['a', 'c']);
  expect(key('ArrowLeft')).toEqual({ kind: 'toggle', id: 'b' });
  expect(key('ArrowRight', {}, { ...place, current: 'a' })).toEqual({ kind: 'toggle', id: 'a' });
  expect(key('Enter')).toEqual({ kind: 'toggle', id: 'b' });
  expect(key('Enter', { shiftKey: true })).toEqual({ kind: 'evidence', id: 'b' });
  expect(key('KeyC', { ctrlKey: true })).toEqual({ kind: 'copy', id: 'b' });
  expect([key('KeyC'), key('KeyW'), key('ArrowDown', { altKey: true })]).toEqual([undefined, undefined, undefined]);
});
