import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDemo } from '../../../../src-main/demo/generate';
import type { DemoOptions } from '../../../../src-main/demo/options';
import type { DemoTruth } from '../../../../src-main/demo/truth';
import { crossingsNs, outputFolder, readTrace, slicesOf, type Trace, type TraceEvent } from './readDump';

let scratch = '';
let nextFolder = 0;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'tracelane-demo-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function options(changes: Partial<DemoOptions> = {}): DemoOptions {
  nextFolder++;
  const folder = join(scratch, `job${nextFolder}`);
  return { folder, ranks: 1, steps: 1, eventsPerRank: 4_000, seed: 3, ...changes };
}

function allBytes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .map((path) => `${path.slice(folder.length)}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}

describe('generateDemo', () => {
  it('writes the same bytes for the same seed and others for another', async () => {
    const first = options({ ranks: 2, steps: 2 });
    const second = options({ ranks: 2, steps: 2 });
    const other = options({ ranks: 2, steps: 2, seed: 4 });
    for (const each of [first, second, other]) await generateDemo(each);
    expect(allBytes(second.folder) === allBytes(first.folder)).toBe(true);
    expect(allBytes(other.folder) === allBytes(first.folder)).toBe(false);
  });

  it('returns what it writes as truth.json', async () => {
    const chosen = options({ ranks: 2 });
    const truth = await generateDemo(chosen);
    expect(JSON.parse(readFileSync(join(chosen.folder, 'truth.json'), 'utf8'))).toEqual(truth);
    expect(readdirSync(chosen.folder).sort()).toEqual(
      [...truth.ranks.map(({ folder }) => folder), 'truth.json'].sort(),
    );
  });

  it.each([
    { ranks: 4, steps: 2, eventsPerRank: 15_000 },
    { ranks: 8, steps: 1, eventsPerRank: 15_000 },
    { ranks: 1, steps: 4, eventsPerRank: 120_000 },
  ])('meets the wanted number of events: $eventsPerRank in $steps steps on $ranks ranks', async (wanted) => {
    const truth = await generateDemo(options(wanted));
    for (const { eventCount } of truth.ranks) {
      expect(Math.abs(eventCount / wanted.eventsPerRank - 1)).toBeLessThan(0.12);
    }
  });

  it('tells its progress up to the end', async () => {
    const seen: number[] = [];
    let bytes = 0;
    const chosen = options({ steps: 3 });
    await generateDemo(chosen, ({ fractionDone, bytesWritten }) => {
      seen.push(fractionDone);
      bytes = bytesWritten;
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    const written = allBytes(chosen.folder).length;
    expect(bytes).toBeGreaterThan(0.9 * written);
    expect(bytes).toBeLessThanOrEqual(written);
  });

  it('refuses a folder that holds something, and leaves it alone', async () => {
    const chosen = options();
    await generateDemo(chosen);
    const before = allBytes(chosen.folder);
    await expect(generateDemo(chosen)).rejects.toThrow(/not empty/);
    expect(allBytes(chosen.folder) === before).toBe(true);
  });

  it.each<Partial<DemoOptions>>([
    { ranks: 0 },
    { ranks: 1.5 },
    { steps: 0 },
    { eventsPerRank: -1 },
    { seed: 2 ** 32 },
    { callStackShare: 1.1 },
    { flowShare: Number.NaN },
    { ranks: 8, parallel: { tensor: 2, pipeline: 1, data: 2 } },
  ])('refuses %o', async (changes) => {
    const chosen = options(changes);
    await expect(generateDemo(chosen)).rejects.toThrow(/must|fewer/);
    expect(existsSync(chosen.folder)).toBe(false);
  });

  it('stops when aborted and removes what it wrote', async () => {
    const controller = new AbortController();
    const chosen = options({ ranks: 2, steps: 50, eventsPerRank: 200_000, signal: controller.signal });
    const running = generateDemo(chosen, ({ bytesWritten }) => {
      if (bytesWritten > 1_000_000) controller.abort(new Error('enough'));
    });
    await expect(running).rejects.toThrow('enough');
    expect(readdirSync(chosen.folder)).toEqual([]);
  });

  it('reports a file system error instead of hanging', async () => {
    const chosen = options();
    writeFileSync(chosen.folder, 'a file, not a folder');
    await expect(generateDemo(chosen)).rejects.toThrow(/EEXIST|ENOTDIR/);
  });

  it('writes no arrows for flowShare 0 and a stack on every op of the main thread for callStackShare 1', async () => {
    const chosen = options({ flowShare: 0, callStackShare: 1 });
    const truth = await generateDemo(chosen);
    const trace = traceOf(chosen.folder, truth, 0);
    expect(truth.ranks[0]!.counts).toMatchObject({ s: 0, f: 0 });
    const linear = slicesOf(trace, 'Python').filter(({ name }) => name === 'aten::linear');
    expect(linear.length).toBeGreaterThan(0);
    for (const { args } of linear) expect(args['Call stack']).toMatch(/linear.py\(114\): forward;\r\n.*train_step$/s);
  });

  it('writes about half the arrows for flowShare 0.5, each still with its partner', async () => {
    const all = await generateDemo(options({ eventsPerRank: 20_000 }));
    const chosen = options({ eventsPerRank: 20_000, flowShare: 0.5, parallel: all.parallel });
    const half = await generateDemo(chosen);
    const share = half.ranks[0]!.flowLinks.async_npu! / half.ranks[0]!.kernelCount;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.7);
    expectFlowsPaired(traceOf(chosen.folder, half, 0), half, 0);
  });
});

describe('a job of eight ranks', () => {
  let folder = '';
  let truth: DemoTruth;
  let traces: Trace[];

  beforeAll(async () => {
    const chosen = options({ ranks: 8, steps: 2, eventsPerRank: 24_000 });
    folder = chosen.folder;
    truth = await generateDemo(chosen);
    traces = truth.ranks.map((_, rank) => traceOf(folder, truth, rank));
  });

  it('counts its events by phase', () => {
    traces.forEach(({ events }, rank) => {
      const counts = { X: 0, C: 0, s: 0, f: 0, M: 0 };
      for (const { ph } of events) counts[ph as keyof typeof counts]++;
      expect(truth.ranks[rank]!.counts).toEqual(counts);
      expect(truth.ranks[rank]!.eventCount).toBe(events.length);
      expect(truth.ranks[rank]!.traceBytes).toBe(traces[rank]!.text.length);
    });
  });

  it('has every flow start where a slice is, and every end at the start of one', () => {
    traces.forEach((trace, rank) => {
      expectFlowsPaired(trace, truth, rank);
    });
  });

  it('has ids above 2^53 for torch_to_npu, strings for HostToDevice, and one-to-two arrows', () => {
    for (const { events } of traces) {
      const npu = events.filter(({ cat, ph }) => cat === 'async_npu' && ph === 's');
      expect(npu.every(({ id }) => /^\d{19}n$/.test(id!) && BigInt(id!.slice(0, -1)) > 2n ** 53n)).toBe(true);
      const toDevice = events.filter(({ cat }) => cat === 'HostToDevice');
      expect(toDevice.every(({ id }) => /^\d+$/.test(id!))).toBe(true);
      expect(toDevice.some(({ id }) => Number(id) > 2 ** 32)).toBe(true);
      const ends = toDevice.filter(({ ph }) => ph === 'f').length;
      const starts = toDevice.length - ends;
      expect(ends).toBeGreaterThan(starts);
    }
  });

  it('has pids above 2^32 on odd ranks and below on even ones', () => {
    traces.forEach(({ events }, rank) => {
      const largest = events.reduce((most, { pid }) => Math.max(most, pid), 0);
      expect(largest > 2 ** 32).toBe(rank % 2 === 1);
    });
  });

  it('is not sorted by time and names processes after their events', () => {
    const { events } = traces[0]!;
    const times = events.filter(({ ts }) => ts !== undefined).map(({ ts }) => ts!);
    expect(times.some((ts, i) => i > 0 && ts < times[i - 1]!)).toBe(true);
    for (const process of ['Python', 'CANN', 'Overlap Analysis', 'QoS']) {
      const naming = events.findIndex(({ name, args }) => name === 'process_name' && args?.name === process);
      expect(events.findIndex(({ pid, ph }) => pid === events[naming]!.pid && ph !== 'M')).toBeLessThan(naming);
    }
  });

  it('writes timestamps as digits and durations with many decimals, some of them 0', () => {
    const { text } = traces[0]!;
    const timestamps = [...text.matchAll(/"ts": ([^,]+?)[,}]/g)].map((match) => match[1]!);
    expect(timestamps.every((ts) => /^"17\d{14}\.\d{3}"$/.test(ts))).toBe(true);
    const durations = [...text.matchAll(/"dur": ([^,]+),/g)].map((match) => match[1]!);
    expect(durations).toContain('0');
    expect(durations.some((dur) => /^\d+\.\d{12,}$/.test(dur))).toBe(true);
    expect(durations.some((dur) => /^\d+$/.test(dur) && dur !== '0')).toBe(true);
    expect(durations.every((dur) => !dur.startsWith('-') && !dur.includes('e'))).toBe(true);
  });

  it('nests the slices of a host thread, but for rounding, and overlaps those of a communication stream', () => {
    for (const trace of traces) {
      for (const process of ['Python', 'CANN']) {
        for (const [lane, slices] of trace.lanes) {
          if (!lane.startsWith(`${process}/`)) continue;
          expect(Math.max(0, ...crossingsNs(slices))).toBeLessThanOrEqual(2);
        }
      }
      expect(crossingsNs(trace.lanes.get('Ascend Hardware/Stream 4/4')!).length).toBeGreaterThan(20);
      for (const lane of ['Ascend Hardware/Stream 2/2', 'Communication/Group 0 Communication/0']) {
        expect(crossingsNs(trace.lanes.get(lane)!)).toEqual([]);
      }
    }
  });

  it('has deep Python stacks, counters of several accelerators, and tasks of every kind', () => {
    const trace = traces[0]!;
    expect(slicesOf(trace, 'Python').some(({ name }) => name === 'nn.Module: DecoderLayer_0')).toBe(true);
    const accelerators = trace.events.filter(({ name }) => name === 'read_ost').map(({ args }) => args!.acc_id);
    expect(new Set(accelerators)).toEqual(new Set([0, 1, 2, 3]));
    const tasks = new Set(slicesOf(trace, 'Communication', 'Plane').map(({ name }) => name));
    expect(tasks).toEqual(new Set(['Memcpy', 'Reduce_Inline', 'Notify_Record', 'Notify_Wait']));
  });

  it('joins a forward op to its own backward op, micro-batch by micro-batch', () => {
    const { events } = traces[0]!;
    // An op and its innermost parts may begin together: the outermost, first in the file, is the one meant.
    const names = new Map<string, string>();
    for (const { ph, pid, tid, ts, name } of events) {
      if (ph === 'X' && !names.has(`${pid}/${tid}/${ts}`)) names.set(`${pid}/${tid}/${ts}`, name);
    }
    const ends = (phase: string) => events.filter(({ cat, ph }) => cat === 'fwdbwd' && ph === phase);
    const nameOf = ({ pid, tid, ts }: TraceEvent): string => names.get(`${pid}/${tid}/${ts}`)!;
    const backward = new Map(ends('f').map((event) => [event.id, event]));
    const pairs = ends('s').map((event) => ({ from: event, to: backward.get(event.id)! }));
    const kinds = new Set(pairs.map(({ from, to }) => `${nameOf(from)} → ${nameOf(to).split(': ')[1]}`));
    expect([...kinds].sort()).toEqual([
      'aten::add → AddBackward0',
      'aten::contiguous → CloneBackward0',
      'aten::embedding → EmbeddingBackward0',
      'aten::linear → MmBackward0',
      'npu::npu_fusion_attention → NpuFusionAttentionBackward0',
      'npu::npu_rms_norm → NpuRmsNormBackward0',
      'npu::npu_rotary_mul → NpuRotaryMulBackward0',
      'npu::npu_swiglu → SwigluBackward0',
    ]);
    const embeddings = pairs.filter(({ from }) => nameOf(from) === 'aten::embedding');
    expect(embeddings.length).toBe(2 * truth.microBatches);
    const order = embeddings.sort((a, b) => (a.from.ts! < b.from.ts! ? -1 : 1)).map(({ to }) => to.ts!);
    expect(order).toEqual([...order].sort());
  });

  it('ends a collective at about the same time on all its ranks', () => {
    const ends = new Map<string, bigint[]>();
    traces.forEach((trace, rank) => {
      const { parallel_group_info: groups } = metadataOf(folder, truth, rank);
      // Slices of one group have the last digits of its id in their names.
      for (const slice of slicesOf(trace, 'Communication', 'Group')) {
        const digits = slice.name.split('__')[1]!.split('_')[0]!;
        const group = Object.keys(groups).find((id) => id.endsWith(digits))!;
        if (groups[group]!.group_name === 'pp') continue;
        const key = `${group}/${slice.name}`;
        ends.set(key, [...(ends.get(key) ?? []), slice.startNs + BigInt(slice.durationNs)]);
      }
    });
    expect(ends.size).toBeGreaterThan(50);
    for (const times of ends.values()) {
      expect(times.length).toBe(2);
      const spreadNs = Number(times[0]! - times[1]!);
      expect(Math.abs(spreadNs)).toBeLessThan(4_000);
    }
  });

  it('keeps the tasks of a collective inside it', () => {
    for (const trace of traces) {
      const collectives = slicesOf(trace, 'Communication', 'Group');
      for (const task of slicesOf(trace, 'Communication', 'Plane')) {
        const endNs = task.startNs + BigInt(task.durationNs);
        const isInside = collectives.some(
          ({ startNs, durationNs }) => startNs <= task.startNs && endNs <= startNs + BigInt(durationNs),
        );
        expect(isInside).toBe(true);
      }
    }
  });
});

function traceOf(folder: string, truth: DemoTruth, rank: number): Trace {
  return readTrace(outputFolder(folder, truth.ranks[rank]!.folder));
}

interface Metadata {
  readonly parallel_group_info: Record<string, { group_name: string; group_rank: number; global_ranks: number[] }>;
}

function metadataOf(folder: string, truth: DemoTruth, rank: number): Metadata {
  const path = join(folder, truth.ranks[rank]!.folder, 'profiler_metadata.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Metadata;
}

/** One start and at least one end for each (category, id), all bound to slices, as many links as the truth says. */
function expectFlowsPaired(trace: Trace, truth: DemoTruth, rank: number): void {
  const starts = new Set<string>();
  for (const event of trace.events) {
    if (event.ph === 'X') starts.add(`${event.pid}/${event.tid}/${event.ts}`);
  }
  const flows = new Map<string, { starts: number; ends: number }>();
  const links: Record<string, number> = { async_task_queue: 0, HostToDevice: 0, async_npu: 0, fwdbwd: 0 };
  for (const event of trace.events) {
    if (event.ph !== 's' && event.ph !== 'f') continue;
    const key = `${event.cat}/${event.id}`;
    const flow = flows.get(key) ?? { starts: 0, ends: 0 };
    flows.set(key, flow);
    if (event.ph === 's') flow.starts++;
    else flow.ends++;
    // A HostToDevice arrow leaves from within a slice.
    const isFree = event.ph === 's' && event.cat === 'HostToDevice';
    if (!isFree && !starts.has(`${event.pid}/${event.tid}/${event.ts}`)) {
      throw new Error(`No slice begins where ${key} does`);
    }
  }
  const unpaired = [...flows].filter(([, flow]) => flow.starts !== 1 || flow.ends < 1);
  expect(unpaired).toEqual([]);
  for (const [key, flow] of flows) links[key.split('/')[0]!]! += flow.ends;
  expect(links).toEqual(truth.ranks[rank]!.flowLinks);
}
