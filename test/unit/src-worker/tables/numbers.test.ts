import { describe, expect, test } from 'vitest';
import { headerUnit } from '../../../../src-worker/tables/columnTable';
import { instantNs, isMissing, isNumberText, shiftedNumber } from '../../../../src-worker/tables/numbers';

describe('instants', () => {
  const base = 1_736_408_883_704_643_212n;

  test('are exact to the ns, which a float64 of them is not', () => {
    expect(instantNs('1736408883704643.212', 3, base)).toBe(0);
    expect(instantNs('1736408883704643.213', 3, base)).toBe(1);
    expect(instantNs('1736408883704643.211', 3, base)).toBe(-1);
    expect(instantNs('1736408883704643', 3, base)).toBe(-212);
    expect(instantNs('1736408883704644.2', 3, base)).toBe(988);
    // What a float64 makes of it is up to 125 ns off.
    expect(Number('1736408883704643.212') * 1000 - Number(base)).not.toBe(instantNs('1736408883704643.2126', 3, base));
  });

  test('digits below the ns round it', () => {
    expect(instantNs('1736408883704643.2124', 3, base)).toBe(0);
    expect(instantNs('1736408883704643.2125', 3, base)).toBe(1);
    expect(instantNs('1736408883704643.9999', 3, base)).toBe(788);
  });

  test('in ms, ns, with sign, as a spreadsheet writes them, and none', () => {
    expect(instantNs('12.5', 6, 0n)).toBe(12_500_000);
    expect(instantNs('12', 0, 10n)).toBe(2);
    expect(instantNs('-1.5', 3, 0n)).toBe(-1500);
    expect(instantNs('1.5E+3', 3, 0n)).toBe(1_500_000);
    expect(instantNs('soon', 3, 0n)).toBeNaN();
  });
});

test('durations are scaled by their digits, with one rounding', () => {
  expect(shiftedNumber('496.8508', 3)).toBe(496_850.8);
  expect(shiftedNumber('8873.756000000001', 3)).toBe(Number('8873756.000000001'));
  expect(shiftedNumber('1e-3', 3)).toBe(1);
  expect(shiftedNumber('0.1', 0)).toBe(0.1);
});

test('what is a number, and what stands for none', () => {
  for (const text of ['0', '-1', '+1.5', '.5', '1.', '1e5', '1.69512E+15', '94509039890976']) {
    expect([text, isNumberText(text)]).toEqual([text, true]);
  }
  // An id of 20 digits would lose some of them.
  for (const text of ['13337953553061386822', '1,5', '0x10', '1_000', 'Infinity', '', '32,3,224', 'NPU:0', '--1']) {
    expect([text, isNumberText(text)]).toEqual([text, false]);
  }
  expect(['', 'N/A', 'nan', '0', 'none'].map(isMissing)).toEqual([true, true, true, false, false]);
});

test('units of headers', () => {
  const unitOf = (header: string) => {
    const { unit, shiftDigits, factor } = headerUnit(header);
    return [unit, shiftDigits, factor];
  };
  expect(unitOf('Start Time(us)')).toEqual(['time', 3, 1]);
  expect(unitOf('Task Start Time(us)')).toEqual(['time', 3, 1]);
  expect(unitOf('Active Release Time(us)')).toEqual(['time', 3, 1]);
  expect(unitOf('Timestamp(us)')).toEqual(['time', 3, 1]);
  expect(unitOf('Duration(us)')).toEqual(['duration', 3, 1]);
  expect(unitOf('Wait Time(us)')).toEqual(['duration', 3, 1]);
  expect(unitOf('aic_mac_time(us)')).toEqual(['duration', 3, 1]);
  expect(unitOf('Elapse Time(ms)')).toEqual(['duration', 6, 1]);
  expect(unitOf('Size(KB)')).toEqual(['bytes', 0, 1024]);
  expect(unitOf('Total Reserved(MB)')).toEqual(['bytes', 0, 1_048_576]);
  expect(unitOf('cube_utilization(%)')).toEqual(['percent', 0, 1]);
  expect(unitOf('aic_l0a_read_bw(GB/s)')).toEqual(['GB/s', 0, 1]);
  expect(unitOf('aic_mac_ratio')).toEqual(['ratio', 0, 1]);
  expect(unitOf('aic_total_cycles')).toEqual(['cycles', 0, 1]);
  expect(unitOf('Task ID')).toEqual(['id', 0, 1]);
  expect(unitOf('Count')).toEqual(['count', 0, 1]);
  expect(unitOf('Name')).toEqual(['none', 0, 1]);
});
