import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { JobWatch, usualStall } from '../../../../src-watch/rule/jobWatch';
import { usualKSigma } from '../../../../src-worker/model/stepSeries/kSigma';
import { Random } from '../../../fixtures/random';

const RANKS = 1_000;
const STEP_S = 60;
const STEPS_A_DAY = 86_400 / STEP_S;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test('a week of a thousand ranks, with spikes, silent ranks and new starts: no more memory than after a day, nor a larger journal', () => {
  const random = new Random(7);
  const watch = new JobWatch(usualKSigma, usualStall);
  const days: { readonly heapBytes: number; readonly savedBytes: number }[] = [];
  let alarms = 0;
  let restarts = 0;
  for (let day = 0; day < 7; day++) {
    for (let at = 0; at < STEPS_A_DAY; at++) {
      // The job is started anew each second day, and tells of step 1 again.
      const step = (day % 2) * STEPS_A_DAY + at + 1;
      const nowNs = (day * STEPS_A_DAY + at) * STEP_S * 1e9;
      const isSlow = at % 200 > 190;
      const silent = at % 500 === 0 ? random.integer(0, RANKS - 1) : -1;
      for (let rank = 0; rank < RANKS; rank++) {
        if (rank === silent) continue;
        const durationNs = 58e9 + random.integer(0, 1_000) * 1e6 + (isSlow ? 20e9 : 0);
        const light = [{ step, durationNs, computeNs: 3e10 + rank * 1e6, communicationNs: 1e10 }];
        for (const { kind } of watch.add({ rank, step, durationNs, timeNs: nowNs, light }, nowNs)) {
          if (kind === 'alarm') alarms++;
          if (kind === 'restart') restarts++;
        }
      }
      watch.tick(nowNs);
    }
    days.push({ savedBytes: JSON.stringify(watch.save()).length, heapBytes: heapBytes() });
  }
  expect(restarts).toBe(3);
  expect(alarms).toBeGreaterThan(20);
  const [first] = days;
  for (const { heapBytes: heap, savedBytes } of days) {
    expect(heap).toBeLessThan(first.heapBytes + 1e6);
    expect(savedBytes).toBeLessThan(1.2 * first.savedBytes);
  }
}, 300_000);
