import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { durationNsOf, sourceOf } from '../../../../src-worker/index/columns/indexSlices';
import { querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { describeDumps, dumpPath, dumpsFolder } from '../../../fixtures/dumps';
import { type Indexed, indexFiles, indexText } from '../../../fixtures/indexed';
import { filesBelow, referenceOf } from '../../../fixtures/referenceFiles';
import { type ReferenceEvent, type ReferenceTrace, scalarText } from '../../../fixtures/referenceTrace';

interface Arrow {
  readonly category: string;
  readonly from: number;
  readonly to: number;
}

function arrowsOf({ index: { flows } }: Indexed, categories: readonly string[]): Arrow[] {
  return flows.categories.flatMap((category, i) => {
    const count = categories.includes(category) ? flows.categoryFirst[i + 1] - flows.categoryFirst[i] : 0;
    return Array.from({ length: count }, (_, at) => {
      const link = flows.categoryFirst[i] + at;
      return { category, from: flows.fromSlice[link], to: flows.toSlice[link] };
    });
  });
}

function textOf({ members }: ReferenceEvent, key: string): string {
  return scalarText(members.get(key)) ?? '';
}

function argOf({ members }: ReferenceEvent, key: string): string | undefined {
  const args = members.get('args');
  return args instanceof Map ? scalarText(args.get(key)) : undefined;
}

const X = (name: string, tid: number, ts: number, dur: number, more = '') =>
  `{"ph":"X","pid":1,"tid":${tid},"ts":${ts},"dur":${dur},"name":"${name}"${more}}`;
const call = (name: string, ts: number, dur: number, correlation: number | string) =>
  X(name, 1, ts, dur, `,"cat":"cuda_runtime","args":{"correlation":${correlation}}`);
const kernel = (name: string, ts: number, dur: number, correlation: number | string, tid = 7) =>
  X(name, tid, ts, dur, `,"cat":"kernel","args":{"External id":1,"correlation":${correlation}}`);
const flow = (ph: string, id: number | string, tid: number, ts: number, cat = 'ac2g') =>
  `{"ph":"${ph}","cat":"${cat}","name":"${cat}","bp":"e","id":${id},"pid":1,"tid":${tid},"ts":${ts}}`;

async function arrows(...events: readonly string[]): Promise<string[]> {
  const indexed = await indexText(`[${events.join(',')}]`);
  const nameOf = (slice: number) => indexed.view.nameText(indexed.index.slices.name[slice]);
  return arrowsOf(indexed, indexed.index.flows.categories)
    .map(({ category, from, to }) => `${category}: ${nameOf(from)}→${nameOf(to)}`)
    .sort();
}

describe('an end of an arrow is at the slice that its id names', () => {
  test('of two kernels that begin together on one lane', async () => {
    const slices = [call('a', 0, 2, 5), call('b', 3, 2, 6), kernel('ka', 10, 9, 5), kernel('kb', 10, 4, 6)];
    expect(
      await arrows(...slices, flow('s', 5, 1, 0), flow('f', 5, 7, 10), flow('s', 6, 1, 3), flow('f', 6, 7, 10)),
    ).toEqual(['ac2g: a→ka', 'ac2g: b→kb']);
  });

  test('also one without a length, and one that is around the time only', async () => {
    const slices = [call('long', 0, 9, 5), call('empty', 4, 0, 6), X('other', 1, 4, 2), kernel('k', 20, 1, 6)];
    expect(await arrows(...slices, flow('s', 6, 1, 4), flow('f', 6, 7, 20))).toEqual(['ac2g: empty→k']);
    const more = [...slices, kernel('k5', 30, 1, 5)];
    expect(await arrows(...more, flow('s', 5, 1, 4), flow('f', 5, 7, 30))).toContain('ac2g: long→k5');
  });

  test('where it names none, one without a length does not win', async () => {
    const host = [X('op', 1, 4, 6), X('none', 1, 4, 0), '{"ph":"i","pid":1,"tid":1,"ts":6,"name":"instant"}'];
    const device = X('device', 2, 20, 1);
    const ends = (ts: number) => [flow('s', 1, 1, ts, 'c'), flow('f', 1, 2, 20, 'c')];
    expect(await arrows(...host, device, ...ends(4))).toEqual(['c: op→device']);
    expect(await arrows(...host, device, ...ends(6))).toEqual(['c: op→device']);
  });

  test('Ascend: connection_id, also with a context behind it, and correlation_id of queues', async () => {
    const ascend = (name: string, tid: number, ts: number, dur: number, id: number) =>
      X(name, tid, ts, dur, `,"args":{"connection_id":${id}}`);
    const slices = [
      ascend('acl', 1, 0, 9, 7),
      ascend('node', 1, 2, 5, 8),
      ascend('one', 2, 20, 0, 8),
      ascend('two', 2, 20, 5, 9),
    ];
    const ends = (id: string) => [flow('s', id, 1, 3, 'HostToDevice'), flow('f', id, 2, 20, 'HostToDevice')];
    expect(await arrows(...slices, ...ends('"8"'))).toEqual(['HostToDevice: node→one']);
    expect(await arrows(...slices, ...ends('"7"'))).toEqual(['HostToDevice: acl→two']);
    expect(await arrows(...slices, ...ends(`"${8n * 2n ** 32n + 0xffff_ffffn}"`))).toEqual(['HostToDevice: node→one']);
    const queue = (name: string, tid: number, ts: number, dur: number, id: string) =>
      X(name, tid, ts, dur, `,"args":{"correlation_id":${id}}`);
    const id = '9007199254740993';
    expect(
      await arrows(
        queue('outer', 1, 0, 5, id),
        queue('inner', 1, 0, 4, '9007199254740992'),
        queue('dequeue', 2, 9, 4, id),
        flow('s', id, 1, 0, 'async_task_queue'),
        flow('f', id, 2, 9, 'async_task_queue'),
      ),
    ).toEqual(['async_task_queue: outer→dequeue']);
  });
});

describe('two ends and no start', () => {
  test('the call of the host is the start, whichever comes first', async () => {
    const slices = [call('launch', 10, 3, 5), kernel('k', 20, 4, 5), kernel('early', 9, 1, 6), call('late', 14, 2, 6)];
    const ends = [flow('f', 5, 1, 10), flow('f', 5, 7, 20), flow('f', 6, 7, 9), flow('f', 6, 1, 14)];
    expect(await arrows(...slices, ...ends)).toEqual(['ac2g: late→early', 'ac2g: launch→k']);
    const [s, f] = [flow('s', 7, 1, 30), flow('f', 7, 7, 40)];
    expect(await arrows(...slices, call('c', 30, 1, 7), kernel('d', 40, 1, 7), s, f, ...ends)).toHaveLength(3);
  });

  test('without a call of the host there is no arrow', async () => {
    const slices = [kernel('k1', 10, 3, 5), kernel('k2', 20, 4, 5), X('op', 1, 0, 40)];
    expect(await arrows(...slices, flow('f', 5, 7, 10), flow('f', 5, 7, 20), flow('f', 5, 1, 1))).toEqual([]);
  });
});

describe('arrows of equal correlation, where the file has none', () => {
  test('one call, two tasks; a task without a call is counted', async () => {
    const slices = [
      call('graph', 0, 5, 5),
      kernel('a', 10, 1, 5),
      kernel('b', 12, 1, 5, 8),
      kernel('lonely', 14, 1, 6),
    ];
    expect(await arrows(...slices)).toEqual(['correlation: graph→a', 'correlation: graph→b']);
    const { summary } = await indexText(`[${slices.join(',')}]`);
    expect(summary.flowCategories).toEqual([{ name: 'correlation', linkCount: 2, unpairedCount: 1 }]);
    // The file has no flow events.
    expect(summary.notices.map(({ message }) => message)).toEqual([
      '1 task has no arrow from the host: no call with the same correlation is recorded.',
    ]);
  });

  test('none beside those of the file, and none for a correlation of 0', async () => {
    const slices = [call('a', 0, 2, 5), call('b', 3, 2, 6), kernel('ka', 10, 1, 5), kernel('kb', 12, 1, 6)];
    const zero = [call('z', 20, 1, 0), kernel('kz', 22, 1, 0)];
    expect(await arrows(...slices, ...zero, flow('s', 5, 1, 0), flow('f', 5, 7, 10))).toEqual([
      'ac2g: a→ka',
      'correlation: b→kb',
    ]);
  });

  test('a correlation used again joins each task to the call before it', async () => {
    const slices = [call('a', 0, 2, 5), kernel('ka', 10, 1, 5), call('b', 20, 2, 5), kernel('kb', 22, 1, 5)];
    expect(await arrows(...slices)).toEqual(['correlation: a→ka', 'correlation: b→kb']);
  });

  test('their id is the correlation', async () => {
    const indexed = await indexText(`[${call('a', 0, 2, '"77"')},${kernel('k', 10, 1, 77)}]`);
    const [{ to }] = arrowsOf(indexed, ['correlation']);
    const { links } = await querySlice(indexed.view, to);
    expect(links.map(({ flowId, direction }) => [flowId, direction])).toEqual([['77', 'incoming']]);
  });
});

test('ids within a process do not join those of another; global ones do', async () => {
  const end = (ph: string, pid: number, tid: number, ts: number, id2: string) =>
    `{"ph":"${ph}","cat":"c","bp":"e","pid":${pid},"id2":{${id2}},"tid":${tid},"ts":${ts}}`;
  const slices = [1, 2].flatMap((pid) => [
    `{"ph":"X","pid":${pid},"tid":1,"ts":0,"dur":2,"name":"h${pid}"}`,
    `{"ph":"X","pid":${pid},"tid":2,"ts":10,"dur":2,"name":"d${pid}"}`,
  ]);
  const local = [1, 2].flatMap((pid) => [
    end('s', pid, 1, pid - 1, '"local":"0x1"'),
    end('f', pid, 2, 9 + pid, '"local": "0x1"'),
  ]);
  expect(await arrows(...slices, ...local)).toEqual(['c: h1→d1', 'c: h2→d2']);
  expect(await arrows(...slices, end('s', 1, 1, 0, '"local":"1"'), end('f', 2, 2, 10, '"local":"1"'))).toEqual([]);
  expect(await arrows(...slices, end('s', 1, 1, 0, '"global":"1"'), end('f', 2, 2, 10, '"global":"1"'))).toEqual([
    'c: h1→d2',
  ]);
  const { index } = await indexText(
    `[${[1, 2].map((pid) => `{"ph":"b","cat":"c","name":"n","id2":{"local":1},"pid":${pid},"ts":${pid}},{"ph":"e","cat":"c","name":"n","pid":${pid},"id2":{"local":1},"ts":${pid + 5}}`).join(',')}]`,
  );
  expect([0, 1].map((slice) => durationNsOf(index.slices, slice))).toEqual([5000, 5000]);
});

test('an id holds within its scope: slices that overlap under one id end by theirs', async () => {
  const mark = (ph: string, scope: string, ts: number) =>
    `{"ph":"${ph}","cat":"net","name":"R","id":1,"scope":"${scope}","pid":1,"tid":1,"ts":${ts}}`;
  const { index } = await indexText(
    `[${mark('b', 'A', 0)},${mark('b', 'B', 10)},${mark('e', 'A', 20)},${mark('e', 'B', 100)}]`,
  );
  expect([0, 1].map((slice) => durationNsOf(index.slices, slice))).toEqual([20_000, 90_000]);
});

/** Categories of complete events that are calls of the host. */
const HOST = /^(cuda|hip|xpu)_(runtime|driver)$/;

/** The correlations that calls were recorded with; correlations of calls and of device tasks, each by byte offset. */
function launchesIn({ events }: ReferenceTrace) {
  const callByOffset = new Map<number, string>();
  const taskByOffset = new Map<number, string>();
  for (const event of events) {
    const correlation = argOf(event, 'correlation');
    if (correlation === undefined || textOf(event, 'ph') !== 'X') continue;
    (HOST.test(textOf(event, 'cat')) ? callByOffset : taskByOffset).set(event.byteOffset, correlation);
  }
  return { called: new Set(callByOffset.values()), callByOffset, taskByOffset };
}

describeDumps('launches of real traces', () => {
  const kineto = filesBelow(dumpPath('kineto')).filter((path) => /\.(json|gz)$/.test(path));
  const name = (path: string) => relative(dumpsFolder, path);
  const traces = kineto.flatMap((path) => {
    const reference = referenceOf(path);
    const launches = reference && launchesIn(reference);
    return launches && launches.taskByOffset.size > 0 ? [{ path, name: name(path), launches }] : [];
  });

  test('there are GPU traces of several makers', () => {
    for (const part of ['v100', 'h100', 'mi300', 'mi250', 'critical_path', 'sampled_rank'])
      expect(traces.some((trace) => trace.name.includes(part))).toBe(true);
  });

  test.each(traces)('$name: equal correlation', async ({ path, launches: { called, callByOffset, taskByOffset } }) => {
    const indexed = await indexFiles([path]);
    const { source: byteOffset } = indexed.index.slices;
    const reached = new Set<number>();
    const arrows = arrowsOf(indexed, ['ac2g', 'async_cpu_to_gpu', 'correlation']);
    // Each from a call of the host to a task of the device.
    const wrong = arrows.filter(({ from, to }) => {
      const correlation = callByOffset.get(byteOffset[from]);
      return correlation === undefined || correlation !== taskByOffset.get(byteOffset[to]);
    });
    expect(wrong).toEqual([]);
    for (const { to } of arrows) reached.add(to);
    expect(reached.size, 'one call for each task').toBe(arrows.length);
    const wanted = [...taskByOffset].filter(([, correlation]) => called.has(correlation)).map(([offset]) => offset);
    expect([...reached].map((slice) => byteOffset[slice]).sort((a, b) => a - b)).toEqual(wanted);
  });

  const ascend = ['rank0', 'rank1'].map((rank) =>
    dumpPath('ascend', 'text_level1_2ranks', `${rank}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'),
  );

  test.each(ascend)('%s: equal connection_id', async (path) => {
    const reference = referenceOf(path);
    const byOffset = new Map(reference?.events.map((event) => [event.byteOffset, event]));
    const indexed = await indexFiles([path]);
    const { source: byteOffset } = indexed.index.slices;
    const connectionOf = (slice: number) => {
      const event = byOffset.get(byteOffset[slice]);
      return event && argOf(event, 'connection_id');
    };
    const found = arrowsOf(indexed, ['HostToDevice']);
    expect(found).toHaveLength(215);
    for (const { from, to } of found) {
      expect(connectionOf(to)).toMatch(/^\d+$/);
      expect(connectionOf(from)).toBe(connectionOf(to));
    }
  });

  test('an older profiler, whose arrows have the connection and a context as their id', async () => {
    const path = dumpPath('ascend', 'msprof_analyze_2024', 'trace_view.json');
    const reference = referenceOf(path);
    const byOffset = new Map(reference?.events.map((event) => [event.byteOffset, event]));
    const indexed = await indexFiles([path]);
    const { flows, slices } = indexed.index;
    const category = flows.categories.indexOf('HostToDevice');
    let count = 0;
    for (let link = flows.categoryFirst[category]; link < flows.categoryFirst[category + 1]; link++, count++) {
      const end = byOffset.get(sourceOf(flows, link));
      const task = byOffset.get(sourceOf(slices, flows.toSlice[link]));
      expect(task && argOf(task, 'connection_id')).toBe(String(BigInt(textOf(end ?? fail('no end'), 'id')) >> 32n));
    }
    expect(count).toBe(274);
  });
});

function fail(reason: string): never {
  throw new Error(reason);
}
