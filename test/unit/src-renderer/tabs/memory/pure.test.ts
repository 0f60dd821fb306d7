import { expect, test } from 'vitest';
import type { MemoryComponent, MemoryMetric, RankIndex, RankMemory } from '../../../../../src-contract';
import { isSameTime, union } from '../../../../../src-renderer/tabs/memory/clocks';
import {
  chosenComponent,
  curveChoices,
  curveId,
  hasStreams,
} from '../../../../../src-renderer/tabs/memory/curveChoices';
import { formatMegabytes } from '../../../../../src-renderer/tabs/memory/format';
import { allocationQuery } from '../../../../../src-renderer/tabs/memory/presets';
import { shortStack } from '../../../../../src-renderer/tabs/memory/stackText';

function component(id: string, peaks: Partial<Record<MemoryMetric, number>>, isTimeLost = false): MemoryComponent {
  const metrics = Object.entries(peaks).map(([metric, peakBytes]) => ({
    metric: metric as MemoryMetric,
    peakBytes,
    sampleCount: 1,
    firstBytes: 0,
    lastBytes: 0,
  }));
  return { id, component: id, from: 'records', isTimeLost, metrics };
}

function facts(components: readonly MemoryComponent[], rank = 0, streams: readonly string[] = []): RankMemory {
  return {
    rank: rank as RankIndex,
    components,
    streams: streams.map((stream) => ({ stream, component: 'PTA', allocationCount: 1, peakBytes: 1 })),
    allocations: { count: 0, bytes: 0, neverFreedCount: 0, neverFreedBytes: 0, earlierCount: 0 },
    graphs: [],
    hasModules: false,
    hasExecution: false,
    notices: [],
  };
}

const ascend = facts([
  component('APP', { reserved: 900 }),
  component('GE', { allocated: 10, reserved: 20 }),
  component('PTA', { allocated: 500, reserved: 600 }),
  component('PTA+GE', { allocated: 505, reserved: 620, unused: 200 }),
]);

test('the sum of the allocators comes first, the device before the host, and what has a time before what has none', () => {
  expect(chosenComponent(ascend, undefined)?.id).toBe('PTA+GE');
  expect(chosenComponent(ascend, 'GE')?.id).toBe('GE');
  expect(chosenComponent(ascend, 'of another rank')?.id).toBe('PTA+GE');
  const trace = facts([component('CPU', { allocated: 9000 }), component('CUDA 0', { allocated: 80 })]);
  expect(chosenComponent(trace, undefined)?.id).toBe('CUDA 0');
  const lost = facts([
    component('PTA+GE', { allocated: 500 }, true),
    component('PTA by allocations', { allocated: 300 }),
  ]);
  expect(chosenComponent(lost, undefined)?.id).toBe('PTA by allocations');
  expect(chosenComponent(facts([]), undefined)).toBeUndefined();
});

test('curves of each mode: only measures that are there, and none without a time', () => {
  const sum = chosenComponent(ascend, undefined) as MemoryComponent;
  const ids = (mode: 'metrics' | 'components' | 'ranks', ranks: readonly RankMemory[] = [ascend]) =>
    curveChoices({ mode, metric: 'allocated', component: sum, ranks }).map(curveId);
  expect(ids('metrics')).toEqual(['0 PTA+GE allocated', '0 PTA+GE reserved', '0 PTA+GE unused', '0 APP reserved']);
  expect(ids('components')).toEqual(['0 GE allocated', '0 PTA allocated', '0 PTA+GE allocated']);
  // A rank without the component is drawn by the one that says most; one without times is not.
  const gpu = facts([component('CUDA 0', { allocated: 80 })], 1);
  const broken = facts([component('PTA+GE', { allocated: 80 }, true)], 2);
  expect(ids('ranks', [ascend, gpu, broken])).toEqual(['0 PTA+GE allocated', '1 CUDA 0 allocated']);
});

test('streams are worth a mode only where they have names', () => {
  expect(hasStreams(facts([], 0, ['', '']))).toBe(false);
  expect(hasStreams(facts([], 0, ['7']))).toBe(false);
  expect(hasStreams(facts([], 0, ['7', '']))).toBe(true);
});

test('ranks of one run share an axis, those recorded months apart don’t', () => {
  const own = { startNs: 0, endNs: 1e9 };
  expect(isSameTime(own, { startNs: 0.5e9, endNs: 2e9 })).toBe(true);
  expect(isSameTime(own, { startNs: 50e9, endNs: 51e9 })).toBe(true);
  expect(isSameTime({ startNs: 180 * 86_400e9, endNs: 180 * 86_400e9 + 1 }, own)).toBe(false);
  expect(union([own, { startNs: -5, endNs: 7 }])).toEqual({ startNs: -5, endNs: 1e9 });
  expect(union([])).toBeUndefined();
});

test('presets of the allocations: alive is from its start to just before its release', () => {
  const query = (choice: Parameters<typeof allocationQuery>[0]['choice']) =>
    allocationQuery({
      rank: 3 as RankIndex,
      choice,
      instantNs: 100,
      selectedRange: { startNs: 10.4, endNs: 20.2 },
      op: undefined,
    });
  expect(query({ kind: 'alive' }).filters).toEqual([
    { kind: 'range', column: 'aliveFromNs', max: 100 },
    { kind: 'range', column: 'aliveUntilNs', min: 101 },
  ]);
  expect(query({ kind: 'changed' })).toEqual({
    of: { ranks: [3], changedIn: { startNs: 10, endNs: 21 } },
    filters: [],
  });
  const [until, from] = query({ kind: 'never-freed' }).filters;
  // Never is +∞ and from before the recording −∞; every real time lies between.
  expect(until).toMatchObject({ column: 'aliveUntilNs', min: Number.MAX_VALUE });
  expect(from).toMatchObject({ column: 'aliveFromNs', min: -Number.MAX_VALUE });
  expect(query({ kind: 'all' })).toEqual({ of: { ranks: [3] }, filters: [] });
});

test('a frame by its last folder; names of ops as they are', () => {
  expect(shortStack('/usr/lib/python3/torch/optim/sgd.py(293): step ← <string>(1): <module> ← aten::mm')).toBe(
    'optim/sgd.py(293): step ← <string>(1): <module> ← aten::mm',
  );
  expect(shortStack('main.py(3): x')).toBe('main.py(3): x');
  expect(shortStack('C:\\work\\train.py(3): x')).toBe('work\\train.py(3): x');
});

test('sizes as the profilers write them, small ones in full', () => {
  expect(formatMegabytes(1_245_688_832)).toBe('1,187.98\u202fMB');
  expect(formatMegabytes(512)).toBe('512\u202fB');
  expect(formatMegabytes(0)).toBe('0\u202fB');
});
