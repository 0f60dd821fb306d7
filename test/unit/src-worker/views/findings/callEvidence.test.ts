import { expect, test } from 'vitest';
import type { FindingsReport } from '../../../../../src-contract';
import { findingsWorker } from '../../../../../src-worker/views/findings';
import { openContext } from '../../../../fixtures/dumpContext';
import { sharedJob } from '../../../../fixtures/sharedJob';

test('a slow link shows slices of its source in groups of both ends, before those of the ranks that it makes late', async () => {
  const { folder } = await sharedJob({
    ...{ ranks: 8, steps: 4, eventsPerRank: 4000, seed: 3 },
    faults: [{ kind: 'slow-link', between: [2, 3], factor: 0.3 }],
  });
  const dump = await openContext(folder);
  const report: FindingsReport = await findingsWorker.answers['findings.report'](dump, {});
  const found = report.findings.find(({ rule, place }) => rule === 'C6' && place.link !== undefined);
  const { source, target } = found?.place.link ?? { source: -1, target: -1 };
  expect([source, target].sort()).toEqual([2, 3]);
  const own = found?.evidence.slice(0, 3) ?? [];
  expect(own).toHaveLength(3);
  for (const one of own) {
    if (one.kind !== 'slice') throw new Error('no slice');
    const view = dump.views().get(one.ref.rank);
    expect(dump.rankAt(one.ref.rank)?.rank).toBe(source);
    expect(view?.summary(one.ref.slice)).toMatchObject({ name: one.name, lane: one.lane, startNs: one.startNs });
    expect(one.name).toMatch(/^hcom_/);
  }
  // Each slice once, and nothing of the rules' own goes out.
  const slices = found?.evidence.map((one) => one.kind === 'slice' && `${one.ref.rank} ${one.ref.slice}`) ?? [];
  expect(new Set(slices).size).toBe(slices.length);
  expect(report.findings.filter((one) => 'calls' in one)).toEqual([]);
});
