import { describe, expect, test } from 'vitest';
import type { JobClock, RankIndex, RankState } from '../../../../src-contract';
import { RankClocks } from '../../../../src-main/engine/opening/rankClocks';
import type { RankIndex as Index } from '../../../../src-worker/index/rankIndex';
import { rankState } from '../../../fixtures/dumpState';

/** Of three ranks: the second is 500 ns ahead, the third has no known clock. */
const aligned = {
  ranks: [
    { rank: 0, method: 'reference', offsetNs: 0 },
    { rank: 1, method: 'collectives', offsetNs: 500 },
    { rank: 2, method: 'none', offsetNs: Number.NaN },
  ].map((own) => ({ ...own, rank: own.rank as RankIndex, rate: 0, aroundNs: 0, errorNs: 10 })),
  usedCollectives: 1,
  rejectedCollectives: 0,
  isAligned: false,
} as unknown as JobClock;

function prepare() {
  const asked: object[] = [];
  let failure: Error | undefined;
  const clocks = new RankClocks(async (wish) => {
    asked.push(wish);
    if (failure) throw failure;
    return aligned;
  });
  const fail = (error: Error | undefined) => {
    failure = error;
  };
  return { clocks, asked, fail };
}

const ranks = (...startsNs: number[]): RankState[] => startsNs.map((startNs, i) => rankState(i, { startNs }));
const index = (baseUs: number, sliceCount = 1) =>
  ({ baseUs, slices: { startNs: new Float64Array(sliceCount) }, counters: [] }) as unknown as Index;

describe('where ranks are placed', () => {
  test('the first that is read sets what times count from, and later ones lie where their epoch says', () => {
    const { clocks } = prepare();
    expect(clocks.offsetOf(index(7, 0))).toEqual({ offsetNs: 0, notices: [] });
    expect(clocks.offsetOf(index(1_736_412_474_000_000))).toEqual({ offsetNs: 0, notices: [] });
    expect(clocks.offsetOf(index(1_736_412_474_000_250)).offsetNs).toBe(250_000);
    expect(clocks.originNs).toBe(1_736_412_474_000_000_000n);
    clocks.countFrom(5n);
    expect(clocks.originNs).toBe(1_736_412_474_000_000_000n);
  });

  test('a rank that counts from its boot is shown beside one that counts from 1970, and this is said', () => {
    const { clocks } = prepare();
    clocks.offsetOf(index(1_736_412_474_000_000));
    const { offsetNs, notices } = clocks.offsetOf(index(86_400_000_000));
    expect(offsetNs).toBe(0);
    expect(notices).toMatchObject([{ code: 'clock-mismatch', params: { days: 20_096 } }]);
  });

  test('times that count from different instants are told apart by those, to the ns, as soon as they are known', () => {
    const { clocks } = prepare();
    const [baseNs, otherNs] = [1_719_853_884_000_000_001n, 1_719_854_000_000_000_003n];
    // A first picture, of a rank whose file has not been read to its end.
    expect(clocks.offsetOf(index(1_212_075_548_353)).offsetNs).toBe(0);
    expect(clocks.offsetOf(index(1_212_075_548_353), baseNs).offsetNs).toBe(0);
    expect(clocks.offsetOf(index(1_212_075_548_353), otherNs).offsetNs).toBe(116_000_000_002);
    // One whose times are whole ones.
    const epochUs = 1_719_853_884_000_000 + 1_212_075_548_353;
    expect(clocks.offsetOf(index(epochUs + 5), 0n)).toEqual({ offsetNs: 4_999, notices: [] });
  });

  test('by the clock decided for, from the first event of all; the same again is no change', async () => {
    const { clocks } = prepare();
    expect(clocks.place(ranks(1_000, 1_200, 3_000))).toBe(true);
    expect([0, 1, 2].map((rank) => clocks.shiftOf(rank).offsetNs)).toEqual([1_000, 1_000, 1_000]);
    expect(clocks.place(ranks(1_000, 1_200, 3_000))).toBe(false);
    const { clockRevision } = clocks.forQuestions;
    await clocks.decide(ranks(1_000, 1_200, 3_000));
    expect(clocks.place(ranks(1_000, 1_200, 3_000))).toBe(true);
    // By the first rank's clock the second begins at 700.
    expect(clocks.shifts.map(({ offsetNs }) => offsetNs)).toEqual([700, 1_200, 700]);
    expect([clocks.originNs, clocks.shiftOf(9).offsetNs]).toEqual([700n, 700]);
    expect(clocks.forQuestions.clockRevision).toBe(clockRevision + 1);
    // One that comes late and begins before all others moves them.
    expect(clocks.place(ranks(1_000, 1_200, 100))).toBe(true);
    expect(clocks.originNs).toBe(100n);
  });
});

describe('what is asked about the clocks', () => {
  test('once for the same ranks, indexes and choice', async () => {
    const { clocks, asked } = prepare();
    const read = ranks(0, 0, 0);
    await clocks.decide(read);
    await clocks.decide(read.map((rank) => ({ ...rank, progress: { ...rank.progress, eventsDone: 9 } })));
    expect(asked).toEqual([{}]);
    await clocks.decide([...read.slice(0, 2), { ...read[2], generation: 2 }]);
    expect(asked).toHaveLength(2);
    await clocks.decide([...read, rankState(3)]);
    expect(asked).toHaveLength(3);
    await clocks.decide([...read, rankState(3), rankState(4, { groups: [] })]);
    expect(asked).toHaveLength(3);
    clocks.choose({ reference: 1 as RankIndex });
    await clocks.decide([...read, rankState(3)]);
    expect(asked.at(-1)).toEqual({ reference: 1 });
    expect(clocks.inForce).toMatchObject({ mode: 'clocks', choice: { reference: 1 } });
  });

  test('what fails leaves each rank by its own clock, and is asked again', async () => {
    const { clocks, asked, fail } = prepare();
    await clocks.decide(ranks(0, 0, 0));
    clocks.place(ranks(0, 0, 0));
    fail(new Error('the thread ended'));
    clocks.choose({ mode: 'clocks' });
    await expect(clocks.decide(ranks(0, 0, 0))).rejects.toThrow('the thread ended');
    expect(clocks.inForce.mode).toBe('off');
    expect(clocks.place(ranks(0, 0, 0))).toBe(true);
    expect(clocks.shifts.map(({ offsetNs }) => offsetNs)).toEqual([0, 0, 0]);
    fail(undefined);
    await clocks.decide(ranks(0, 0, 0));
    expect([asked.length, clocks.inForce.mode]).toEqual([3, 'clocks']);
  });
});
