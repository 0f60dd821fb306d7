import { expect, test } from 'vitest';
import type { GroupKind } from '../../../../../src-contract';
import { isInPreset, unfoldedFor, usefulPresets } from '../../../../../src-renderer/session/lanes/lanePresets';
import { laneGroup, laneId, rankState } from '../../../../fixtures/dumpState';

const ranks = (...kinds: readonly GroupKind[]) => [
  rankState(0, { groups: kinds.map((kind, i) => laneGroup(10 * (i + 1), [], { kind })) }),
];

test('presets are offered where they leave something out and something in', () => {
  expect(usefulPresets({ ranks: ranks('hardware', 'communication', 'overlap', 'python', 'counters') })).toEqual([
    'everything',
    'device',
    'communication',
    'host',
    'overlap',
  ]);
  expect(usefulPresets({ ranks: ranks('other', 'python') })).toEqual([]);
  expect(usefulPresets({ ranks: ranks('hardware', 'python') })).toEqual(['everything', 'device', 'host']);
});

test('the streams of a GPU are the device’s, whatever process they stand under', () => {
  const streams = { kind: 'python', labels: 'GPU 0' } as const;
  expect([isInPreset(streams, 'device'), isInPreset(streams, 'host')]).toEqual([true, false]);
  expect(isInPreset({ kind: 'python', labels: 'CPU' }, 'host')).toBe(true);
});

test('what a preset is about is unfolded; the device’s counters stay folded', () => {
  const dump = { ranks: ranks('cann', 'overlap', 'counters') };
  const folded = new Set([10, 20, 30].map(laneId));
  expect([...unfoldedFor('host', dump, folded)]).toEqual([20, 30]);
  expect([...unfoldedFor('overlap', dump, folded)]).toEqual([10, 30]);
  expect(unfoldedFor('device', dump, folded)).toBe(folded);
  expect(isInPreset({ kind: 'other', labels: '' }, 'everything')).toBe(true);
});
