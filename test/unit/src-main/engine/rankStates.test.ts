import { expect, test } from 'vitest';
import { RankClocks } from '../../../../src-main/engine/opening/rankClocks';
import { RankStates } from '../../../../src-main/engine/opening/rankStates';
import { Revisions } from '../../../../src-main/engine/opening/revisions';
import { rankState } from '../../../fixtures/dumpState';

function prepare() {
  const revisions = new Revisions(Promise.resolve());
  const ranks = new RankStates(new RankClocks(() => Promise.reject(new Error('not asked'))), revisions);
  return { ranks, revisions };
}

test('a rank is shown in the job’s time, and is the same object until it changes', () => {
  const { ranks, revisions } = prepare();
  ranks.put(0, rankState(0, { startNs: 400 }));
  ranks.put(1, rankState(1, { startNs: 700 }));
  expect(ranks.shown().map(({ startNs }) => startNs)).toEqual([400, 700]);
  expect(ranks.place()).toBe(true);
  const shown = ranks.shown();
  expect(shown.map(({ startNs }) => startNs)).toEqual([0, 300]);
  expect(ranks.all.map(({ startNs }) => startNs)).toEqual([400, 700]);
  const before = revisions.current;
  ranks.update(1, { label: 'Rank 8' });
  expect(revisions.current).toBeGreaterThan(before);
  expect(ranks.shown()[0]).toBe(shown[0]);
  expect(ranks.shown()[1]).toMatchObject({ label: 'Rank 8', startNs: 300 });
});

test('ranks that stay where they are change nothing that is watched', () => {
  const { ranks, revisions } = prepare();
  ranks.put(0, rankState(0, { startNs: 400 }));
  ranks.place();
  const { current } = revisions;
  expect(ranks.place()).toBe(false);
  expect(revisions.current).toBe(current);
});

test('progress is that of the ranks that are read or are to be', () => {
  const { ranks } = prepare();
  const progress = { bytesDone: 4, bytesTotal: 10, eventsDone: 2 };
  ranks.put(0, rankState(0, { progress }));
  ranks.put(1, rankState(1, { progress, status: 'waiting' }));
  ranks.put(2, rankState(2, { progress, status: 'unread' }));
  expect(ranks.progress).toEqual({ bytesDone: 8, bytesTotal: 20, eventsDone: 4 });
});
