import { expect, test } from 'vitest';
import { plainText } from '../../../../src-watch/lines/plainText';

test('what a terminal takes as orders is no text', () => {
  const orders = [
    ...['\u001b[31m', '\u001b[0m', '\u001b[2K', '\u001b[1;31;40m', '\u001b[?25l', '\u001b[A'],
    ...['\u001b]0;title\u0007', '\u001b]8;;http://x\u001b\\', '\u001bM'],
  ];
  expect(plainText(orders.map((own, at) => `${at}${own}`).join(''))).toBe('012345678');
  expect(plainText('nothing to take away')).toBe('nothing to take away');
});

test('an order without an end takes what is behind it, and no time', () => {
  const start = performance.now();
  expect(plainText(`a\u001b]${'x'.repeat(4_000)}`)).toBe('a');
  expect(plainText('\u001b['.repeat(2_000)).length).toBeLessThan(4_001);
  expect(performance.now() - start).toBeLessThan(1_000);
});
