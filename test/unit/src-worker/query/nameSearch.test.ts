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
    const letters = ['a', 'A', 'b', 'é', '\\n', '乘'];
    const word = () =>
      Array.from({ length: random.integer(0, 5) }, () => letters[random.integer(0, letters.length - 1)]).join('');
    const names = packed(...Array.from({ length: 300 }, word));
    const search = new NameSearch(names);
    for (const text of ['a', 'ab', 'bb', 'aa', 'é', '\n', '乘a'])
      expect([...(search.find(text) ?? new Uint8Array(300))]).toEqual(
        Array.from({ length: 300 }, (_, i) => (packedText(names, i).toLowerCase().includes(text) ? 1 : 0)),
      );
  });
});
