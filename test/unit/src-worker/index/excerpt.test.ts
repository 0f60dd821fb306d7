import { describe, expect, test } from 'vitest';
import { gatherExcerpts } from '../../../../src-worker/importers/gatherSegments';
import type { SegmentPlan } from '../../../../src-worker/importers/importer';
import { describedFiles } from '../../../../src-worker/importers/importers';
import { planSegments, readSegment } from '../../../../src-worker/importers/traceEvents/segments';
import { rowCount } from '../../../../src-worker/index/columns/chunks';
import { excerptOf } from '../../../../src-worker/index/excerpt';
import { buildIndex, buildSnapshot } from '../../../../src-worker/index/indexRank';
import type { SegmentEvents } from '../../../../src-worker/index/segmentEvents';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { type ListedSlice, listSlices, temporaryFile, viewOf } from '../../../fixtures/indexed';

/** The events of a text as one segment. */
async function readText(events: readonly string[]): Promise<SegmentEvents> {
  const plan = planSegments([temporaryFile('trace.json', `[${events.join(',\n')}]`)]);
  const { events: read } = await readSegment(plan.segments[0], new PlainTokenizer(0), () => true);
  return read;
}

const files = describedFiles({ importer: 'traceEvents', paths: ['/trace.json'] });

function shownBy(excerpts: readonly SegmentEvents[]): ListedSlice[] {
  const { index, summary } = buildSnapshot(excerpts, files, 0, new Map());
  return listSlices({ summary, view: viewOf(index) });
}

const complete = (tid: number, us: number, durationUs: number, name = `n${us}`) =>
  `{"ph":"X","pid":1,"tid":${tid},"ts":${us},"dur":${durationUs},"name":"${name}"}`;
const mark = (ph: string, us: number, name: string) =>
  `{"ph":"${ph}","pid":1,"tid":9,"ts":${us},"name":"${name}","cat":"c","id":"${name}"}`;

describe('the excerpt of a segment', () => {
  test('has all of a small one', async () => {
    const events = await readText(Array.from({ length: 100 }, (_, i) => complete(i % 3, i, 1)));
    const excerpt = excerptOf(events, 100);
    expect(rowCount(excerpt.slices)).toBe(100);
    expect([...excerpt.slicesPerLane]).toEqual([34, 33, 33]);
  });

  test('has the longest slices of a large one in their rows, and some of every lane', async () => {
    // Every hundredth of lane 1 encloses the ten thereafter; lane 2 has nothing but slices too short to be seen.
    const all = Array.from({ length: 10_000 }, (_, i) =>
      i % 100 === 0
        ? complete(1, i * 100, 5_000, 'outer')
        : i % 100 === 1
          ? complete(1, i * 100, 2_000, 'inner')
          : complete(2, i * 100, 1, `tiny ${i % 7}`),
    );
    const events = await readText(all);
    const shown = shownBy([excerptOf(events, 1_000)]);
    expect(shown.length).toBeLessThanOrEqual(1_000);
    const whole = buildIndex([events], files, 0);
    const listed = listSlices({ ...whole, view: viewOf(whole) });
    const byOffset = new Map(listed.map((slice) => [slice.byteOffset, slice]));
    for (const { slice: _, ...found } of shown) expect(byOffset.get(found.byteOffset)).toMatchObject(found);
    expect(shown.filter(({ name }) => name === 'outer')).toHaveLength(100);
    expect(shown.filter(({ name }) => name === 'inner')).toHaveLength(100);
    expect(new Set(shown.filter(({ tid }) => tid === '2').map(({ name }) => name)).size).toBe(7);
  });

  test('knows no more names than it has, under the same texts', async () => {
    const events = await readText(Array.from({ length: 5_000 }, (_, i) => complete(1, i, 1 + (i % 50), `name ${i}`)));
    const excerpt = excerptOf(events, 200);
    expect(excerpt.tables.names.ends.length).toBe(rowCount(excerpt.slices));
    for (const { name, startNs } of shownBy([excerpt])) expect(name).toBe(`name ${startNs / 1_000n}`);
  });

  test('shows no begin without its end, and no arrow', async () => {
    const events = await readText([
      mark('E', 1, 'begun before'),
      mark('B', 2, 'ends later'),
      mark('B', 3, 'whole'),
      mark('s', 4, 'arrow'),
      mark('E', 5, 'whole'),
      mark('b', 6, 'asynchronous'),
      mark('e', 8, 'asynchronous'),
      mark('b', 9, 'not ended'),
    ]);
    const excerpt = excerptOf(events, 100);
    const { index, summary } = buildSnapshot([excerpt], files, 0, new Map());
    const listed = listSlices({ summary, view: viewOf(index) });
    expect(listed.map(({ name, startNs, endNs }) => [name, startNs, endNs])).toEqual([
      ['whole', 3_000n, 5_000n],
      ['asynchronous', 6_000n, 8_000n],
    ]);
    expect([summary.notices, summary.skipped, summary.flowCategories]).toEqual([[], [], []]);
  });

  test('has samples of every series of counters', async () => {
    const counter = (us: number) => `{"ph":"C","pid":1,"ts":${us},"name":"c${us % 5}","args":{"v":${us},"w":1}}`;
    const events = await readText(Array.from({ length: 5_000 }, (_, i) => counter(i)));
    const excerpt = excerptOf(events, 1_000);
    expect(rowCount(excerpt.samples)).toBeLessThanOrEqual(1_000);
    const { index } = buildSnapshot([excerpt], files, 0, new Map());
    expect(index.counters).toHaveLength(10);
    for (const { series, timeNs, value } of index.counters) {
      expect(timeNs.length).toBeGreaterThan(50);
      if (series === 0) expect([...value]).toEqual([...timeNs].map((ns) => ns / 1_000));
    }
    expect(index.endNs).toBe(4_999_000);
  });
});

describe('the excerpts that are shown', () => {
  const excerpts = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path }) as unknown as SegmentEvents);
  const plan = {
    segments: [0, 0, 0, 0, 1].map((file) => ({ file })),
  } as unknown as SegmentPlan;
  /** `|`: ends at its boundary; `x`: does not; `.`: not read; `p`: in part. */
  const shown = (results: string) =>
    gatherExcerpts(
      plan,
      [...results].map((one) => ('.p'.includes(one) ? undefined : { endsAtBoundary: one === '|' })),
      excerpts.map((excerpt, i) => (results[i] === '.' ? [] : [excerpt])),
    )
      .map((excerpt) => excerpts.indexOf(excerpt))
      .join('');

  test.each([
    ['|....', '0'],
    ['|.|..', '02'],
    // The last of a file has no boundary to end at.
    ['|..x.', '0'],
    ['|.|x.', '023'],
    ['|||xx', '01234'],
    // Who does not end at its boundary has read what stands behind it as well, or has not begun where an event does.
    ['x.||.', '0'],
    ['|x||x', '04'],
    ['|.x.x', '04'],
    ['p....', '0'],
    ['|p|.p', '024'],
  ])('of %s are %s', (results, expected) => {
    expect(shown(results)).toBe(expected);
  });
});
