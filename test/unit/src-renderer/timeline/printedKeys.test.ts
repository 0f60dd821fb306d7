import { expect, test } from 'vitest';
import { printedKeys } from '../../../../src-renderer/timeline/keys';

test('a menu names the first key of what it offers, as it is printed on the machine that the window says it is on', () => {
  expect(printedKeys('note', false)).toEqual(['Alt', 'N']);
  expect(printedKeys('note', true)).toEqual(['⌥', 'N']);
  expect(printedKeys('no such command', true)).toEqual([]);
});
