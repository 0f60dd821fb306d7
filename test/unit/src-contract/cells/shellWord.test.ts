import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../../../src-contract/cells/shellWord';

const names = ['/data/rank_0', 'a b', "it's", '$HOME', '`x`', 'a\\b', 'a"b', '100%', '训练', '-n', '', '*', 'a\nb'];

test.skipIf(process.platform === 'win32')('sh takes it for one word, the same', () => {
  const command = `printf '%s\\0' ${names.map((name) => shellWord(name, false)).join(' ')}`;
  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(names);
});

test('on Windows it is quoted where it has to be', () => {
  expect(shellWord('C:\\data\\rank_0', true)).toBe('C:\\data\\rank_0');
  expect(shellWord('C:\\my data', true)).toBe('"C:\\my data"');
  expect(shellWord("it's & 训练", true)).toBe('"it\'s & 训练"');
});
