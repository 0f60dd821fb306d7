import { expect, test } from 'vitest';
import { dumpSteps } from '../../../../src-watch/lines/dumpSteps';

test('steps in their order, each with what it was made of', () => {
  const csv =
    '\ufeffDevice_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble\r\n0,14,100,20,5,25,30.5,149,0\r\n0,13,110,20,5,25,30,150,0\r\n';
  expect(dumpSteps(csv, 2)).toEqual([
    {
      ...{ rank: 2, step: 13, durationNs: 160_000 },
      light: [{ step: 13, durationNs: 160_000, computeNs: 110_000, communicationNs: 25_000 }],
    },
    {
      ...{ rank: 2, step: 14, durationNs: 150_500 },
      light: [{ step: 14, durationNs: 150_500, computeNs: 100_000, communicationNs: 25_000 }],
    },
  ]);
});

test('where parts are missing a step is as long as its Stage; one without a number, or a time, is none', () => {
  const csv = 'Step,Computing,Communication,Stage\n5,,,1000\n,1,1,1000\n6,,,\nx,1,1,1\n';
  expect(dumpSteps(csv, undefined)).toEqual([{ rank: undefined, step: 5, durationNs: 1_000_000 }]);
  expect(dumpSteps('', 0)).toEqual([]);
});
