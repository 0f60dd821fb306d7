import { expect, test } from 'vitest';
import { LevelWatch } from '../../../../src-watch/rule/levelWatch';
import { Random } from '../../../fixtures/random';

const baseline = { meanNs: 100, deviationNs: 2 };

function changesOf(durations: readonly number[]) {
  let watch = new LevelWatch(baseline);
  return durations.flatMap((own, at) => {
    const change = watch.add(at, own);
    watch = new LevelWatch(baseline, JSON.parse(JSON.stringify(watch.save())));
    return change ? [[change.fromStep, change.atStep, change.beforeNs, change.afterNs]] : [];
  });
}

const of = (count: number, ...values: readonly number[]) =>
  Array.from({ length: count }, (_, at) => values[at % values.length]);

test('a level that rises, and one that falls again: from which step on, and to what', () => {
  const series = [...of(40, 98, 102), ...of(40, 108, 112), ...of(40, 98, 102)];
  expect(changesOf(series)).toEqual([
    [40, 51, 100, 110],
    [80, 91, 110, 100],
  ]);
});

test('spikes are no change, nor a few of them in a row; nor is what is no time', () => {
  expect(changesOf([...of(20, 99, 101), 500, 500, 500, 500, ...of(40, 99, 101)])).toEqual([]);
  expect(changesOf(Array.from({ length: 300 }, (_, at) => (at % 25 === 0 ? 400 : 100)))).toEqual([]);
  expect(changesOf([...of(20, 99, 101), Number.NaN, -1, Number.POSITIVE_INFINITY, ...of(20, 99, 101)])).toEqual([]);
});

test('in noise there is none, in a hundred series of a thousand steps', () => {
  const random = new Random(8);
  const noise = () => Array.from({ length: 12 }, () => random.integer(0, 1000) / 1000).reduce((a, b) => a + b) - 6;
  let found = 0;
  for (let run = 0; run < 100; run++) found += changesOf(Array.from({ length: 1000 }, () => 100 + 2 * noise())).length;
  expect(found).toBeLessThanOrEqual(2);
});

test('without a deviation nothing can be said', () => {
  const watch = new LevelWatch({ meanNs: 100, deviationNs: 0 });
  expect(of(50, 200).map((own, at) => watch.add(at, own))).toEqual(of(50).map(() => undefined));
});
