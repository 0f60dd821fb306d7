import { expect, test } from 'vitest';
import { stepColumns } from '../../../../../src-worker/model/stepSeries/stepColumns';
import { isStepFile, parseStepFile } from '../../../../../src-worker/model/stepSeries/stepFile';
import { TableError } from '../../../../../src-worker/tables/tableError';

const stepsOf = (text: string) => parseStepFile('/x/steps.csv', text).series[0]?.steps;

test('a duration by the unit of its header, in brackets or behind the name', () => {
  expect(stepsOf('step,ms\n1,12.5\n2,13')).toEqual([
    { number: 1, ns: 12.5e6 },
    { number: 2, ns: 13e6 },
  ]);
  expect(stepsOf('step;elapsed time per iteration (ms)\n7;444.2')).toEqual([{ number: 7, ns: 444.2e6 }]);
  expect(stepsOf('iteration,step_time_s\n1,0.5')).toEqual([{ number: 1, ns: 0.5e9 }]);
  expect(stepsOf('步数,耗时（毫秒）\n3,20')).toEqual([{ number: 3, ns: 20e6 }]);
});

test('a duration without a unit is taken as seconds, and that is said', () => {
  const file = parseStepFile('/x/steps.csv', 'step,step_time,loss\n1,0.5,9.1');
  expect(file).toMatchObject({ measure: 'duration', column: 'step_time', isUnitTold: false });
  expect(file.series[0].steps).toEqual([{ number: 1, ns: 0.5e9 }]);
});

test('instants: dates, and epochs by the size of the number; without a duration their differences', () => {
  const steps = stepsOf('step,timestamp\n1,2025-11-20 10:30:00.000\n2,2025-11-20 10:30:00.250\n3,2025/11/20 10:30:01');
  expect(steps?.map(({ number, ns }) => [number, ns])).toEqual([
    [2, 250e6],
    [3, 750e6],
  ]);
  for (const unit of [1, 1e3, 1e6]) {
    const own = stepsOf(`step,time\n1,${1_700_000_000 * unit}\n2,${1_700_000_002 * unit}`);
    expect(own?.[0].ns).toBe(2e9);
  }
  const timed = stepsOf('step,ms,time\n1,10,1700000000\n2,12,1700007200');
  expect((timed?.[1].timeNs ?? 0) - (timed?.[0].timeNs ?? 0)).toBe(7_200e9);
});

test('throughput is a time of a sample', () => {
  const file = parseStepFile('/x/steps.csv', 'step,samples/s\n1,50\n2,25');
  expect(file.measure).toBe('throughput');
  expect(file.series[0].steps.map(({ ns }) => ns)).toEqual([20e6, 40e6]);
});

test('JSON lines, in which members come and go; a series a rank', () => {
  const lines = [
    '{"step":1,"rank":1,"ms":5}',
    '{"loss":2,"step":1,"ms":4,"rank":0}',
    '{"step":2,"rank":1,"ms":6}',
    '{"st',
  ];
  const file = parseStepFile('/x/steps.jsonl', lines.join('\n'));
  expect(file.series).toEqual([
    { rank: 0, steps: [{ number: 1, ns: 4e6 }] },
    {
      rank: 1,
      steps: [
        { number: 1, ns: 5e6 },
        { number: 2, ns: 6e6 },
      ],
    },
  ]);
  expect(file.notices).toMatchObject([{ code: 'damaged-lines', params: { count: 1, lines: '4' } }]);
});

test('lines without a value are listed with the byte of the first', () => {
  const { notices, series } = parseStepFile('/x/steps.csv', '\ufeffstep,ms\r\n1,10\r\n2,N/A\r\n3,-1\r\n4,11\r\n');
  expect(series[0].steps.map(({ number }) => number)).toEqual([1, 4]);
  expect(notices).toMatchObject([{ params: { count: 2, lines: '3, 4' } }]);
});

test('what is no table of steps is none', () => {
  for (const header of [
    ['name', 'duration (us)'],
    ['Step Id', 'Op Name', 'Duration(us)'],
    ['step', 'loss'],
    ['ms'],
    ['a', 'b'],
  ])
    expect(stepColumns(header)).toBeUndefined();
  expect(isStepFile('{"traceEvents":[{"ph":"X","ts":1,"dur":2}]}')).toBe(false);
  expect(isStepFile('{"step":1,"step_time_ms":4}\n{"step":2')).toBe(true);
  expect(() => parseStepFile('/x/steps.csv', 'a,b\n1,2')).toThrow(TableError);
});
