import { expect, test } from 'vitest';
import { collectivesOf } from '../../../../../src-worker/model/collectives/collectives';
import { withTimelineStarts } from '../../../../../src-worker/model/collectives/timelineStarts';
import { lateRanks } from '../../../../../src-worker/model/lateness/lateRanks';
import { sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { drawnCollective as drawn } from './drawnCollective';

const starts = (told: Parameters<typeof withTimelineStarts>[0], timed: Parameters<typeof withTimelineStarts>[1]) =>
  withTimelineStarts(told, timed).map(({ startNs }) => startNs);

test('a collective has the start of that with its name and duration, the n-th of several', () => {
  const timed = [drawn('b', 5000, 200), drawn('a', 9000, 100), drawn('a', 1000, 100), drawn('a', 3000, 150)];
  const told = [drawn('a', 1020, 100), drawn('a', 3020, 150.4), drawn('b', 5020, 200), drawn('a', 9020, 100)];
  expect(starts(told, timed)).toEqual([1000, 3000, 5000, 9000]);
});

test('one that is not found is moved as the others are; without any nothing moves', () => {
  const timed = [drawn('a', 1000, 100), drawn('a', 3000, 150)];
  expect(starts([drawn('a', 1020, 100), drawn('a', 3020, 150), drawn('c', 7020, 10)], timed)).toEqual([
    1000, 3000, 7000,
  ]);
  expect(starts([drawn('a', 1020, 77)], timed)).toEqual([1020]);
});

describeDumps('two ranks of databases', () => {
  const open = () => sharedContext(dumpPath('ascend', 'db_level1_2ranks'));

  test('starts are those of COMMUNICATION_OP, to the ns', async () => {
    const dump = await open();
    const { ops, sources } = await collectivesOf(dump);
    expect([...sources]).toEqual(['analysis.db']);
    const first = ops.filter(({ name }) => name === 'hcom_allReduce__210_0_1');
    expect(first.map(({ startNs }) => dump.baseNs + BigInt(startNs))).toEqual([
      1_736_410_576_431_631_806n,
      1_736_410_576_435_164_432n,
    ]);
  });

  test('the rank that both waited for is named though it was not profiled', async () => {
    const dump = await open();
    const { ops } = await collectivesOf(dump);
    const [{ label, isProfiled, worst }] = (await lateRanks(dump, ops)).ranks;
    // Rank 0's waits in COMMUNICATION_TASK_INFO end at …520068693 for peer 6, at …444934752 for the next to last.
    expect({ label, isProfiled, ...worst }).toMatchObject({
      label: 'Rank 6',
      isProfiled: false,
      op: 'hcom_allReduce__210_0_1',
      lateNs: 520_068_693 - 444_934_752,
    });
  });
});
