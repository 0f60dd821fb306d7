import { expect, test } from 'vitest';
import type { SourceFile } from '../../../../src-contract';
import { joiningOf } from '../../../../src-main/engine/opening/joining';
import type { DiscoveredDump, DiscoveredRank } from '../../../../src-worker/discovery/discoveredDump';

const timeline = 'trace_view.json';
const rank = (number: number, ...names: readonly string[]): DiscoveredRank => {
  const folder = `/job/rank${number}_ascend_pt`;
  const roleOf = (name: string) => (name === timeline || name.endsWith('.jsonl') ? 'timeline' : 'table');
  const files = names.map((name): SourceFile => ({ path: `${folder}/${name}`, sizeBytes: 1, role: roleOf(name) }));
  return {
    ...{ rank: number, place: folder, folder, hostName: undefined, notices: [], files },
    timelinePaths: files.filter(({ role }) => role === 'timeline').map(({ path }) => path),
  };
};
const dump = (...ranks: readonly DiscoveredRank[]): DiscoveredDump => ({
  ...{ ranks, clusterFiles: [], notices: [], isCut: false },
});
const namesOf = (files: readonly SourceFile[] = []) => files.map(({ path }) => path.split('/').at(-1));
const still = () => true;
const writing = () => false;
const nothing = { ranks: 0, files: [] };

test('nothing has come', () => {
  const open = dump(rank(0, timeline));
  expect(joiningOf(open, open, writing)).toEqual({
    ...{ ranks: [], grown: new Map(), clusterFiles: [], left: nothing, isWaiting: false },
  });
});

test('a rank joins as soon as it has a timeline, with the tables that stand still', () => {
  const open = dump(rank(1, timeline));
  const now = dump(rank(0, timeline, 'kernel_details.csv'), rank(1, timeline), rank(2));
  const joining = joiningOf(open, now, writing);
  expect(joining.ranks.map((own) => [own.rank, namesOf(own.files)])).toEqual([[0, [timeline]]]);
  // One without is told; of one that was found so before its timeline is shown when it comes.
  expect(joining).toMatchObject({ left: { ranks: 1, files: [] }, isWaiting: true });
  expect(joiningOf(open, now, still).ranks[0].files).toHaveLength(2);
  const late = joiningOf(dump(rank(1, timeline), rank(2)), dump(rank(1, timeline), rank(2, timeline)), still);
  expect(late.grown.get(1)?.timelinePaths).toHaveLength(1);
  expect(late).toMatchObject({ ranks: [], left: nothing });
});

test('tables come to the ranks that are there, and to the job; a second timeline of one does not', () => {
  const open = dump(rank(0, timeline), rank(1, timeline));
  const ofJob = { path: '/job/cluster_step_trace_time.csv', sizeBytes: 1, role: 'table' } as const;
  const now = { ...dump(rank(1, timeline, 'op_summary.csv'), rank(0, timeline, 'a.jsonl')), clusterFiles: [ofJob] };
  expect(joiningOf(open, now, writing)).toMatchObject({ grown: new Map(), clusterFiles: [], isWaiting: true });
  const joining = joiningOf(open, now, still);
  expect([...joining.grown].map(([at, own]) => [at, namesOf(own.files)])).toEqual([[1, [timeline, 'op_summary.csv']]]);
  expect(joining.clusterFiles).toEqual([ofJob]);
  expect(joining.left).toEqual({ ranks: 0, files: ['/job/rank0_ascend_pt/a.jsonl'] });
  expect(joining.isWaiting).toBe(false);
});

test('parts in which msMonitor goes on are followed elsewhere', () => {
  const part = (at: number) => `msmonitor_77_2026112401020300${at}_3.jsonl`;
  const open = dump(rank(3, part(1)));
  expect(joiningOf(open, dump(rank(3, part(1), part(2))), still)).toMatchObject({ grown: new Map(), left: nothing });
});

test('where msMonitor has deleted the oldest part, the rank is no new one; where one is gone, one that has come may be the same', () => {
  const part = (at: number) => `msmonitor_77_2026112401020300${at}_3.jsonl`;
  const ofParts = (...parts: readonly number[]): DiscoveredRank => {
    const own = rank(3, ...parts.map(part));
    return { ...own, place: own.files[0].path };
  };
  const deleted = joiningOf(dump(ofParts(1, 2)), dump(ofParts(2, 3)), still);
  expect(deleted).toMatchObject({ ranks: [], grown: new Map(), left: nothing });
  const trace = (name: string): DiscoveredRank => ({ ...rank(0, 'x.jsonl'), place: name, timelinePaths: [name] });
  const renamed = joiningOf(dump(trace('/a.json')), dump(trace('/a.json.gz')), still);
  expect(renamed).toMatchObject({ ranks: [], left: { ranks: 1, files: [] } });
});

test('where ranks that are there would be called otherwise, or be of another job, nothing joins', () => {
  const open = dump(rank(0, timeline));
  const job = { key: 'a', name: 'a' };
  for (const own of [
    { ...rank(0, timeline), rank: 4 },
    { ...rank(0, timeline), job },
  ]) {
    const now = dump({ ...own, files: rank(0, timeline, 'x.csv').files }, rank(1, timeline));
    const left = { ranks: 1, files: ['/job/rank0_ascend_pt/x.csv'] };
    expect(joiningOf(open, now, still)).toMatchObject({ ranks: [], grown: new Map(), left });
  }
});

test('devices that share a database do not join: it is read as a whole', () => {
  const [file] = rank(1, timeline).files;
  const devices = [0, 1].map((device) => ({ ...rank(1, timeline), place: `${device}`, files: [{ ...file, device }] }));
  expect(joiningOf(dump(), dump(...devices), still)).toMatchObject({ ranks: [], left: { ranks: 2 } });
});
