import { expect, test } from 'vitest';
import type { SliceSource, SliceSummary } from '../../../../src-contract';
import { offsetScale } from '../../../../src-renderer/base/timeScale';
import { createSession } from '../../../../src-renderer/session/createSession';
import { ShownMarks } from '../../../../src-renderer/timeline/marks/shownMarks';
import { metrics } from '../../../../src-renderer/timeline/rows/metrics';
import { dumpState, laneId } from '../../../fixtures/dumpState';
import { scriptedEngine } from '../../../fixtures/scriptedEngine';

test('marks follow the session: by time, found where they stand in the ruler, notes on their slices', () => {
  const session = createSession({ engine: scriptedEngine().engine, dump: dumpState(), onError: () => undefined });
  let changes = 0;
  const marks = new ShownMarks(session, () => changes++);
  const slice = { place: '/elsewhere', source: '7' as SliceSource };
  session.actions.setUserMarks(
    [
      { id: 'f', name: '', colour: 'red', startNs: 900, endNs: 900 },
      { id: 'n', name: 'late', colour: 'teal', startNs: 100, endNs: 200, slice },
    ],
    'f',
  );
  expect(changes).toBeGreaterThan(0);
  expect(marks.list).toMatchObject([
    { kind: 'note', startNs: 100, isCurrent: false },
    { kind: 'flag', startNs: 900, isCurrent: true },
  ]);
  expect(marks.noteAt(laneId(11), 2, 150)).toBeUndefined();
  const found = { startNs: 150, durationNs: 100, lane: laneId(11), row: 2 } as SliceSummary;
  session.store.setState({ noteSlices: new Map([['n', found]]) });
  expect(marks.list[0]).toMatchObject({ startNs: 150, endNs: 250, spot: { lane: 11, row: 2 } });
  expect([marks.noteAt(laneId(11), 2, 150), marks.noteAt(laneId(11), 1, 150)]).toEqual(['late', undefined]);
  const plain = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;
  expect(marks.text('n', plain, offsetScale)).toMatchObject({ title: 'late' });
  expect(marks.text('f', plain, offsetScale).title).toContain('marks.kind.flag');
  marks.boxes = [
    { id: 'n', left: 10, right: 60 },
    { id: 'f', left: 50, right: 58 },
  ];
  const at = (x: number, y = metrics.rulerHeight - 2) => marks.at({ x, y });
  expect([at(20), at(55), at(60), at(61), at(20, 3)]).toEqual(['n', 'f', 'n', undefined, undefined]);
  marks.dispose();
  session.dispose();
});
