import { expect, test } from 'vitest';
import { plainText, plainValue, textParts } from '../../../../src-worker/parquet/plainJson';

test('numbers that JSON lacks, and long lists of ranks, come back as they were', () => {
  const own = {
    unknown: Number.NaN,
    most: Number.POSITIVE_INFINITY,
    all: Array.from({ length: 10_000 }, (_, rank) => rank),
    stage: [0, 8, 16, 24, 32, 40, 48, 56, 57, 3, 3, 2, 1],
    below: [-3, -2, -1, 0, 1, 2, 3, 4],
    short: [1, 2, 3],
    broken: [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5],
    inside: { list: [{ ranks: [7, 6, 5, 4, 3, 2, 1, 0] }], text: '0-9' },
  };
  expect(plainValue(plainText(own))).toEqual(own);
  expect(plainText(own.all)).toBe('{"$runs":"0-9999"}');
  expect(plainText(own.stage)).toContain('0-56:8,57,3,3,2,1');
});

test('lists that are alike become one; what is no list of runs is refused', () => {
  const known = new Map<string, readonly number[]>();
  const [one, other] = [plainValue('{"$runs":"0-99"}', known), plainValue('{"$runs":"0-99"}', known)];
  expect(other).toBe(one);
  for (const wrong of ['a', '1-', '0-9:0', '0-99999999', '1,,2', '1.5'])
    expect(() => plainValue(JSON.stringify({ $runs: wrong })), wrong).toThrow(SyntaxError);
});

test('parts of a text are those that it has, whatever stands in them', () => {
  const own = {
    'a name with "marks": {and, [more\\': ['{', '}', '"', '\\', '\\\\"'],
    empty: {},
    list: [],
    inside: { deep: [{ text: 'x,y:z]' }, [1, -2.5e-7, null, true]] },
    number: -1.5,
    nothing: null,
    last: 'rank \u{1f600}',
  };
  const text = plainText(own);
  const parts = textParts(text) ?? [];
  expect(parts.map((part) => JSON.parse(`"${part.name}"`))).toEqual(Object.keys(own));
  expect(parts.map((part) => JSON.parse(part.text))).toEqual(Object.values(own));
  expect(`{${parts.map((part) => `"${part.name}":${part.text}`).join()}}`).toBe(text);
  const list = Object.values(own);
  expect(textParts(plainText(list))?.map((part) => JSON.parse(part.text))).toEqual(list);
  expect(textParts('{}')).toEqual([]);
  expect(textParts('[]')).toEqual([]);
  expect(textParts('12')).toBeUndefined();
  expect(textParts('')).toBeUndefined();
});

test('a text that is cut off, or goes on behind its end, has no parts', () => {
  const text = plainText({ files: [{ path: 'a"b' }, { path: 'c' }], metadata: { args: { size: 8 } } });
  for (let end = 1; end < text.length; end++) expect(textParts(text.slice(0, end)), text.slice(0, end)).toBeUndefined();
  expect(textParts(`${text}}`)).toBeUndefined();
  expect(textParts('{"a"1}')).toBeUndefined();
  expect(textParts('{"a":}')).toBeUndefined();
  expect(textParts('[,]')).toBeUndefined();
});
