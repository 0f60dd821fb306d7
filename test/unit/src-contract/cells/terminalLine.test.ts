import { expect, test } from 'vitest';
import { terminalLine } from '../../../../src-contract/cells/terminalLine';

test('nothing that a terminal obeys is left, and everything else is', () => {
  expect(terminalLine('\u001b]0;PWNED\u0007\u001b[2J red')).toBe('\\u001b]0;PWNED\\u0007\\u001b[2J red');
  expect(terminalLine('blink\r\nerror: fake line')).toBe('blink\\u000d\\u000aerror: fake line');
  expect(terminalLine('\u009b31m\u0085\u007f\t')).toBe('\\u009b31m\\u0085\\u007f\\u0009');
  expect(terminalLine('a\u202etxt.exe\u2066')).toBe('a\\u202etxt.exe\\u2066');
  expect(terminalLine('MatMul → 算子 "x" é 😀 \\n')).toBe('MatMul → 算子 "x" é 😀 \\n');
});
