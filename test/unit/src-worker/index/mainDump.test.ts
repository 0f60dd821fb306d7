import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { type Indexed, indexFiles, type ListedSlice, listSlices } from '../../../fixtures/indexed';
import {
  counterValues,
  fieldsOf,
  type ReferenceEvent,
  type ReferenceFields,
  readReference,
} from '../../../fixtures/referenceTrace';

const rankFolder = (rank: number) => dumpPath('ascend', 'text_level1_2ranks', `rank${rank}_ascend_pt`);
const tracePath = (rank: number) => `${rankFolder(rank)}/ASCEND_PROFILER_OUTPUT/trace_view.json`;

describeDumps('the complete text dump, against its own digits', () => {
  let indexed: Indexed;
  let slices: ListedSlice[];
  let text: string;
  let events: readonly (ReferenceFields & { byteOffset: number; event: ReferenceEvent })[];

  beforeAll(async () => {
    const bytes = readFileSync(tracePath(0));
    text = bytes.toString('latin1');
    events = readReference(bytes).events.map((event) => ({
      ...fieldsOf(event),
      byteOffset: event.byteOffset,
      event,
    }));
    indexed = await indexFiles([tracePath(0)]);
    slices = listSlices(indexed);
  });

  test('the tests’ own reader agrees with JSON.parse', () => {
    const parsed: { ph: string; name: string; ts?: string }[] = JSON.parse(readFileSync(tracePath(0), 'utf8'));
    expect(events.map(({ phase, name }) => [phase, name])).toEqual(parsed.map(({ ph, name }) => [ph, name]));
    for (const { byteOffset } of events) expect(text[byteOffset]).toBe('{');
  });

  test('every event is counted', () => {
    expect(indexed.summary.eventCounts).toEqual({ X: 4384, C: 4431, s: 606, f: 611, M: 80 });
    expect(events).toHaveLength(10_112);
    expect(indexed.summary.skipped).toEqual([]);
    expect(slices).toHaveLength(4384);
  });

  test('every slice starts and ends at the file’s digits, to the ns, on its lane, with its name and category', () => {
    const bySlice = new Map(slices.map((slice) => [slice.byteOffset, slice]));
    for (const event of events.filter(({ phase }) => phase === 'X')) {
      const slice = bySlice.get(event.byteOffset);
      const startNs = event.startNs ?? -1n;
      expect(slice).toMatchObject({
        startNs,
        endNs: startNs + (event.durationNs ?? 0n),
        name: event.name,
        category: event.category,
        pid: event.pid,
        tid: event.tid,
      });
    }
    expect(bySlice.size).toBe(4384);
  });

  test('lanes and processes have the names the metadata gives them, though it comes late', () => {
    const names = (key: string, arg: string) =>
      new Map(
        events
          .filter(({ phase, name }) => phase === 'M' && name === key)
          .map(({ pid, tid, event }) => {
            const args = event.members.get('args');
            return [`${pid} ${key === 'thread_name' ? tid : ''}`, args instanceof Map ? args.get(arg) : undefined];
          }),
      );
    const processNames = names('process_name', 'name');
    const threadNames = names('thread_name', 'name');
    const { groups, lanes } = indexed.summary;
    for (const group of groups) expect(group.name).toBe(processNames.get(`${group.pid} `));
    for (const lane of lanes.filter(({ content }) => content.kind === 'slices')) {
      const pid = groups.find(({ localId }) => localId === lane.groupLocalId)?.pid;
      expect(lane.name).toBe(threadNames.get(`${pid} ${lane.tid}`));
    }
    expect(groups.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['python', 'cann', 'hardware', 'overlap']));
  });

  test('groups stand in the order of process_sort_index', () => {
    const sortIndexes = new Map(
      events
        .filter(({ name }) => name === 'process_sort_index')
        .map(({ pid, event }) => [pid, Number(JSON.parse(JSON.stringify(argOf(event, 'sort_index'))).digits)]),
    );
    const order = indexed.summary.groups.map(({ pid }) => sortIndexes.get(pid) ?? 0);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order.length).toBeGreaterThan(5);
  });

  test('all 210 async_npu arrows end on the kernel that their id names, though ids exceed 2^53', async () => {
    // Not through any parser: the ids as the file has them.
    const ids = [...text.matchAll(/\{[^{}]*"name": "torch_to_npu", "id": (\d+)[^{}]*\}/g)];
    const starts = ids.filter(([event]) => event.includes('"ph": "s"')).map(([, id]) => id);
    const ends = ids.filter(([event]) => event.includes('"ph": "f"')).map(([, id]) => id);
    expect(starts).toHaveLength(210);
    expect([...starts].sort()).toEqual([...ends].sort());
    expect(ids.every(([, id]) => !Number.isSafeInteger(Number(id)))).toBe(true);

    const kernelAt = new Map<string, ListedSlice>();
    for (const slice of slices) kernelAt.set(`${slice.pid} ${slice.tid} ${slice.startNs}`, slice);
    let joined = 0;
    for (const op of slices) {
      if (!indexedHasAsyncStart(op)) continue;
      const { links } = await querySlice(indexed.view, op.slice);
      for (const link of links.filter(
        ({ category, direction }) => category === 'async_npu' && direction === 'outgoing',
      )) {
        expect(starts).toContain(link.flowId);
        const end = ids.find(([event, id]) => id === link.flowId && event.includes('"ph": "f"'))?.[0] ?? '';
        const [, pid, tid, ts] = /"pid": (\d+), "tid": (\d+), "ts": "([\d.]+)"/.exec(end) ?? [];
        const kernel = kernelAt.get(`${pid} ${tid} ${BigInt(ts.replace('.', ''))}`);
        expect(link.other.ref.slice).toBe(kernel?.slice);
        expect(link.other.name).toBe(kernel?.name);
        joined++;
      }
    }
    expect(joined).toBe(210);
  });

  /** Some async_npu arrow begins in it: asked of the file, so that not every slice has to be. */
  function indexedHasAsyncStart(slice: ListedSlice): boolean {
    return asyncStarts().has(`${slice.pid} ${slice.tid} ${slice.startNs}`);
  }
  let starts: Set<string> | undefined;
  function asyncStarts(): Set<string> {
    starts ??= new Set(
      events
        .filter(({ phase, category }) => phase === 's' && category === 'async_npu')
        .map(({ pid, tid, startNs }) => `${pid} ${tid} ${startNs}`),
    );
    return starts;
  }

  test('five HostToDevice arrows go from one host call to two device tasks', async () => {
    const ends = new Map<string, number>();
    for (const { phase, category, id } of events)
      if (phase === 'f' && category === 'HostToDevice') ends.set(id, (ends.get(id) ?? 0) + 1);
    const forks = [...ends].filter(([, count]) => count === 2).map(([id]) => id);
    expect(forks).toHaveLength(5);

    const { flows } = indexed.index;
    const category = flows.categories.indexOf('HostToDevice');
    const found: string[] = [];
    for (let link = flows.categoryFirst[category]; link < flows.categoryFirst[category + 1]; link++) {
      const { links } = await querySlice(indexed.view, flows.fromSlice[link]);
      const ids = links.filter((other) => other.category === 'HostToDevice').map(({ flowId }) => flowId);
      found.push(...ids.filter((id, i) => ids.indexOf(id) !== i && forks.includes(id)));
    }
    expect(new Set(found)).toEqual(new Set(forks));
  });

  test('flow categories have as many arrows as the file has ends', () => {
    const expected = new Map<string, number>();
    for (const { phase, category } of events)
      if (phase === 'f') expected.set(category, (expected.get(category) ?? 0) + 1);
    const found = indexed.summary.flowCategories;
    expect(new Map(found.map(({ name, linkCount }) => [name, linkCount]))).toEqual(expected);
    expect(found.every(({ unpairedCount }) => unpairedCount === 0)).toBe(true);
  });

  test('every counter value is there at its time, one series per accelerator', () => {
    const expected: string[] = [];
    for (const event of events.filter(({ phase }) => phase === 'C')) {
      const values = counterValues(event.event);
      const accelerator = values.size > 1 ? values.get('acc_id') : undefined;
      for (const [key, value] of values) {
        if (values.size > 1 && key === 'acc_id') continue;
        const series = accelerator === undefined ? key : `${key}, acc_id ${accelerator}`;
        // The exporter writes fractions under this name.
        const shown = key === 'Hit Rate(%)' ? Number((100 * value).toFixed(8)) : value;
        expected.push(`${event.pid}|${event.name}|${series}|${event.startNs}|${shown}`);
      }
    }
    const found: string[] = [];
    const { index, summary } = indexed;
    for (const lane of summary.lanes) {
      if (lane.content.kind !== 'counter') continue;
      const pid = summary.groups.find(({ localId }) => localId === lane.groupLocalId)?.pid;
      for (const series of index.counters.filter(({ laneLocalId }) => laneLocalId === lane.localId))
        series.timeNs.forEach((time, i) => {
          const name = lane.content.kind === 'counter' ? lane.content.series[series.series].name : '';
          found.push(`${pid}|${lane.name}|${name}|${BigInt(index.baseUs) * 1000n + BigInt(time)}|${series.value[i]}`);
        });
    }
    expect(found.sort()).toEqual(expected.sort());
  });

  test('args are read again as they stand in the file', async () => {
    const byOffset = new Map(events.map((event) => [event.byteOffset, event]));
    for (const slice of slices.filter((_, i) => i % 97 === 0)) {
      const details = await querySlice(indexed.view, slice.slice);
      const args = byOffset.get(slice.byteOffset)?.event.members.get('args');
      const expected = args instanceof Map ? [...args.keys()] : [];
      expect(details.args.map(({ key }) => key)).toEqual(expected);
      expect(details.place).toEqual({ path: tracePath(0), byteOffset: slice.byteOffset });
      expect(details.epochStartNs).toBe(slice.startNs);
      expect(details.argsNotice).toBeUndefined();
    }
  });
});

function argOf(event: ReferenceEvent, key: string): unknown {
  const args = event.members.get('args');
  return args instanceof Map ? args.get(key) : undefined;
}
