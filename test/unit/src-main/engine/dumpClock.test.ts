import { describe, expect, test } from 'vitest';
import type { ClockMethod, JobClock, RankClock, RankIndex } from '../../../../src-contract';
import { decideClock, dumpClock, shiftsOf } from '../../../../src-main/engine/opening/dumpClock';

function rankClock(rank: number, method: ClockMethod, offsetNs: number, errorNs: number): RankClock {
  const calls = { usedCalls: 3, rejectedCalls: 0 };
  const index = rank as RankIndex;
  return {
    rank: index,
    label: `Rank ${rank}`,
    method,
    offsetNs,
    rate: 0,
    aroundNs: 0,
    rateError: Number.NaN,
    errorNs,
    ...calls,
  };
}

function jobClock(...ranks: RankClock[]): JobClock {
  return { ranks, usedCollectives: 1, rejectedCollectives: 0, isAligned: true };
}

const HOUR = 3600e9;
const recorded = (...startsNs: number[]) => startsNs.map((startNs, rank) => ({ rank, startNs, endNs: startNs + 5e9 }));

/** What is asked, and what is answered to it. */
function asking(byClocks: JobClock) {
  const asked: object[] = [];
  const bySteps = jobClock(rankClock(0, 'reference', 0, 0), rankClock(1, 'first-step', 3 * HOUR, Number.NaN));
  const ask = async (wish: { readonly reference?: RankIndex; readonly bySteps?: boolean }) => {
    asked.push(wish);
    return wish.bySteps ? bySteps : byClocks;
  };
  return { asked, ask, bySteps };
}

const aligned = jobClock(rankClock(0, 'reference', 0, 0), rankClock(1, 'collectives', 12e9, 4_000));
const unknown = jobClock(rankClock(0, 'reference', 0, 0), rankClock(1, 'none', Number.NaN, Number.NaN));
const sameHost = jobClock(rankClock(0, 'reference', 0, 0), rankClock(1, 'clock-pair', 20_000, 100_000));

describe('what is shown without a choice', () => {
  test('clocks, where recordings meet: ten seconds of offset are no time apart', async () => {
    const { ask, asked } = asking(aligned);
    const decided = await decideClock({}, recorded(0, 12e9), ask);
    expect(decided).toEqual({ mode: 'clocks', clock: aligned });
    expect(asked).toEqual([{}]);
    expect(dumpClock(decided, {}, 7)).toEqual({
      revision: 7,
      choice: {},
      mode: 'clocks',
      reference: 0,
      rankCounts: { reference: 1, collectives: 1 },
      errorNs: 4_000,
      hasDrift: false,
    });
    expect(shiftsOf(decided, 3).map(({ offsetNs }) => offsetNs)).toEqual([0, 12e9, 0]);
  });

  test.each([
    ['clocks of one host', sameHost],
    ['nothing', unknown],
    [
      'calls of the same names that don’t end together',
      jobClock(rankClock(0, 'reference', 0, 0), rankClock(1, 'collectives', 3 * HOUR, 8e6)),
    ],
  ])('steps, where three hours lie between the recordings: %s', async (_, clock) => {
    const { ask, asked, bySteps } = asking(clock);
    const decided = await decideClock({}, recorded(0, 3 * HOUR), ask);
    expect(decided).toMatchObject({ mode: 'steps', clock: bySteps });
    expect(Math.round((decided.apartNs ?? 0) / HOUR)).toBe(3);
    expect(asked).toEqual([{}, { bySteps: true }]);
  });

  test('a clock that is three hours wrong is set right, where collectives fit to some µs', async () => {
    const wrong = jobClock(rankClock(0, 'reference', 0, 0), rankClock(1, 'collectives', 3 * HOUR, 5_000));
    expect(await decideClock({}, recorded(0, 3 * HOUR), asking(wrong).ask)).toEqual({ mode: 'clocks', clock: wrong });
  });
});

test('what is chosen holds, by the rank that is chosen', async () => {
  const { ask, asked } = asking(sameHost);
  const apart = recorded(0, 3 * HOUR);
  const reference = 1 as RankIndex;
  expect((await decideClock({ mode: 'off' }, apart, ask)).clock).toBeUndefined();
  expect((await decideClock({ mode: 'clocks', reference }, apart, ask)).mode).toBe('clocks');
  expect((await decideClock({ mode: 'steps', reference }, apart, ask)).mode).toBe('steps');
  expect(asked).toEqual([{ reference }, { reference, bySteps: true }]);
});
