import { expect, test } from 'vitest';
import { timelineSplit } from '../../../../src-worker/model/splits/timelineSplit';
import { groupKindOf, laneHue } from '../../../../src-worker/names/hues';
import { overlapLaneName } from '../../../../src-worker/names/overlapLanes';
import { laneRoleOf } from '../../../../src-worker/names/taskKind';
import { indexText, viewOf } from '../../../fixtures/indexed';

test('processes of older MindSpore are of the kinds that today’s are', () => {
  expect(
    ['AI Core Op', 'AI CPU Op', 'Communication Op', 'Host CPU Op', 'Op Overlap Analyse'].map((name) =>
      groupKindOf(name, true),
    ),
  ).toEqual(['hardware', 'hardware', 'communication', 'other', 'overlap']);
  expect(laneRoleOf('communication', 'Stream #3')).toBe('collectives');
  expect(laneRoleOf('hardware', 'Stream #3')).toBe('stream');
});

test('its overlap lanes have the hues of today’s, and the same meaning', () => {
  const lanes = ['Merged Computation Op', 'Merged Communication Op', 'Pure Communication Op', 'Free Time Op'];
  expect(lanes.map((name) => laneHue('overlap', name))).toEqual(['compute', 'communication', 'communication', 'idle']);
  expect(lanes.map(overlapLaneName)).toEqual(['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free']);
  expect(overlapLaneName('Communication')).toBe('Communication');
});

test('the step split is read from them', async () => {
  const lane = (tid: number, name: string, ts: number, dur: number) => [
    { ph: 'M', name: 'thread_name', pid: 9, tid, args: { name } },
    { ph: 'X', name, pid: 9, tid, ts, dur },
  ];
  const events = [
    { ph: 'M', name: 'process_name', pid: 9, args: { name: 'Op Overlap Analyse' } },
    ...lane(1, 'Merged Computation Op', 0, 60),
    ...lane(2, 'Merged Communication Op', 40, 50),
    ...lane(3, 'Pure Communication Op', 60, 30),
    ...lane(4, 'Free Time Op', 90, 10),
  ];
  const [row] = timelineSplit(viewOf(await indexText(JSON.stringify(events))));
  expect(row.parts).toMatchObject({ computing: 60_000, communication: 50_000, notOverlapped: 30_000, free: 10_000 });
});
