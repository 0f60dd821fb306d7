import { expect, test } from 'vitest';
import { zoomKeyOf } from '../../../../src-renderer/base/zoomKeys';

const press = (code: string, key: string, ctrlKey = false) =>
  zoomKeyOf({ code, key, ctrlKey, metaKey: false, altKey: false });

test('keys that zoom are known by their place, and by what is printed on them elsewhere', () => {
  // An input method at work, a keyboard of another language, the number pad.
  expect([press('Equal', 'Process'), press('Minus', 'Process'), press('Digit0', 'Process')]).toEqual([
    'in',
    'out',
    'whole',
  ]);
  expect([press('Digit0', 'à'), press('NumpadAdd', '+'), press('Numpad0', 'Insert')]).toEqual(['whole', 'in', 'whole']);
  expect([press('BracketRight', '+'), press('Slash', '-')]).toEqual(['in', 'out']);
  expect([press('Digit0', '0', true), press('KeyW', 'w'), press('Slash', '/')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
