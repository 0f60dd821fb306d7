import { expect, test } from 'vitest';
import { sentenceText } from '../../../../../src-contract/findings/sentence';
import { hostContention } from '../../../../../src-worker/analysis/rules/hostCpu';
import type { HostCpu } from '../../../../../src-worker/model/hostCpu';
import { type DrawnRank, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** A rank with 20 ms of Free a step in which its host works. */
function rank(hostCpu: Partial<HostCpu> | undefined): DrawnRank {
  const owners = [
    { owner: 'op' as const, ns: 15 * MS, names: [] },
    { owner: 'launch' as const, ns: 5 * MS, names: [] },
  ];
  const cpu: HostCpu = {
    hostName: 'node1',
    processorCount: 64,
    busy: 0.95,
    own: 0.3,
    isJobs: false,
    runnable: Number.NaN,
    switchesPerSecond: Number.NaN,
    others: [],
    ...hostCpu,
  };
  return {
    computing: 80,
    free: 20,
    record: {
      free: { freeNs: 20 * MS, medianDelayNs: 1, owners, evidence: {}, held: {} },
      ...(hostCpu && { hostCpu: cpu }),
    },
  };
}

test('processors that others take: the job’s own ranks on the host are none of them; the gain is a share of Free', () => {
  const { findings } = hostContention.find(drawnJob([rank({}), rank({})]), limits);
  expect(findings).toMatchObject([{ rule: 'B9', place: { ranks: [0, 1] }, lostNsPerStep: 0, confidence: 'medium' }]);
  // 0.95 less twice 0.3.
  expect(findings[0].title.values.taken).toBeCloseTo(0.35, 9);
  expect(findings[0].gain.nsPerStep).toBeCloseTo(20 * MS * 0.35, 0);
  expect(sentenceText(findings[0].advice[1], 'en')).toMatch(/CPU_AFFINITY_CONF=1, or 2/);
});

test('another host is another finding; who takes most is named', () => {
  const agent = { name: 'monitor-agent', share: 0.4 };
  const job = drawnJob([rank({}), rank({ hostName: 'node2', isJobs: true, own: 0.5, others: [agent] })]);
  const { findings } = hostContention.find(job, limits);
  expect(findings.map(({ rank: number }) => number)).toEqual([0, 1]);
  expect(sentenceText(findings[1].cause, 'en')).toMatch(/monitor-agent, 40 % of all/);
});

test('idle processors, or few that others take, are fine; threads that wait for their turn are not', () => {
  const value = (own: Partial<HostCpu>) =>
    (hostContention.find(drawnJob([rank(own)]), limits).notReported ?? []).map(({ threshold, value: of }) => [
      threshold,
      of,
    ]);
  expect(value({ busy: 0.5 })).toEqual([['cpu.busy', 0.5]]);
  expect(value({ own: 0.95 })).toEqual([['cpu.others', 0]]);
  const crowded = hostContention.find(drawnJob([rank({ busy: 0.6, runnable: 2 })]), limits).findings;
  expect(crowded).toMatchObject([{ cause: { id: 'cpu.cause.runnable' } }]);
});

test('busy with what is not recorded is said as that; without any record it could not run, and says what to switch on', () => {
  const { findings } = hostContention.find(drawnJob([rank({ own: Number.NaN })]), limits);
  expect(findings).toMatchObject([
    { title: { id: 'cpu.title.busy' }, confidence: 'low', gain: { nsPerStep: 20 * MS } },
  ]);
  const none = hostContention.find(drawnJob([rank(undefined)]), limits);
  expect(none).toMatchObject({ findings: [], notRun: [{ rule: 'B9', reason: { id: 'needs.cpu' } }] });
});
