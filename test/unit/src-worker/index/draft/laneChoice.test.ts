import { describe, expect, test } from 'vitest';
import { describedFiles, planRank } from '../../../../../src-worker/importers/importers';
import { readSegment, type TraceSegment } from '../../../../../src-worker/importers/traceEvents/segments';
import { durationNsOf } from '../../../../../src-worker/index/columns/indexSlices';
import { MAX_COUNTERS, MAX_SERIES_PER_COUNTER } from '../../../../../src-worker/index/counters/counters';
import { MAX_LANES, MAX_PROCESSES } from '../../../../../src-worker/index/draft/laneChoice';
import { buildIndex } from '../../../../../src-worker/index/indexRank';
import { PlainTokenizer } from '../../../../../src-worker/tokenizer/plainTokenizer';
import { temporaryFile } from '../../../../fixtures/indexed';

const MORE = 50;

async function indexed(events: Iterable<string>, filter?: string) {
  const path = temporaryFile('trace.json', `[${[...events].join(',')}]`);
  const plan = await planRank([path]);
  const [segment] = plan.segments as readonly TraceSegment[];
  const { events: read } = await readSegment(segment, new PlainTokenizer(plan.baseUs), () => true);
  const files = describedFiles({ importer: plan.importer, paths: [path] });
  return buildIndex([read], files, plan.baseUs ?? 0, new Map(), undefined, filter);
}

function* times(count: number, eventOf: (i: number) => string) {
  for (let i = 0; i < count; i++) yield eventOf(i);
}

const slice = (pid: number, tid: number, more = '') =>
  `{"ph":"X","ts":1,"dur":2,"pid":${pid},"tid":${tid},"name":"n"${more}}`;
const codes = ({ summary }: Awaited<ReturnType<typeof indexed>>) =>
  summary.notices.map(({ code, params }) => [code, params.count]);

describe('too many lanes', () => {
  test('threads beyond the limit share a lane of their process, and none of their slices is lost', async () => {
    const count = MAX_LANES + MORE;
    const built = await indexed(times(count, (tid) => slice(1, tid)));
    const { lanes } = built.summary;
    expect(lanes).toHaveLength(MAX_LANES + 1);
    expect(lanes.filter(({ isFolded }) => isFolded)).toMatchObject([{ content: { sliceCount: MORE } }]);
    expect(built.index.slices.startNs).toHaveLength(count);
    expect(codes(built)).toContainEqual(['threads-folded', MORE]);
  });

  test('what is filtered by has lanes of its own, and all others share one', async () => {
    const last = MAX_LANES + MORE - 1;
    const { summary } = await indexed(
      times(last + 1, (tid) => slice(1, tid)),
      `thread ${last}`,
    );
    expect(summary.lanes).toMatchObject([
      { name: `Thread ${last}`, content: { sliceCount: 1 } },
      { name: `… +${last.toLocaleString('en')}`, isFolded: true, content: { sliceCount: last } },
    ]);
  });

  test('threads with slices come before those that only metadata tells of', async () => {
    const named = times(
      MAX_LANES + MORE,
      (tid) => `{"ph":"M","name":"thread_name","pid":1,"tid":${tid},"args":{"name":"t"}}`,
    );
    const built = await indexed([...named, slice(1, MAX_LANES + MORE - 1)]);
    expect(built.summary.lanes).toMatchObject([{ name: 't', tid: String(MAX_LANES + MORE - 1) }]);
    expect(codes(built)).toEqual([]);
  });

  test('processes beyond the limit share a group', async () => {
    const count = MAX_PROCESSES + MORE;
    const built = await indexed(times(count, (pid) => slice(pid, 1)));
    expect(built.summary.groups).toHaveLength(MAX_PROCESSES + 1);
    expect(built.summary.groups.at(-1)?.name).toBe(`… +${MORE}`);
    expect(codes(built)).toEqual([['processes-folded', MORE]]);
    const found = await indexed(
      times(count, (pid) => slice(pid, 1)),
      `process ${count - 1}`,
    );
    expect(found.summary.groups.some(({ pid }) => pid === String(count - 1))).toBe(true);
  });

  test('begins and ends of threads that share a lane are paired thread by thread', async () => {
    const own = times(MAX_LANES, (tid) => slice(1, tid));
    const [a, b] = [MAX_LANES, MAX_LANES + 1];
    const mark = (ph: string, tid: number, ts: number) => `{"ph":"${ph}","ts":${ts},"pid":1,"tid":${tid},"name":"m"}`;
    const built = await indexed([...own, mark('B', a, 10), mark('B', b, 11), mark('E', a, 12), mark('E', b, 20)]);
    const { slices } = built.index;
    const marked = [...slices.startNs.keys()].filter((i) => slices.startNs[i] >= 9000);
    const durations = marked.map((i) => durationNsOf(slices, i) / 1000);
    expect(durations.sort()).toEqual([2, 9]);
  });

  test('counters and series beyond the limits are counted', async () => {
    const counter = (name: number, key: number) =>
      `{"ph":"C","ts":1,"pid":1,"name":"counter ${name}","args":{"series ${key}":1}}`;
    const many = await indexed(times(MAX_COUNTERS + MORE, (i) => counter(i, 0)));
    expect(many.summary.lanes).toHaveLength(MAX_COUNTERS);
    expect(codes(many)).toEqual([['counters-folded', MORE]]);
    const keys = () => times(MAX_SERIES_PER_COUNTER + MORE, (i) => counter(0, i));
    const wide = await indexed(keys());
    expect(wide.index.counters).toHaveLength(MAX_SERIES_PER_COUNTER);
    expect(codes(wide)).toEqual([['series-folded', MORE]]);
    const found = await indexed(keys(), `series ${MAX_SERIES_PER_COUNTER + MORE - 1}`);
    expect(found.summary.lanes[0].content).toMatchObject({
      series: expect.arrayContaining([
        expect.objectContaining({ name: `series ${MAX_SERIES_PER_COUNTER + MORE - 1}` }),
      ]),
    });
  });

  test('as many as fit have lanes of their own, and nothing is said', async () => {
    const built = await indexed(times(MAX_LANES, (tid) => slice(tid % MAX_PROCESSES, tid)));
    expect(built.summary.lanes).toHaveLength(MAX_LANES);
    expect(codes(built)).toEqual([]);
  });
});
