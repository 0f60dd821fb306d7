import { describe, expect, test } from 'vitest';
import { fromNsOf, toNsOf } from '../../../../../src-worker/index/arrows/arrowEnds';
import { sourceOf } from '../../../../../src-worker/index/columns/indexSlices';
import { type Indexed, indexText, type ListedSlice, listSlices } from '../../../../fixtures/indexed';
import { microseconds, planSlices, traceOf } from '../../../../fixtures/madeUpLanes';
import { Random } from '../../../../fixtures/random';
import { type ReferenceFlowEnd, referenceLinks } from '../../../../fixtures/referenceFlows';
import { fieldsOf, readReference } from '../../../../fixtures/referenceTrace';

interface Arrow {
  readonly category: string;
  readonly from: string;
  readonly to: string;
  readonly endOffset: number;
}

function arrowsOf({ index, view }: Indexed): Arrow[] {
  const { flows } = index;
  const arrows: Arrow[] = [];
  flows.categories.forEach((category, i) => {
    for (let link = flows.categoryFirst[i]; link < flows.categoryFirst[i + 1]; link++)
      arrows.push({
        category,
        from: view.nameText(index.slices.name[flows.fromSlice[link]]),
        to: view.nameText(index.slices.name[flows.toSlice[link]]),
        endOffset: sourceOf(flows, link),
      });
  });
  return arrows;
}

const slice = (name: string, tid: number, ts: number, dur: number) =>
  `{"ph":"X","pid":1,"tid":${tid},"ts":${ts},"dur":${dur},"name":"${name}"}`;
const end = (ph: string, id: string, tid: number, ts: number, more = '') =>
  `{"ph":"${ph}","cat":"c","id":${id},"pid":1,"tid":${tid},"ts":${ts}${more}}`;

async function arrows(...events: readonly string[]): Promise<string[]> {
  return arrowsOf(await indexText(`[${events.join(',')}]`))
    .map(({ from, to }) => `${from}→${to}`)
    .sort();
}

describe('flow arrows', () => {
  test('one start, two ends', async () => {
    const slices = [slice('host', 1, 0, 10), slice('a', 2, 20, 5), slice('b', 3, 30, 5)];
    expect(await arrows(...slices, end('s', '7', 1, 4), end('f', '7', 2, 20), end('f', '7', 3, 30))).toEqual([
      'host→a',
      'host→b',
    ]);
  });

  test('an id used again joins each end to the start before it', async () => {
    const slices = [slice('h1', 1, 0, 5), slice('d1', 2, 10, 5), slice('h2', 1, 20, 5), slice('d2', 2, 30, 5)];
    const ends = [end('s', '7', 1, 0), end('f', '7', 2, 10), end('s', '7', 1, 20), end('f', '7', 2, 30)];
    const random = new Random(1);
    for (let i = 0; i < 10; i++)
      expect(await arrows(...random.shuffled([...slices, ...ends]))).toEqual(['h1→d1', 'h2→d2']);
  });

  test('steps make a chain', async () => {
    const slices = [slice('a', 1, 0, 5), slice('b', 2, 10, 5), slice('c', 3, 20, 5)];
    expect(await arrows(...slices, end('s', '1', 1, 0), end('t', '1', 2, 10), end('f', '1', 3, 20))).toEqual([
      'a→b',
      'b→c',
    ]);
  });

  test('a device clock that runs behind still gets its arrow', async () => {
    const slices = [slice('host', 1, 100, 10), slice('device', 2, 90, 5)];
    expect(await arrows(...slices, end('s', '1', 1, 100), end('f', '1', 2, 90))).toEqual(['host→device']);
  });

  test('ids are compared as bytes: neighbours above 2^53 are not mixed up', async () => {
    const slices = [slice('h1', 1, 0, 5), slice('h2', 1, 10, 5), slice('d1', 2, 20, 5), slice('d2', 2, 30, 5)];
    const [one, two] = ['1736408883700059821', '1736408883700059822'];
    expect(
      await arrows(
        ...slices,
        end('s', one, 1, 0),
        end('s', two, 1, 10),
        end('f', `"${two}"`, 2, 20),
        end('f', one, 2, 30),
      ),
    ).toEqual(['h1→d2', 'h2→d1']);
  });

  test('the same id in another category is another arrow', async () => {
    const slices = [slice('h', 1, 0, 5), slice('d', 2, 20, 5)];
    const indexed = await indexText(
      `[${[...slices, end('s', '1', 1, 0), end('f', '1', 2, 20).replace('"c"', '"other"')].join(',')}]`,
    );
    expect(arrowsOf(indexed)).toEqual([]);
    expect(indexed.summary.flowCategories).toEqual([
      { name: 'c', linkCount: 0, unpairedCount: 1 },
      { name: 'other', linkCount: 0, unpairedCount: 1 },
    ]);
  });

  test('what an end binds to', async () => {
    const slices = [slice('h', 1, 0, 5), slice('outer', 2, 10, 20), slice('inner', 2, 12, 5), slice('next', 2, 40, 5)];
    const to = async (ts: number, more?: string) =>
      (await arrows(...slices, end('s', '1', 1, 1), end('f', '1', 2, ts, more)))[0];
    expect(await to(12)).toBe('h→inner');
    expect(await to(15)).toBe('h→inner');
    expect(await to(20)).toBe('h→outer');
    // Without "bp":"e" an end waits for the next slice; with it there is none around it.
    expect(await to(35)).toBe('h→next');
    expect(await to(35, ',"bp":"e"')).toBeUndefined();
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('any ends, against looking at all pairs (seed %i)', async (seed) => {
    const random = new Random(seed);
    const planned = planSlices(random, {
      laneCount: 3,
      sliceCount: 120,
      spanNs: 20_000,
      maxDurationNs: 3000,
      zeroShare: 0.1,
    });
    const ends: string[] = [];
    for (let i = 0; i < 300; i++) {
      const near = random.pick(planned);
      const ts = microseconds(random.chance(0.7) ? near.startNs : near.startNs + random.integer(0, 200));
      const bp = random.chance(0.5) ? ',"bp":"e"' : '';
      const tid = random.chance(0.9) ? near.tid : 9;
      ends.push(
        `{"ph":"${random.pick([...'sssfffft'])}","cat":"${random.pick(['a', 'b'])}","id":${random.integer(1, 60)},"pid":1,"tid":${tid},"ts":${ts}${bp}}`,
      );
    }
    const text = traceOf(planned, ends);
    const indexed = await indexText(text);
    const slices = listSlices(indexed);
    const flowEnds = readReference(new TextEncoder().encode(text))
      .events.map((event) => ({
        ...fieldsOf(event),
        byteOffset: event.byteOffset,
        startNs: fieldsOf(event).startNs ?? 0n,
      }))
      .filter(({ phase }) => 'stf'.includes(phase));
    expectArrows(indexed, slices, flowEnds);
  });
});

function expectArrows(indexed: Indexed, slices: readonly ListedSlice[], ends: readonly ReferenceFlowEnd[]): void {
  const { flows, baseUs } = indexed.index;
  const expected = referenceLinks(ends).filter(({ from, to }) => canBind(from, slices) && canBind(to, slices));
  const found = new Set<string>();
  const bySlice = new Map(slices.map((one) => [one.slice, one]));
  const fromOf = new Map(expected.map(({ from, to }) => [to.byteOffset, { from, to }]));
  flows.categories.forEach((category, i) => {
    let lastNs = Number.NEGATIVE_INFINITY;
    for (let link = flows.categoryFirst[i]; link < flows.categoryFirst[i + 1]; link++) {
      const pair = fromOf.get(sourceOf(flows, link));
      expect(pair?.to.category).toBe(category);
      if (!pair) continue;
      expect(BigInt(baseUs) * 1000n + BigInt(fromNsOf(indexed.index, link))).toBe(pair.from.startNs);
      expect(BigInt(baseUs) * 1000n + BigInt(toNsOf(indexed.index, link))).toBe(pair.to.startNs);
      expectBound(pair.from, bySlice.get(flows.fromSlice[link]), slices);
      expectBound(pair.to, bySlice.get(flows.toSlice[link]), slices);
      const earlierNs = Math.min(fromNsOf(indexed.index, link), toNsOf(indexed.index, link));
      expect(earlierNs).toBeGreaterThanOrEqual(lastNs);
      lastNs = earlierNs;
      found.add(`${pair.from.byteOffset} ${pair.to.byteOffset}`);
    }
  });
  expect(found).toEqual(new Set(expected.map(({ from, to }) => `${from.byteOffset} ${to.byteOffset}`)));
  const linked = new Set(expected.flatMap(({ from, to }) => [from.byteOffset, to.byteOffset]));
  const unpaired = indexed.summary.flowCategories.reduce((sum, { unpairedCount }) => sum + unpairedCount, 0);
  expect(unpaired).toBe(ends.length - linked.size);
}

function onLane({ tid }: ReferenceFlowEnd, slices: readonly ListedSlice[]): ListedSlice[] {
  return slices.filter((one) => one.tid === tid);
}

function canBind(flowEnd: ReferenceFlowEnd, slices: readonly ListedSlice[]): boolean {
  const own = onLane(flowEnd, slices);
  const mayWait = flowEnd.phase !== 's' && !flowEnd.bindsEnclosing;
  return own.some(({ startNs, endNs }) => (startNs <= flowEnd.startNs ? flowEnd.startNs <= endNs : mayWait));
}

/**
 * It begins at the end's time if any does, with a length if one of these has one, else it is around it, else it is the next
 * one; and nothing fitting is inside it.
 */
function expectBound(flowEnd: ReferenceFlowEnd, bound: ListedSlice | undefined, slices: readonly ListedSlice[]): void {
  const own = onLane(flowEnd, slices);
  const time = flowEnd.startNs;
  const starting = own.filter(({ startNs }) => startNs === time);
  const long = starting.filter(({ startNs, endNs }) => endNs > startNs);
  const around = own.filter(({ startNs, endNs }) => startNs <= time && time <= endNs);
  const later = own.filter(({ startNs }) => startNs > time).sort((a, b) => Number(a.startNs - b.startNs));
  const fitting =
    starting.length > 0
      ? long.length > 0
        ? long
        : starting
      : around.length > 0
        ? around
        : later.filter(({ startNs }) => startNs === later[0].startNs);
  expect(fitting).toContain(bound);
  if (!bound || around.length === 0) return;
  const inside = fitting.filter(
    (one) => one.row > bound.row && one.startNs >= bound.startNs && one.endNs <= bound.endNs && one !== bound,
  );
  expect(inside).toEqual([]);
}
