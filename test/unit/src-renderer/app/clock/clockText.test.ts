import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import type { DumpClock, RankClock, RankIndex } from '../../../../../src-contract';
import {
  clockAsText,
  clockSummary,
  clockUnits,
  isDoubtful,
  rankCells,
} from '../../../../../src-renderer/app/clock/clockText';
import { strings as en } from '../../../../../src-renderer/app/clock/stringsEn';
import { strings as zh } from '../../../../../src-renderer/app/clock/stringsZh';

async function translator(lng: 'en' | 'zh') {
  const i18n = createInstance();
  await i18n.init({
    lng,
    resources: { [lng]: { translation: lng === 'en' ? en : zh } },
    interpolation: { escapeValue: false },
  });
  return i18n.t;
}

const clock = (fields: Partial<DumpClock>): DumpClock => {
  return {
    revision: 1,
    choice: {},
    mode: 'clocks',
    rankCounts: { reference: 1 },
    errorNs: Number.NaN,
    hasDrift: false,
    ...fields,
  };
};

const NNBSP = /\u202f|\u00a0/g;
const plain = (text: string) => text.replaceAll(NNBSP, ' ');

test.each([
  [{ mode: 'measuring' }, 'Clock: aligning…', false],
  [{ rankCounts: { reference: 1, collectives: 7 }, errorNs: 4_000 }, 'Clock: aligned on collectives, ±4 µs', false],
  [
    { rankCounts: { reference: 1, collectives: 7 }, errorNs: 13_000, hasDrift: true },
    'Clock: aligned on collectives, ±13 µs · drift removed',
    false,
  ],
  [
    { rankCounts: { reference: 1, 'clock-pair': 1 }, errorNs: 100_000 },
    'Clock: aligned by the host’s clock, ±100 µs',
    false,
  ],
  [
    { rankCounts: { reference: 1, collectives: 1, 'clock-pair': 1, none: 1 }, errorNs: 1e5 },
    'Clock: aligned on collectives and the host’s clock, ±100 µs · 1 rank not aligned',
    true,
  ],
  [
    { mode: 'steps', rankCounts: { reference: 1, 'first-step': 1 }, apartNs: 3 * 3600e9 },
    'Clock: aligned on the first common step · recordings 3 h 0 min apart',
    true,
  ],
  [{ mode: 'steps', rankCounts: { reference: 1, none: 3 } }, 'Clock: each rank’s own, nothing to align by', true],
  [{ mode: 'off', rankCounts: {} }, 'Clock: each rank’s own', true],
] as const)('%o', async (fields, sentence, isOpenToDoubt) => {
  const t = await translator('en');
  expect(plain(clockSummary(t, clock(fields as Partial<DumpClock>)))).toBe(sentence);
  expect(isDoubtful(clock(fields as Partial<DumpClock>))).toBe(isOpenToDoubt);
  expect(clockSummary(await translator('zh'), clock(fields as Partial<DumpClock>))).toMatch(/^时钟：/);
});

test('a rank’s row, and all of it to copy, with offsets to the ns', async () => {
  const t = await translator('en');
  const own: RankClock = {
    rank: 1 as RankIndex,
    label: 'Rank 1',
    method: 'collectives',
    offsetNs: -2_312_000_017.4,
    rate: 5.4386e-6,
    aroundNs: 0,
    rateError: 3.3e-9,
    errorNs: 5_000,
    usedCalls: 713,
    rejectedCalls: 2,
  };
  const units = clockUnits({ ranks: [own], choice: { moved: [{ rank: own.rank, byNs: -1_500_000 }] } });
  expect(rankCells(t, own, 0, units).at(-1)).toBe('—');
  expect(rankCells(t, own, -1_500_000, units).map(plain)).toEqual([
    'Rank 1',
    'Collectives',
    '−2.312 s',
    '±5.000 µs',
    '5.439 ± 0.003 ppm',
    '713 used, 2 left out',
    '−1.500 ms',
  ]);
  // Of another rank in the same column, whose own would be another unit.
  const other = { ...own, label: 'Rank 2', offsetNs: 40_000, errorNs: 800 };
  const both = clockUnits({ ranks: [{ ...own, offsetNs: 0 }, own, other], choice: {} });
  expect(rankCells(t, other, 0, both).map(plain).slice(2, 4)).toEqual(['+0.00004 s', '±0.800 µs']);
  expect(rankCells(t, { ...own, offsetNs: 0 }, 0, both).map(plain)[2]).toBe('0 s');
  const text = clockAsText(t, {
    ...clock({ errorNs: 5_000, choice: { moved: [{ rank: own.rank, byNs: 17 }] } }),
    ranks: [own],
    usedCollectives: 3,
    rejectedCollectives: 0,
    isAligned: true,
  });
  expect(text.split('\n').at(-1)).toBe(
    'Rank 1\tCollectives\t-2312000017\t5000\t5.439 ± 0.003 ppm\t713 used, 2 left out\t17',
  );
});
