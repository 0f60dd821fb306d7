import { expect, test } from 'vitest';
import { createCodec } from '../../../../src-contract/wire/codec';

const there = createCodec();
const back = createCodec();
const overTheWire = (value: unknown): unknown => back.decode(there.encode(value));

test.each([
  ['a bigint of nanoseconds', 1_738_825_260_000_000_123n],
  ['a negative bigint', -(2n ** 63n)],
  ['a bigint beyond 64 bits', 2n ** 80n + 1n],
  ['a float that is an integer above 2^32', 2 ** 52 + 1],
  ['a negative integer above 2^32', -(2 ** 40) - 1],
  ['NaN', Number.NaN],
  ['text beyond ASCII', 'MatMulV2_矩阵_😀'],
  ['a property that is undefined', { rank: undefined, label: 'Rank 0' }],
  ['undefined in a list', [1, undefined, 3]],
  ['a key of Object.prototype', { constructor: 1, toString: 2 }],
  ['nothing', undefined],
  ['an empty list', []],
  ['a Float64Array', new Float64Array([1.5, -(2 ** 53), Number.MAX_VALUE])],
  ['a Uint16Array', new Uint16Array([0, 65_535])],
  ['a Uint32Array', new Uint32Array([0, 2 ** 32 - 1])],
  ['an empty Uint8Array', new Uint8Array(0)],
])('%s survives', (_name, value) => {
  expect(overTheWire(value)).toStrictEqual(value);
});

test('typed arrays are aligned wherever they stand in the message', () => {
  for (let padding = 0; padding < 9; padding++) {
    const value = { text: 'x'.repeat(padding), times: new Float64Array([0.1, 2, 3e9]), last: new Uint32Array([7]) };
    expect(overTheWire(value)).toStrictEqual(value);
  }
});

test('a view into a larger buffer travels without the rest of the buffer', () => {
  const all = new Float64Array(1_000_000);
  const part = all.subarray(10, 12);
  part.set([4, 5]);
  expect(there.encode(part).length).toBeLessThan(64);
  expect(overTheWire(part)).toStrictEqual(new Float64Array([4, 5]));
});

test('a shared buffer travels as a plain one', () => {
  const shared = new Float64Array(new SharedArrayBuffer(16));
  shared.set([1, 2]);
  expect(overTheWire(shared)).toStrictEqual(new Float64Array([1, 2]));
});

test('a frame is not changed by encoding the next one', () => {
  const first = there.encode({ text: 'first' });
  there.encode({ text: 'other' });
  expect(back.decode(first)).toStrictEqual({ text: 'first' });
});

test('the same object twice and a cycle keep their shape', () => {
  const shared = { name: 'shared' };
  const decoded = overTheWire({ left: shared, right: shared }) as { left: object; right: object };
  expect(decoded.left).toBe(decoded.right);
});

test('no code is compiled, which the content security policy forbids', () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ name: `op ${index}`, startNs: index, durationNs: 1 }));
  const original = globalThis.Function;
  globalThis.Function = new Proxy(original, {
    construct: () => {
      throw new EvalError('compiled code');
    },
  });
  try {
    expect(overTheWire(rows)).toStrictEqual(rows);
  } finally {
    globalThis.Function = original;
  }
});

test('garbage is refused', () => {
  expect(() => back.decode(new Uint8Array([0xc1, 0xff, 0x00]))).toThrow();
});
