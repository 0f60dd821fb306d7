/** `[memory]` events of PyTorch, held against the file by nothing but JSON.parse. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { frameworkGrowth } from '../../../../../src-worker/model/memory/growth';
import { belongsTo } from '../../../../../src-worker/model/memory/memoryData';
import { memoryOf } from '../../../../../src-worker/model/memory/rankMemory';
import { memoryWorker } from '../../../../../src-worker/views/memory';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath, dumpsFolder, hasDumps } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';
import { filesBelow } from '../../../../fixtures/referenceFiles';

interface TraceEvent {
  readonly name: string;
  readonly args?: Readonly<Record<string, number>>;
}

interface DeviceMemory {
  readonly peakBytes: number;
  /** Bytes that were given out, all together. */
  readonly madeBytes: number;
}

/** c10::DeviceType. */
const TYPES: Readonly<Record<number, string>> = { 0: 'CPU', 1: 'CUDA', 6: 'HIP', 12: 'XPU', 19: 'MTIA' };

function memoryEvents(path: string): readonly TraceEvent[] {
  const bytes = readFileSync(path);
  const text = String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  if (!text.includes('"[memory]"')) return [];
  const { traceEvents } = JSON.parse(text) as { traceEvents: readonly TraceEvent[] };
  return traceEvents.filter(({ name }) => name === '[memory]');
}

function byDevice(events: readonly TraceEvent[]): Record<string, DeviceMemory> {
  const found: Record<string, DeviceMemory> = {};
  for (const { args = {} } of events) {
    const device = `${TYPES[args['Device Type']]}${args['Device Id'] < 0 ? '' : ` ${args['Device Id']}`}`;
    const { peakBytes, madeBytes } = found[device] ?? { peakBytes: 0, madeBytes: 0 };
    found[device] = {
      peakBytes: Math.max(peakBytes, args['Total Allocated']),
      madeBytes: madeBytes + Math.max(0, args.Bytes),
    };
  }
  return found;
}

async function shownMemory(dump: Awaited<ReturnType<typeof openContext>>, index = 0) {
  const data = await memoryOf(dump, dump.ranks[index as RankIndex]);
  if (!data) return {};
  const { sizeBytes, fromNs } = data.allocations;
  return Object.fromEntries(
    data.components.map((component): [string, DeviceMemory] => {
      const isOwn = belongsTo(data.allocations, component);
      let [peakBytes, madeBytes] = [0, 0];
      // One made before the recording is alive from −∞.
      for (let row = 0; row < sizeBytes.length; row++)
        if (isOwn(row) && Number.isFinite(fromNs[row])) madeBytes += sizeBytes[row];
      for (const bytes of component.values.allocated ?? []) peakBytes = Math.max(peakBytes, bytes);
      return [component.id, { peakBytes, madeBytes }];
    }),
  );
}

const kineto = hasDumps ? filesBelow(dumpPath('kineto')).filter((path) => /\.(json|gz)$/.test(path)) : [];
const withMemory = kineto.filter((path) => memoryEvents(path).length > 0);

describeDumps('real traces', () => {
  test('there are traces of CUDA, of ROCm and of the CPU alone', () => {
    expect(withMemory).toHaveLength(10);
  });

  test.each(withMemory.map((path) => [path.slice(dumpsFolder.length + 1), path]))('%s', async (_name, path) => {
    expect(await shownMemory(await sharedContext(path))).toEqual(byDevice(memoryEvents(path)));
  });
});

test.each([
  [12, 1, 'XPU 1'],
  [19, 0, 'MTIA 0'],
  [1, 3, 'CUDA 3'],
  [6, 0, 'HIP 0'],
  [0, -1, 'CPU'],
])('device type %i, number %i is %s', async (type, id, name) => {
  const event = (ts: number, bytes: number, total: number) => ({
    ph: 'i',
    name: '[memory]',
    cat: 'cpu_instant_event',
    s: 't',
    ts,
    pid: 1,
    tid: 1,
    args: {
      'Device Type': type,
      'Device Id': id,
      Addr: 4096,
      Bytes: bytes,
      'Total Allocated': total,
      'Total Reserved': 0,
    },
  });
  const events = [event(1, 512, 512), event(5, -512, 0), event(7, 256, 256)];
  const dump = await openContext(temporaryFile('trace.json', JSON.stringify({ traceEvents: events })));
  expect(await shownMemory(dump)).toEqual({ [name]: { peakBytes: 512, madeBytes: 768 } });
});

describeDumps('the capacity of the device', () => {
  test.each([
    'kineto/tracelens/mi300/gaunernst_bert-small-uncased__1016001.json.gz',
    'kineto/a100_switch_few_flows.json',
    'kineto/cpu_only_half_instants.json',
  ])('of %s is what deviceProperties say of its number, and memory of the host has none', async (name) => {
    const bytes = readFileSync(dumpPath(name));
    const text = String(name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    const { deviceProperties = [] } = JSON.parse(text) as {
      deviceProperties?: readonly { readonly id: number; readonly totalGlobalMem: number }[];
    };
    const [{ components }] = await memoryWorker.answers['memory.ranks'](await sharedContext(dumpPath(name)), {
      ranks: [0 as RankIndex],
    });
    expect(components.length).toBeGreaterThan(0);
    const told = components.map(({ component, capacityBytes }) => [component, capacityBytes]);
    const numbered = (component: string) => deviceProperties.find(({ id }) => component.endsWith(` ${id}`));
    expect(told).toEqual(components.map(({ component }) => [component, numbered(component)?.totalGlobalMem]));
  });
});

test.each([
  ['of the device, the host’s allocator beside it', [0, 1]],
  ['of the host, where there is no device', [0]],
])('what the framework’s memory grows by is that %s', async (_of, types) => {
  const grown = 10 * 2 ** 20;
  const events = [0, 1, 2, 3, 4].flatMap((step) => [
    { ph: 'X', cat: 'user_annotation', name: `ProfilerStep#${step}`, ts: step * 1000, dur: 900, pid: 1, tid: 1 },
    ...types.map((type) => ({
      ph: 'i',
      s: 't',
      name: '[memory]',
      ts: step * 1000 + 100 + type,
      pid: 1,
      tid: 1,
      args: {
        'Device Type': type,
        'Device Id': type - 1,
        Addr: 4096 * (step + 1),
        Bytes: type === types.at(-1) ? grown : 64,
        'Total Allocated': (step + 1) * (type === types.at(-1) ? grown : 64),
        'Total Reserved': 0,
      },
    })),
  ]);
  const dump = await openContext(temporaryFile('trace.json', JSON.stringify({ traceEvents: events })));
  expect(await frameworkGrowth(dump, 0 as RankIndex)).toMatchObject({
    bytesPerStep: grown,
    stepCount: 5,
    peakBytes: 5 * grown,
    isLeakSuspected: true,
    // No op ran; the step around is none.
    ops: [],
  });
});
