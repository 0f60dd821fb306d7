import { expect, test } from 'vitest';
import { headText } from '../../../scripts/lib/helpIfAsked.mjs';

test('the head of a script is its first comment, without stars', () => {
  expect(headText('/**\n * One, `--two`:\n *\n *     three\n */\nconst four = 4; /* five */')).toBe(
    'One, `--two`:\n\n    three',
  );
  expect(headText('/** One. */')).toBe('One.');
  expect(headText('const one = 1;')).toBe('');
});
