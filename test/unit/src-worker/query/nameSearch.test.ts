import { describe, expect, test } from 'vitest';
import { packedText } from '../../../../src-worker/index/strings';
import { NameSearch } from '../../../../src-worker/query/nameSearch';
import { Random } from '../../../fixtures/random';

/** Names as they stand in a file, between the quotes. */
function packed(...names: readonly string[]) {
  const parts = names.map((name) => new TextEncoder().encode(name));
  const bytes = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  const ends = new Uint32Array(names.length);
  let end = 0;
  parts.forEach((part, i) => {
    bytes.set(part, end);
    end += part.length;
    ends[i] = end;
  });
  return { bytes, ends };
}

const found = (names: readonly string[], text: string) =>
  [...(new NameSearch(packed(...names)).find(text) ?? [])].flatMap((isHit, i) => (isHit === 1 ? [names[i]] : []));

describe('names that contain a text', () => {
  test('whatever their case, and each once', () => {
    expect(found(['MatMul', 'add', 'matmul_matmul', ''], 'matmul')).toEqual(['MatMul', 'matmul_matmul']);
  });

  test('not across two names', () => {
    expect(found(['ab', 'cd', 'xbcd'], 'bcd')).toEqual(['xbcd']);
  });

  test('with escapes undone', () => {
    expect(found(['a\\u0062c', 'u0062'], 'abc')).toEqual(['a\\u0062c']);
    expect(found(['a\\u0062c', 'u0062'], 'u0062')).toEqual(['u0062']);
  });

  test('in any script', () => {
    expect(found(['矩阵乘法', 'É', 'e'], '乘')).toEqual(['矩阵乘法']);
    expect(found(['矩阵乘法', 'É', 'e'], 'é')).toEqual(['É']);
  });

  test('none', () => {
    expect(new NameSearch(packed('a', 'b')).find('c')).toBeUndefined();
    expect(new NameSearch(packed()).find('c')).toBeUndefined();
  });

  test('the same as names looked at one by one', () => {
    const random = new Random(3);
    // Some lower-case to more characters, to fewer bytes, by what is around them, or to ASCII; some are two units of UTF-16.
    const letters = [
      'a',
      'A',
      'b',
      'é',
      'É',
      '\\n',
      '\\u00C9',
      '乘',
      'İ',
      'ß',
      'ẞ',
      'Σ',
      'ς',
      'K',
      '😀',
      '𐐀',
      '\ufeff',
      ' ',
      '.',
    ];
    const texts = [
      'a',
      'ab',
      'bb',
      'aa',
      'é',
      '\n',
      '乘a',
      'i',
      'i̇',
      'ß',
      'ss',
      'σ',
      'ς',
      'aς',
      'k',
      '😀',
      '😀a',
      '𐐨',
      '\ufeff',
      'a.',
    ];
    for (let round = 0; round < 20; round++) {
      const kinds = letters.filter(() => random.integer(0, 2) > 0);
      const word = () => Array.from({ length: random.integer(0, 5) }, () => random.pick([...kinds, 'a'])).join('');
      expectAsOneByOne(packed(...Array.from({ length: 300 }, word)), texts);
    }
  });

  test('names that are not valid UTF-8, also where all of them together are', () => {
    const halves = [
      [0x61, 0xe4, 0xb9],
      [0x98, 0x62],
    ];
    for (const names of [halves, [...halves, [0xe4, 0xb9, 0x98], [0xff, 0x41], [], [0x41]]]) {
      const bytes = new Uint8Array(new SharedArrayBuffer(names.flat().length));
      bytes.set(names.flat());
      let end = 0;
      const ends = Uint32Array.from(names, ({ length }) => {
        end += length;
        return end;
      });
      expectAsOneByOne({ bytes, ends }, ['a', 'b', '乘', '\ufffd', '\ufffda', 'ä']);
    }
  });

  test('every character that has a lower case', () => {
    const upper: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code++) {
      const letter = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code);
      if (letter.toLowerCase() !== letter) upper.push(letter);
    }
    expect(upper.length).toBeGreaterThan(1000);
    const names = packed(...upper.map((letter) => `A${letter}b`));
    const search = new NameSearch(names);
    const lost = upper.filter((letter, i) => search.find(`a${letter.toLowerCase()}b`)?.[i] !== 1);
    expect(lost).toEqual([]);
  });
});

function expectAsOneByOne(names: ReturnType<typeof packed>, texts: readonly string[]): void {
  const search = new NameSearch(names);
  const count = names.ends.length;
  for (const text of texts)
    expect([text, ...(search.find(text) ?? new Uint8Array(count))]).toEqual([
      text,
      ...Array.from({ length: count }, (_, i) => (packedText(names, i).toLowerCase().includes(text) ? 1 : 0)),
    ]);
}
