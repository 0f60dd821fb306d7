import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { communicationWorker } from '../../../../../src-worker/views/communication';
import { openContext, records } from '../../../../fixtures/dumpContext';
import { type SharedJob, sharedJob } from '../../../../fixtures/sharedJob';

const { tables, answers } = communicationWorker;

describe('two profiled ranks of a job: tensor 4, data 2, and a rank slow that was not profiled', () => {
  let dump: DumpContext;
  let job: SharedJob;
  beforeAll(async () => {
    job = await sharedJob({
      ranks: 2,
      steps: 2,
      eventsPerRank: 8000,
      seed: 7,
      parallel: { tensor: 4, pipeline: 1, data: 2 },
      faults: [{ kind: 'slow-rank', rank: 3, factor: 1.6 }],
    });
    dump = await openContext(job.folder);
  });

  test('the slow one is named', async () => {
    const { ranks } = await answers['communication.late'](dump, {});
    const [late] = ranks;
    expect(late).toMatchObject({ rank: 3, isProfiled: false, isGlobal: true });
    expect(late.evidence).toBeDefined();
  });

  test('a rank only waits for ranks of the group of the collective', async () => {
    const { groups } = await answers['communication.overview'](dump, {});
    const seen = records(await tables['communication.arrivals'](dump, {}));
    expect(new Set(seen.map(({ group }) => group)).size).toBeGreaterThan(1);
    for (const { group, observer, peer, isProfiled } of seen) {
      const members = groups.filter(({ name }) => name === group).flatMap(({ ranks }) => [ranks]);
      expect(members.some((ranks) => ranks.includes(Number(observer)) && ranks.includes(Number(peer)))).toBe(true);
      expect(isProfiled).toBe(Number(peer) < 2 ? 'yes' : 'no');
    }
  });

  test('two profiled ranks see the same peer arrive at the same time', async () => {
    const seen = records(await tables['communication.arrivals'](dump, {}));
    const late = seen.filter(({ peer, afterNs }) => peer === 3 && Number(afterNs) > 100_000);
    const byOp = new Map<string, number[]>();
    for (const { op, step, arrivedNs } of late) {
      const key = `${step} ${op}`;
      byOp.set(key, [...(byOp.get(key) ?? []), Number(arrivedNs)]);
    }
    const pairs = [...byOp.values()].filter(({ length }) => length === 2);
    expect(pairs.length).toBeGreaterThan(5);
    for (const [one, other] of pairs) expect(Math.abs(one - other)).toBeLessThan(20_000);
  });

  test('the collectives of the table are those of the truth', async () => {
    const rows = records(await tables['communication.ranks'](dump, {}));
    expect(rows.map(({ count }) => count)).toEqual(job.truth.ranks.map(({ collectiveCount }) => collectiveCount));
  });
});
