import { expect, test } from 'vitest';
import { LineSplitter } from '../../../../src-watch/lines/lineSplitter';
import { Random } from '../../../fixtures/random';

const bytes = (text: string) => new TextEncoder().encode(text);

/** In chunks of the given lengths, the rest at once. */
function linesOf(whole: Uint8Array, lengths: readonly number[], maxBytes = 20) {
  let splitter = new LineSplitter(undefined, maxBytes);
  const lines: string[] = [];
  let tooLongCount = 0;
  let from = 0;
  for (const length of [...lengths, whole.length]) {
    splitter.push(whole.subarray(from, from + length), (own) => lines.push(...own));
    from = Math.min(whole.length, from + length);
    expect(splitter.readTo).toBe(from);
    // A watcher that is killed here goes on where it was.
    tooLongCount += splitter.tooLongCount;
    splitter = new LineSplitter(splitter.save(), maxBytes);
    from = splitter.save().offset;
  }
  splitter.push(whole.subarray(from), (own) => lines.push(...own));
  splitter.end((own) => lines.push(...own));
  return { lines, tooLongCount: tooLongCount + splitter.tooLongCount, offset: splitter.save().offset };
}

test('lines end in three ways, and the last one may have no end', () => {
  const text = bytes('a\nb\r\nc\rd\n\n\ne');
  expect(linesOf(text, [])).toEqual({ lines: ['a', 'b', 'c', 'd', 'e'], tooLongCount: 0, offset: text.length });
});

test('wherever the chunks are cut, and whoever goes on: the same lines', () => {
  const text = bytes(`one\ntwo €\r\n${'x'.repeat(50)}\n步数 3\r12%|█▏|\rlast`);
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed);
    const lengths = Array.from({ length: random.integer(0, 12) }, () => random.integer(0, 20));
    expect(linesOf(text, lengths), `seed ${seed}`).toEqual({
      lines: ['one', 'two €', '步数 3', '12%|█▏|', 'last'],
      tooLongCount: 1,
      offset: text.length,
    });
  }
});

test('10 MB without an end take no memory, and end with their line', () => {
  const splitter = new LineSplitter();
  const lines: string[] = [];
  const chunk = new Uint8Array(1 << 20).fill(0x61);
  for (let at = 0; at < 10; at++) splitter.push(chunk, (own) => lines.push(...own));
  expect(splitter.save()).toEqual({ offset: 10 << 20, isSkipping: true });
  splitter.push(bytes('aaa\nstep\n'), (own) => lines.push(...own));
  expect(lines).toEqual(['step']);
  expect(splitter.tooLongCount).toBe(1);
});

test('bytes that are no UTF-8 spoil their characters alone', () => {
  const lines: string[] = [];
  new LineSplitter().push(Uint8Array.of(0xff, 0x31, 0xc3, 10, 0x32, 10), (own) => lines.push(...own));
  expect(lines).toEqual(['\ufffd1\ufffd', '2']);
});
