import { expect, test } from 'vitest';
import type { DumpState } from '../../../../../src-contract';
import { revisionOf } from '../../../../../src-renderer/session/answers/revision';
import { dumpState, rankState } from '../../../../fixtures/dumpState';

const before = dumpState({ status: 'ready', ranks: [rankState(0), rankState(1)] });
const revised = (change: Partial<DumpState>) => revisionOf({ ...before, ...change }) !== revisionOf(before);
const [first, second] = before.ranks;

test('a question may have another answer when an index, the clock or the files have changed', () => {
  const changes: Partial<DumpState>[] = [
    { status: 'indexing' },
    { ranks: [first, { ...second, generation: second.generation + 1 }] },
    { ranks: [first] },
    { ranks: [first, { ...second, files: [...second.files, { path: '/a.csv', sizeBytes: 1, role: 'table' }] }] },
    { originNs: before.originNs + 1n },
    { clock: { revision: 7 } as NonNullable<DumpState['clock']> },
    { clusterFiles: [...before.clusterFiles, { path: '/job/cluster_analysis.db', sizeBytes: 1, role: 'table' }] },
  ];
  expect(changes.filter((change) => !revised(change))).toEqual([]);
});

test('and has none where only the reading goes on', () => {
  const progress = { bytesDone: 5, bytesTotal: 10, eventsDone: 3 };
  expect(revised({ ranks: [first, { ...second, progress }] })).toBe(false);
  expect(revised({ revision: before.revision + 1 })).toBe(false);
});
