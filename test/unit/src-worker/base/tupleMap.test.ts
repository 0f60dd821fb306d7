import { describe, expect, test } from 'vitest';
import { groupByTuple, TupleMap } from '../../../../src-worker/base/tupleMap';

describe('values by several keys together', () => {
  test('are found by all of them alone', () => {
    const values = new TupleMap<readonly [string, number], string>();
    values.set(['a', 1], 'first');
    values.set(['a', 2], 'second');
    values.set(['b', 1], 'third');
    values.set(['a', 1], 'first anew');
    expect(values.get(['a', 1])).toBe('first anew');
    expect(values.get(['a', 2])).toBe('second');
    expect(values.get(['b', 1])).toBe('third');
    expect(values.get(['b', 2])).toBeUndefined();
    expect(values.get(['c', 1])).toBeUndefined();
  });

  test('are no one text: where one key ends makes a difference', () => {
    const words = [
      { group: 'x', name: 'y\nz' },
      { group: 'x\ny', name: 'z' },
    ];
    expect(groupByTuple(words, ({ group, name }) => [group, name]).groups).toEqual([[words[0]], [words[1]]]);
  });
});

test('items by several keys stand in the order in which these come first', () => {
  const items = [
    { of: 'b', size: Number.NaN },
    { of: 'a', size: 1 },
    { of: 'b', size: Number.NaN },
    { of: 'a', size: 2 },
    { of: 'a', size: 1 },
  ];
  const { groups, of } = groupByTuple(items, ({ of, size }) => [of, size] as const);
  expect(groups).toEqual([[items[0], items[2]], [items[1], items[4]], [items[3]]]);
  expect(of.get(['a', 1])).toBe(groups[1]);
  expect(of.get(['a', 3])).toBeUndefined();
});
