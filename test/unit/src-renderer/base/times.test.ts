import { describe, expect, test } from 'vitest';
import { formatEpoch, formatExactDuration, formatExactTime } from '../../../../src-renderer/base/format';
import { type ParsedTime, parseTime } from '../../../../src-renderer/base/parseTime';
import { stepAt, type TimeMode, timeScale } from '../../../../src-renderer/base/timeScale';

// 2025-01-09 08:47:54.714 258 990 UTC
const originNs = 1_736_412_474_714_258_990n;
const steps = [
  { number: 10, startNs: 1_000_000, endNs: 3_000_000 },
  { number: 11, startNs: 3_000_000, endNs: 4_000_000 },
  { number: 13, startNs: 5_000_000, endNs: 9_000_000 },
];
const dump = { originNs, startNs: -500, endNs: 3_600_000_000_000, steps };
const ns = (parsed: ParsedTime) => ('ns' in parsed ? parsed.ns : parsed.problem);
const read = (text: string) => ns(parseTime(text, dump));

describe('an instant that is typed', () => {
  test.each([
    ['12.5 ms', 12_500_000],
    ['12.5ms', 12_500_000],
    ['1,234.5us', 1_234_500],
    ['1 234.5 µs', 1_234_500],
    ['  3S ', 3_000_000_000],
    ['1 min 2.5 s', 62_500_000_000],
    ['0.1 h', 360_000_000_000],
    ['−200 ns', -200],
    ['-200', -200],
    ['+5', 5],
    ['714258990', 714_258_990],
    ['714,258,990', 714_258_990],
    ['1736412474714258990', 0],
    ['1736412474714259013', 23],
    ['1,736,412,474,714,259,013', 23],
    ['2025-01-09 08:47:54.714258995', 5],
    ['2025-01-09T08:47:54.714258995Z', 5],
    ['08:47:54.714 258 995', 5],
    ['08:48', 5_285_741_010],
    ['#10', 1_000_000],
    ['step 13', 5_000_000],
    ['ProfilerStep#11', 3_000_000],
    ['#13 +3 µs', 5_003_000],
  ])('%s', (text, wanted) => expect(read(text)).toBe(wanted));

  test.each([
    ['', 'empty'],
    ['soon', 'unreadable'],
    ['12.5', 'no-unit'],
    ['5 parsecs', 'unreadable'],
    ['ms', 'unreadable'],
    ['1 ms 2', 'unreadable'],
    ['25:00:00', 'unreadable'],
    ['08:61', 'unreadable'],
    ['2025-02-31 08:47:54', 'unreadable'],
    ['step 12', 'no-step'],
    ['#13 soon', 'unreadable'],
    ['-501', 'outside'],
    ['2 h', 'outside'],
    ['2025-01-10 08:47:54', 'outside'],
    ['17364124747142589900', 'outside'],
  ])('%s is told of: %s', (text, problem) => expect(read(text)).toBe(problem));

  test('what the program writes is read again, to the ns, in every way of writing it', () => {
    for (const own of [-500, 0, 1, 999, 1_000, 4_000_001, 1_234_567_891, 3_599_999_999_999]) {
      expect([
        read(formatExactTime(own)),
        read(formatExactDuration(own)),
        read(formatEpoch(originNs + BigInt(own))),
      ]).toEqual([own, own, own]);
      for (const mode of ['offset', 'clock', 'step'] satisfies TimeMode[])
        expect(read(timeScale(mode, originNs, steps).text(own)), mode).toBe(own);
    }
  });

  test('a time of day before the dump’s is of the next day where it begins in the evening', () => {
    const evening = { ...dump, originNs: BigInt(Date.UTC(2025, 0, 9, 23, 59)) * 1_000_000n };
    expect(ns(parseTime('00:01', evening))).toBe(120_000_000_000);
  });
});

describe('how instants are written', () => {
  test('with the digits of a ruler’s step; ticks stand at round numbers', () => {
    const clock = timeScale('clock', originNs, steps);
    const plain = (text: string) => text.replaceAll('\u202f', ' ');
    expect([1, 1_000, 1_000_000, 1_000_000_000].map((step) => plain(clock.text(0, step)))).toEqual([
      '08:47:54.714 258 990',
      '08:47:54.714 258',
      '08:47:54.714',
      '08:47:54',
    ]);
    for (const step of [1_000, 50_000, 1_000_000_000]) {
      const tick = clock.baseNs(0, step) + step;
      expect((originNs + BigInt(tick)) % BigInt(step)).toBe(0n);
    }
    // Of a clock that counts from the machine's start.
    expect(plain(timeScale('clock', 12_345_000_000_000n, []).text(1, 1))).toBe('12,345.000 000 001 s');
    const inSteps = timeScale('step', originNs, steps);
    expect([999_999, 1_000_000, 4_000_000, 8_999_999].map((own) => plain(inSteps.text(own, 1)))).toEqual([
      '999.999 µs',
      '#10 +0 ns',
      '4.000 000 ms',
      '#13 +3.999 999 ms',
    ]);
    expect([inSteps.baseNs(3_500_000, 10), inSteps.baseNs(4_500_000, 10)]).toEqual([3_000_000, 0]);
  });

  test('the step of an instant is that which a plain search finds', () => {
    for (let own = 0; own < 10_000_000; own += 250_000)
      expect(stepAt(steps, own)).toBe(steps.find(({ startNs, endNs }) => startNs <= own && own < endNs));
    expect(stepAt([], 5)).toBeUndefined();
  });
});
