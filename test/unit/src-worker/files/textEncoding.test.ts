import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstNoUtf8, utf16At, utf16AtBytes } from '../../../../src-worker/files/textEncoding';
import { temporaryFolder } from '../../../fixtures/indexed';

const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => littleEndian(text).swap16();

describe('UTF-16 shows in the first bytes', () => {
  test.each([
    ['LE', littleEndian('{"a":1}'), 1],
    ['BE', bigEndian('[{"a":1}]'), 0],
    ['LE with a mark', littleEndian('\ufeff{"a":1}'), 0],
    ['BE with a mark', bigEndian('\ufeff{"a":1}'), 0],
    ['a mark and a header in Chinese', littleEndian('\ufeff名称,时间\r\n'), 0],
    ['UTF-8', Buffer.from('{"a":1}'), undefined],
    ['UTF-8 with a mark', Buffer.from('\ufeff{"a":1}'), undefined],
    ['UTF-8 in Chinese', Buffer.from('名称,时间\r\n'), undefined],
    ['two damaged bytes', Buffer.from('\xff\xfe{"a":1}', 'latin1'), undefined],
    ['UTF-32', Buffer.from('\xff\xfe\0\0{\0\0\0"\0\0\0', 'latin1'), undefined],
    ['zeros', Buffer.alloc(80), undefined],
    ['zeros in front', Buffer.from('\0{"a":1}'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('%s', (_what, bytes, at) => {
    expect(utf16AtBytes(bytes)).toBe(at);
  });

  test('also of bytes that were decoded as UTF-8', () => {
    expect(utf16At(littleEndian('\ufeff{"a":1}').toString('utf8'))).toBe(0);
    expect(utf16At(bigEndian('\ufeff{"a":1}').toString('utf8'))).toBe(0);
    expect(utf16At('\ufffd\ufffd{"a":1}')).toBeUndefined();
  });
});

describe('the first byte that is no UTF-8', () => {
  const find = (bytes: Buffer) => {
    const path = join(temporaryFolder(), 'text');
    writeFileSync(path, bytes);
    return firstNoUtf8(path);
  };

  test.each([
    ['none', Buffer.from('a,é,名,😀,\ufffd'), undefined],
    ['a byte of GBK', Buffer.from('ab\xc3\xfb', 'latin1'), 2],
    ['a character in a longer form', Buffer.from('a\xc0\x80bcd', 'latin1'), 1],
    ['a surrogate', Buffer.from('a\xed\xa0\x80b', 'latin1'), 1],
    ['beyond Unicode', Buffer.from('\xf4\x90\x80\x80', 'latin1'), 0],
    ['one that is not whole', Buffer.from('abc\xe5\x90', 'latin1'), 3],
    ['in a block further on', Buffer.concat([Buffer.from('名'.repeat(400_000)), Buffer.from([0xff])]), 1_200_000],
    ['three bytes a character, over two blocks', Buffer.from('名'.repeat(400_000)), undefined],
  ])('%s', async (_what, bytes, at) => {
    expect(await find(bytes)).toBe(at);
  });
});
