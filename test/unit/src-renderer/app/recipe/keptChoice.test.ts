import { expect, test } from 'vitest';
import { readChoice } from '../../../../../src-renderer/app/recipe/keptChoice';
import { usualChoice } from '../../../../../src-report/recipe/choices';

test('what was chosen comes back', () => {
  const choice = {
    ...usualChoice('host', 'mindspore'),
    ranks: [0, 3],
    unit: 'epoch',
    output: '/a "b"',
    count: 4,
  } as const;
  expect(readChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
});

test('of what is no choice, or none that can be written, the usual one is taken', () => {
  expect(readChoice({})).toEqual(usualChoice('step', 'torch_npu'));
  expect(readChoice({ question: 'why', collector: 7, level: '9', unit: 'day' })).toEqual(
    usualChoice('step', 'torch_npu'),
  );
  for (const broken of [{ count: 99 }, { ranks: ['x'] }, { output: '' }, { skipped: -1 }])
    expect(readChoice({ question: 'memory', collector: 'msprof', ...broken })).toEqual(usualChoice('memory', 'msprof'));
});
