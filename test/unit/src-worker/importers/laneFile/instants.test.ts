import { expect, test } from 'vitest';
import {
  dateNs,
  durationNs,
  InstantReader,
  LengthReader,
  likelyOrigin,
  likelyUnit,
  plainNumber,
} from '../../../../../src-worker/importers/laneFile/instants';
import { Random } from '../../../../fixtures/random';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const baseNs = 1_736_412_474_000_000_000n;
const read = (text: string, unit: 'ns' | 'us' | 'ms' | 's' | undefined, base = baseNs) => {
  const bytes = bytesOf(`xx${text},`);
  return new InstantReader(unit, base).read(bytes, 2, 2 + text.length);
};

test('every digit counts, in each unit, against whole numbers of any size', () => {
  const random = new Random(7);
  const digits = { ns: 0, us: 3, ms: 6, s: 9 } as const;
  for (let i = 0; i < 2_000; i++) {
    const ns = baseNs + BigInt(Math.floor((random.next() - 0.5) * 2 ** 52));
    for (const unit of ['ns', 'us', 'ms', 's'] as const) {
      const scale = 10n ** BigInt(digits[unit]);
      const fraction = unit === 'ns' ? '' : `.${String(ns % scale).padStart(digits[unit], '0')}`;
      expect(read(`${ns / scale}${fraction}`, unit)).toBe(Number(ns - baseNs));
    }
  }
});

test.each([
  ['1736412474.5', 's', 500_000_000],
  ['1736412474', 's', 0],
  ['1736412473.999999999', 's', -1],
  // More decimals than ns are rounded.
  ['1736412474.0000000016', 's', 2],
  ['2025-01-09T08:47:54.000000123Z', undefined, 123],
  ['2025-01-09 16:47:54,5+08:00', 's', 500_000_000],
] as const)('%s in %s', (text, unit, ns) => {
  expect(read(text, unit)).toBe(ns);
});

test.each(['', '-', '.', '1e9', 'NaN', 'inf', '12a', '1.2.3', '9'.repeat(30), '1736412474x', '2025-02-30 00:00:00'])(
  '%j is no time',
  (text) => {
    expect(read(text, 's')).toBeNaN();
  },
);

test('counted from the start times may be negative; more than 104 days from the base they are none', () => {
  expect(read('-1.5', 'ms', 0n)).toBe(-1_500_000);
  expect(read('9007199', 's', 0n)).toBe(9_007_199_000_000_000);
  expect(read('9007200', 's', 0n)).toBeNaN();
});

test('lengths are whole ns; what is negative or no number is none', () => {
  expect(durationNs('1.0000004', 'ms')).toBe(1_000_000);
  expect(durationNs('1e3', 'us')).toBe(1_000_000);
  expect([durationNs('-1', 'ms'), durationNs('NaN', 'ms'), durationNs('1e300', 's'), durationNs('', 's')]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});

test('how large a time is tells its unit, and whether it counts from 1970', () => {
  const rank = { startNs: baseNs, endNs: baseNs + 1_000_000_000n };
  expect(['1736412474.25', '1736412474250', '1736412474250000', '1736412474250000000', '12.5'].map(likelyUnit)).toEqual(
    ['s', 'ms', 'us', 'ns', undefined],
  );
  expect(likelyOrigin('1736412474.25', 's', rank)).toBe('clock');
  expect(likelyOrigin('12.5', 's', rank)).toBe('start');
  expect(likelyOrigin('2025-01-09 08:47:54', undefined, undefined)).toBe('clock');
  // A clock that counts from when the machine was started.
  expect(likelyOrigin('500000', 's', { startNs: 500_001_000_000_000n, endNs: 500_002_000_000_000n })).toBe('clock');
});

test('a date is one by the calendar', () => {
  expect(dateNs('1970-01-01 00:00:01')).toBe(1_000_000_000n);
  expect(dateNs('2025-13-01 00:00:00')).toBeUndefined();
});

const numbers = [
  ...['0', '7', '12.5', '12.', '.5', '000.250', '123456789.012', '99999999999999', '0.30000000000001', '4.35'],
  ...['1e3', '1E-3', '+4', '-4', '--4', '1.2.3', '', ' 1', '0x10', 'NaN', '12,5', '9'.repeat(70)],
];

test.each(numbers)('%j is the same length of time and the same number, however it is read', (text) => {
  const bytes = bytesOf(`xx${text},`);
  const end = bytes.length - 1;
  for (const unit of ['ns', 'us', 'ms', 's'] as const)
    expect(new LengthReader(unit).read(bytes, 2, end)).toBe(durationNs(text.slice(0, 64), unit));
  const plain = plainNumber(bytes, 2, end);
  if (plain !== undefined) expect(plain).toBe(Number(text));
  else expect(text).not.toMatch(/^\d{1,15}$|^\d{1,4}\.\d{1,9}$/);
});
