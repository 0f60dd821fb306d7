import { expect, test } from 'vitest';
import { counterSums } from '../../../../src-worker/model/counterSums';
import { openContext } from '../../../fixtures/dumpContext';
import { temporaryFile } from '../../../fixtures/indexed';

interface Sample {
  readonly name: string;
  readonly ts: number;
  readonly args: Readonly<Record<string, number>>;
}

async function sumsOf(samples: readonly Sample[]) {
  const slice = { ph: 'X', pid: 1, tid: 1, name: 'a', ts: 0, dur: 5 };
  const traceEvents = [slice, ...samples.map((own) => ({ ph: 'C', pid: 2, ...own }))];
  const dump = await openContext(temporaryFile('trace.json', JSON.stringify({ traceEvents })));
  const view = await dump.timeline(dump.ranks[0].index);
  if (!view) throw new Error('The trace has no timeline');
  return counterSums(view);
}

test('each series by time: a value counts for as long as it holds', async () => {
  const sums = await sumsOf([
    { name: 'HBM', ts: 0, args: { 'Read(MB/s)': 100, 'Write(MB/s)': 7 } },
    { name: 'HBM', ts: 30, args: { 'Read(MB/s)': 500, 'Write(MB/s)': 7 } },
    { name: 'HBM', ts: 40, args: { 'Read(MB/s)': 9, 'Write(MB/s)': 7 } },
  ]);
  expect(sums).toEqual([
    {
      ...{ counter: 'HBM', series: 'Read(MB/s)', unit: 'MB/s', sampleCount: 3, min: 9, mean: 200, max: 500 },
      // 30 µs of 100 and 10 µs of 500: √(.75 × 100² + .25 × 300²).
      deviation: expect.closeTo(Math.sqrt(30_000), 9),
    },
    { counter: 'HBM', series: 'Write(MB/s)', unit: 'MB/s', sampleCount: 3, min: 7, mean: 7, max: 7, deviation: 0 },
  ]);
});

test('samples of one instant count alike', async () => {
  const [own] = await sumsOf([
    { name: 'a', ts: 10, args: { value: 1 } },
    { name: 'a', ts: 10, args: { value: 3 } },
  ]);
  expect(own).toMatchObject({ sampleCount: 2, min: 1, mean: 2, max: 3, deviation: 1 });
});

test('of more than a summary has room for those that change, in their order', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `counter ${at}`);
  const isChanging = (at: number) => at % 2 === 1;
  const sums = await sumsOf(
    names.flatMap((name, at) => [
      { name, ts: 0, args: { value: 1000 } },
      { name, ts: 10, args: { value: isChanging(at) ? 10 : 1000 } },
      { name, ts: 20, args: { value: 1000 } },
    ]),
  );
  expect(sums).toHaveLength(64);
  const changing = names.filter((_, at) => isChanging(at));
  expect(sums.map(({ counter }) => counter).filter((own) => changing.includes(own))).toEqual(changing);
});
