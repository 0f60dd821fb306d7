import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import type { DumpClock, RankClock, RankIndex } from '../../../../../src-contract';
import { clockAsText, clockSummary, isDoubtful, rankCells } from '../../../../../src-renderer/app/clock/clockText';
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
  expect(rankCells(t, own).map(plain)).toEqual([
    'Rank 1',
    'Collectives',
    '−2.312 s',
    '±5 µs',
    '5.439 ± 0.003 ppm',
    '713 used, 2 left out',
  ]);
  const text = clockAsText(t, {
    ...clock({ errorNs: 5_000 }),
    ranks: [own],
    usedCollectives: 3,
    rejectedCollectives: 0,
    isAligned: true,
  });
  expect(text.split('\n').at(-1)).toBe(
    'Rank 1\tCollectives\t-2312000017\t5000\t5.439 ± 0.003 ppm\t713 used, 2 left out',
  );
});
