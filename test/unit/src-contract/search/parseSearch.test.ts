import { describe, expect, test } from 'vitest';
import {
  nameFilter,
  parseSearch,
  plainSearch,
  type SearchOptions,
  withoutFilter,
} from '../../../../src-contract/search/parseSearch';

const parse = (input: string, options: Partial<SearchOptions> = {}) =>
  parseSearch(input, { ...plainSearch, ...options });
const found = (input: string, options?: Partial<SearchOptions>) => parse(input, options).search;

describe('the text between filters', () => {
  test.each([
    ['', undefined],
    ['mat mul', 'mat mul'],
    // Without filters every space counts.
    [' add ', ' add '],
    ['all  reduce dur>1ms', 'all  reduce'],
    ['dur>1ms all reduce', 'all reduce'],
    ['all dur>1ms reduce', 'all reduce'],
    ['"dur>1ms"', 'dur>1ms'],
    ['"a \\"b\\" \\\\" rank:1', 'a "b" \\'],
    ['"open', '"open'],
    // Not at the beginning of a word.
    ['xdur>1ms', 'xdur>1ms'],
    ['aten::mm', 'aten::mm'],
    ['duration', 'duration'],
  ])('%j is looked for as %j', (input, text) => expect(found(input)?.text).toBe(text));

  test('how it is looked for', () => {
    expect(found('a')).toMatchObject({ match: 'part', isCaseSensitive: false, inArgs: false });
    expect(found('a', { isWholeWord: true, isCaseSensitive: true })).toMatchObject({
      match: 'word',
      isCaseSensitive: true,
    });
    expect(found('a+', { isPattern: true, isWholeWord: true })).toMatchObject({ match: 'pattern', text: 'a+' });
    expect(found('a', { inArgs: true })?.inArgs).toBe(true);
    // There is nothing to look for in args.
    expect(found('dur>1ms', { inArgs: true })?.inArgs).toBe(false);
  });

  test('a name that is all of it, as a row of statistics asks for it', () => {
    for (const name of ['aten::mm', 'a "quoted" \\ name', 'dur>1ms', '( [', ''].slice(0, 4))
      expect(found(nameFilter(name), { isPattern: true })).toMatchObject({
        text: name,
        match: 'exact',
        isCaseSensitive: true,
      });
  });
});

describe('durations', () => {
  test.each([
    ['dur>1ms', 1_000_001, undefined],
    ['dur>=1ms', 1_000_000, undefined],
    ['dur<2us', undefined, 1999],
    ['dur<=2us', undefined, 2000],
    ['dur=5ns', 5, 5],
    ['dur:1us..2.5us', 1000, 2500],
    ['dur:1s..', 1_000_000_000, undefined],
    ['dur:..3µs', undefined, 3000],
    ['dur>1us dur<3us', 1001, 2999],
    // 1.001 · 1000 is 1000.9999999999999 in a float.
    ['dur>=1.001us', 1001, undefined],
    ['dur>=0.5ns', 1, undefined],
    ['dur>1.5ns', 2, undefined],
    ['dur<1.5ns', undefined, 1],
  ])('%s is %s to %s ns', (input, minNs, maxNs) => {
    const search = found(input);
    expect([search?.minNs, search?.maxNs]).toEqual([minNs, maxNs]);
  });

  test.each(['dur>1', 'dur>ms', 'dur>1min', 'dur>1ms..2ms', 'dur:..', 'dur:1ms..x', 'dur:1ms..2ms..3ms', 'dur>-1ms'])(
    '%s is none',
    (input) => expect(parse(`name ${input}`)).toMatchObject({ problem: { kind: 'duration', text: input } }),
  );
});

test('what stands in quotes may have spaces; each filter is known by its place', () => {
  const input = 'add lane:"Stream 2" cat=kernel rank:0,2..4 rank:host-a';
  const { filters, search } = parse(input);
  expect(search).toMatchObject({
    text: 'add',
    lanes: [{ text: 'Stream 2', isExact: false }],
    categories: [{ text: 'kernel', isExact: true }],
    ranks: [
      { kind: 'numbers', first: 0, last: 0 },
      { kind: 'numbers', first: 2, last: 4 },
      { kind: 'label', text: 'host-a', isExact: false },
    ],
  });
  expect(filters.map(({ text }) => text)).toEqual(['lane:"Stream 2"', 'cat=kernel', 'rank:0,2..4', 'rank:host-a']);
  expect(filters.map((filter) => withoutFilter(input, filter))).toEqual([
    'add cat=kernel rank:0,2..4 rank:host-a',
    'add lane:"Stream 2" rank:0,2..4 rank:host-a',
    'add lane:"Stream 2" cat=kernel rank:host-a',
    'add lane:"Stream 2" cat=kernel rank:0,2..4',
  ]);
});

test('what is not typed to its end says so, and nothing is looked for', () => {
  expect(parse('cat:')).toMatchObject({ problem: { kind: 'empty', text: 'cat:' } });
  expect(parse('cat:').search).toBeUndefined();
  expect(found('lane:"Stream')?.lanes).toEqual([{ text: 'Stream', isExact: false }]);
});

test('a wrong pattern says what is wrong with it; as a text it is none', () => {
  const { problem, search } = parse('a(b', { isPattern: true });
  expect(problem).toEqual({ kind: 'pattern', text: 'a(b', reason: 'Unterminated group' });
  expect(search).toBeUndefined();
  expect(found('a(b')?.text).toBe('a(b');
});
