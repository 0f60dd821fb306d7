import { expect, test } from 'vitest';
import { StepLines } from '../../../../src-watch/lines/stepLines';
import { parseStepFile } from '../../../../src-worker/model/stepSeries/stepFile';

/** Kept as data after each line, and taken up again. */
function read(text: string) {
  let lines = new StepLines();
  let damagedCount = 0;
  const steps = text.split('\n').flatMap((line) => {
    const step = lines.read(line);
    damagedCount += lines.damagedCount;
    lines = new StepLines(JSON.parse(JSON.stringify(lines.save())));
    return step ?? [];
  });
  return { steps, damagedCount };
}

test('says the same as the reader of whole files', () => {
  for (const text of [
    'step,ms\n1,12.5\n2,13\n4,NaN\n5,-1\n6,14',
    'iteration;step_time_s;rank\n1;0.5;0\n1;0.6;1\n2;0.4;0',
    'step,time\n1,1700000000\n2,1700000002\n3,1700000003.5',
    'step,timestamp,rank\n1,2025-11-20 10:30:00.000,0\n1,2025-11-20 10:30:00.010,1\n2,2025-11-20 10:30:00.250,0',
    'step,samples/s\n1,50\n2,25',
    '{"step":1,"rank":1,"ms":5}\n{"loss":2,"step":1,"ms":4,"rank":0}\n{"step":2,"rank":1,"ms":6}\n{"st',
    'rank,duration (ms),time\n0,5,1700000000123456789\n0,6,1700000000223456789',
  ]) {
    const whole = parseStepFile('/x', text);
    const { steps, damagedCount } = read(text);
    const ranks = [...new Set(steps.map(({ rank }) => rank))].sort();
    const series = ranks.map((rank) => ({
      rank,
      steps: steps
        .filter((own) => own.rank === rank)
        .map(({ step, durationNs, timeNs }) => ({
          number: step,
          ns: durationNs,
          ...(timeNs !== undefined && { timeNs }),
        })),
    }));
    expect(series, text).toEqual(whole.series.filter((own) => own.steps.length > 0));
    expect(damagedCount, text).toBe(whole.notices.length === 0 ? 0 : Number(whole.notices[0].params?.count));
  }
});

test('what is no table of steps gives none', () => {
  const lines = new StepLines();
  expect(lines.isKnown).toBeUndefined();
  expect(lines.read('name,duration (us)')).toBeUndefined();
  expect(lines.read('add,5')).toBeUndefined();
  expect(lines.isKnown).toBe(false);
});
