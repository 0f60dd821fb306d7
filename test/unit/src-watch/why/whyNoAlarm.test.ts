import { expect, test } from 'vitest';
import { whyNoAlarm } from '../../../../src-watch/why/whyNoAlarm';
import { type KSigmaLimits, usualKSigma } from '../../../../src-worker/model/stepSeries/kSigma';
import { Random } from '../../../fixtures/random';
import { alarmsOfRule } from '../../../fixtures/ruleOfAlarm';

/** 20 skipped, 20 of mean 100 and deviation 2. */
const begun = [...new Array<number>(20).fill(90), ...Array.from({ length: 20 }, (_, i) => (i % 2 ? 102 : 98))];
const seriesOf = (ms: readonly number[]) => ms.map((own, at) => ({ step: at + 1, durationNs: own * 1e6 }));

test('which limits would have fired, and on what else', () => {
  // Scores: 4, 4.5, 4 from step 41 on; three of 3 from step 50 on, and a spike of 10 at 60.
  const rest = [
    108,
    109,
    108,
    ...new Array<number>(6).fill(100),
    106,
    106,
    106,
    ...new Array<number>(7).fill(100),
    120,
  ];
  const answer = whyNoAlarm(seriesOf([...begun, ...rest]), usualKSigma, 41, 43);
  expect(answer).toEqual({
    kind: 'scores',
    baseline: { meanNs: 100e6, deviationNs: 2e6 },
    limits: { sigmas: 5, inARow: 4 },
    ...{ highest: 4.5, highestStep: 42, longestRun: 0, hasFired: false },
    ways: [
      // Step 60 alone would have been one, too.
      { inARow: 1, sigmas: 4.5, atStep: 42, falseAlarms: 1 },
      { inARow: 2, sigmas: 4, atStep: 42, falseAlarms: 0 },
      { inARow: 3, sigmas: 4, atStep: 43, falseAlarms: 0 },
    ],
  });
  const spike = whyNoAlarm(seriesOf([...begun, ...rest]), usualKSigma, 60, 60);
  expect(spike).toMatchObject({ longestRun: 1, hasFired: false, ways: [{ inARow: 1, sigmas: 10, falseAlarms: 0 }] });
});

test('what can’t be answered, and why', () => {
  expect(whyNoAlarm(seriesOf(begun.slice(0, 30)), usualKSigma, 5, 9)).toEqual({ kind: 'no-baseline', missing: 10 });
  expect(whyNoAlarm(seriesOf(begun), usualKSigma, 50, 60)).toEqual({ kind: 'unknown-steps' });
  expect(whyNoAlarm(seriesOf([...begun, 100]), usualKSigma, 5, 9)).toEqual({ kind: 'before', fromStep: 41 });
  expect(whyNoAlarm(seriesOf(new Array<number>(50).fill(100)), usualKSigma, 45, 46)).toEqual({ kind: 'flat' });
});

test('whatever it says would have fired does, and as often elsewhere, by the rule that knows nothing of it', () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = new Random(seed);
    const ms = Array.from({ length: 160 }, () =>
      random.chance(0.03) ? Number.NaN : 100 + random.integer(0, 4) + (random.chance(0.7) ? 0 : random.integer(0, 20)),
    );
    const limits: KSigmaLimits = { ...usualKSigma, skip: random.integer(0, 5), baseline: 20 };
    const from = random.integer(40, 140);
    const to = from + random.integer(0, 8);
    const answer = whyNoAlarm(seriesOf(ms), limits, from, to);
    if (answer.kind !== 'scores') continue;
    for (const { inARow, sigmas, atStep, falseAlarms } of answer.ways) {
      const { alarms } = alarmsOfRule(ms, { ...limits, inARow, sigmas });
      const said = `seed ${seed}: ${inARow} of ${sigmas}`;
      expect(
        alarms.map(({ step }) => step),
        said,
      ).toContain(atStep);
      expect(alarms.filter(({ step }) => step < from || step > to).length, said).toBe(falseAlarms);
      // A hundredth more, and it would not have.
      const more = alarmsOfRule(ms, { ...limits, inARow, sigmas: sigmas + 0.011 }).alarms;
      const own = more.filter(({ step }) => step >= from + inARow - 1 && step <= to);
      expect(own.length, `${said}, and more`).toBe(0);
    }
  }
});
