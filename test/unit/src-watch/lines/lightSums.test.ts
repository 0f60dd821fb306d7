import { expect, test } from 'vitest';
import { LightSums } from '../../../../src-watch/lines/lightSums';
import type { StepLight } from '../../../../src-watch/rule/stepLight';
import { Random } from '../../../fixtures/random';

test('whatever the order of reports within some steps: each activity counts for the step it begins in', () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = new Random(seed);
    const expected = new Map<number, { compute: number; communication: number }>();
    const reports: { atNs: number; run: (sums: LightSums) => readonly StepLight[] }[] = [];
    for (let step = 1; step <= 20; step++) {
      const startNs = step * 1000;
      const own = { compute: 0, communication: 0 };
      expected.set(step, own);
      reports.push({ atNs: startNs + 900, run: (sums) => sums.addStep(step, startNs, startNs + 900) });
      for (let count = random.integer(1, 30); count > 0; count--) {
        const kind = random.pick(['compute', 'communication'] as const);
        const at = startNs + random.integer(0, 899);
        const durationNs = random.integer(0, 300);
        own[kind] += durationNs;
        // Reported up to a step and a half after it began.
        reports.push({
          atNs: at + random.integer(0, 1500),
          run: (sums) => {
            sums.add(kind, at, at + durationNs);
            return [];
          },
        });
      }
      // Between two steps: nobody's.
      reports.push({
        atNs: startNs + 950,
        run: (sums) => {
          sums.add('compute', startNs + 950, startNs + 990);
          return [];
        },
      });
    }
    const sums = new LightSums();
    const told = reports.sort((a, b) => a.atNs - b.atNs).flatMap(({ run }) => run(sums));
    expect(told.map(({ step }) => step)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
    for (const { step, computeNs, communicationNs } of told)
      expect({ compute: computeNs, communication: communicationNs }, `seed ${seed}, step ${step}`).toEqual(
        expected.get(step),
      );
  }
});

test('a step of a hundred thousand kernels is kept in some, and its sum is right', () => {
  const sums = new LightSums();
  for (let at = 0; at < 100_000; at++) sums.add(at % 3 === 0 ? 'communication' : 'compute', at * 10, at * 10 + 6);
  sums.addStep(1, 0, 1_000_000);
  sums.addStep(2, 1_000_000, 2_000_000);
  const [first] = sums.addStep(3, 2_000_000, 3_000_000);
  expect(first).toEqual({ step: 1, durationNs: 1_000_000, computeNs: 66_666 * 6, communicationNs: 33_334 * 6 });
});

test('steps alone have no light, and a new start begins anew', () => {
  const sums = new LightSums();
  for (let step = 1; step < 6; step++) expect(sums.addStep(step, step * 10, step * 10 + 10)).toEqual([]);
  sums.add('compute', 62, 65);
  expect(sums.addStep(1, 60, 70)).toEqual([]);
  sums.addStep(2, 70, 80);
  expect(sums.addStep(3, 80, 90)).toEqual([{ step: 1, durationNs: 10, computeNs: 3, communicationNs: 0 }]);
});

test('kept as data in the middle of a step, in some hundred bytes: nothing is lost, nothing counted twice', () => {
  for (const cut of [0, 5, 1_000, 2_500, 2_999]) {
    let sums = new LightSums();
    const told: StepLight[] = [];
    for (let step = 1; step <= 8; step++) {
      for (let at = 0; at < 3_000; at++) {
        if (at === cut) {
          const saved = JSON.stringify(sums.save());
          expect(saved === undefined || saved.length < 4_000).toBe(true);
          sums = new LightSums(saved === undefined ? undefined : JSON.parse(saved));
        }
        sums.add(at % 3 === 0 ? 'communication' : 'compute', step * 100_000 + at * 10, step * 100_000 + at * 10 + 6, 2);
      }
      told.push(...sums.addStep(step, step * 100_000, step * 100_000 + 40_000));
    }
    const each = { durationNs: 40_000, computeNs: 2_000 * 6, communicationNs: 1_000 * 6, communicationBytes: 6_000 };
    expect(told, `cut at ${cut}`).toEqual([1, 2, 3, 4, 5, 6].map((step) => ({ step, ...each })));
  }
});
