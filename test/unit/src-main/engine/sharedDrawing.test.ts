import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, LaneId, ViewportQuery, ViewportResult } from '../../../../src-contract';
import { joinedViewport, SharedDrawing } from '../../../../src-main/engine/questions/sharedDrawing';
import { unpackQuads } from '../../../../src-renderer/timeline/quads';
import { laneIdOf } from '../../../../src-worker/query/rankView';
import { queryViewport } from '../../../../src-worker/query/viewport';
import { type Indexed, indexText } from '../../../fixtures/indexed';
import { planSlices, traceOf } from '../../../fixtures/madeUpLanes';
import { Random } from '../../../fixtures/random';

const dump = 'd' as DumpId;
const LANES = 5;

/** All there is to draw, lane by lane, as a window unpacks it. */
function drawnBy({ lanes, quads, names, ...others }: ViewportResult) {
  const { rowFirstQuad, ...columns } = unpackQuads(quads);
  const parts = lanes.map(({ lane, rank, generation, laneRow, firstQuad, quadCount, firstRow, rowCount }) => ({
    place: { lane, rank, generation, laneRow, quadCount, rowCount },
    rows: Array.from(rowFirstQuad.subarray(firstRow, firstRow + rowCount + 1), (quad) => quad - firstQuad),
    columns: Object.values(columns).map((column) => Array.from(column.subarray(firstQuad, firstQuad + quadCount))),
  }));
  const texts = names.map(({ rank, ids, names: own }) => ({ rank, own: Array.from(ids, (id, at) => [id, own[at]]) }));
  return { parts, texts, ...others };
}

describe('what two threads draw', () => {
  const random = new Random(5);
  const planned = planSlices(random, {
    laneCount: LANES,
    sliceCount: 3000,
    spanNs: 10_000_000_000,
    maxDurationNs: 6_000_000_000,
    zeroShare: 0.1,
  });
  let indexed: Indexed;
  let lanes: LaneId[];
  beforeAll(async () => {
    indexed = await indexText(traceOf(planned));
    lanes = indexed.summary.lanes.map(({ localId }) => laneIdOf(0, localId));
  });
  const query = (nsPerPixel: number): ViewportQuery => {
    return { dump, startNs: 0, endNs: 10_000_000_000, nsPerPixel, lanes, folded: [], labelMinPixels: 20 };
  };
  const draw = (asked: ViewportQuery) => queryViewport(new Map([[0, indexed.view]]), asked);

  test.each([1, 1e4, 1e6, 2e7])('is what one thread draws, at %d ns a pixel', (nsPerPixel) => {
    const whole = draw(query(nsPerPixel));
    expect(whole.quads.large.length).toBeGreaterThan(0);
    for (let first = 0; first <= LANES; first++) {
      const halves = [lanes.slice(0, first), lanes.slice(first)].map((own) =>
        draw({ ...query(nsPerPixel), lanes: own }),
      );
      const joined = joinedViewport(halves[0], halves[1]);
      expect(joined && drawnBy(joined)).toEqual(drawnBy(whole));
    }
  });

  test('is not joined where a rank has been replaced in between', () => {
    const [first, second] = [lanes.slice(0, 2), lanes.slice(2)].map((own) => draw({ ...query(1e4), lanes: own }));
    const later = { ...second, lanes: second.lanes.map((lane) => ({ ...lane, generation: lane.generation + 1 })) };
    expect(joinedViewport(first, second)).toBeDefined();
    expect(joinedViewport(first, later)).toBeUndefined();
  });
});

describe('halves', () => {
  const lanes = [1, 2, 3, 4, 5, 6] as LaneId[];
  const query: ViewportQuery = {
    dump,
    startNs: 0,
    endNs: 1,
    nsPerPixel: 1,
    lanes,
    folded: [9 as LaneId],
    labelMinPixels: 1,
  };
  const answer = (quads: readonly number[]) => {
    const all = quads.reduce((sum, count) => sum + count, 0);
    const quadLanes = quads.map((quadCount, at) => ({ lane: lanes[at], quadCount }));
    return { lanes: quadLanes, quads: { gapNs: new Uint32Array(all) } } as unknown as ViewportResult;
  };
  const halvesAfter = (quads: readonly number[]) => {
    const shared = new SharedDrawing();
    shared.note(dump, answer(quads));
    return shared.halves(query)?.map((half) => half.lanes);
  };

  test('have about as many quads each, and all lanes in their order', () => {
    expect(halvesAfter([5000, 1000, 1000, 1000, 1000, 1000])).toEqual([[1], [2, 3, 4, 5, 6]]);
    expect(halvesAfter([1000, 1000, 1000, 1000, 1000, 5000])).toEqual([[1, 2, 3, 4, 5], [6]]);
    expect(halvesAfter([2000, 2000, 2000, 2000, 2000, 2000])).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  test('there are none of little, nor of what is not known', () => {
    expect(new SharedDrawing().halves(query)).toBeUndefined();
    expect(halvesAfter([10, 10, 10])).toBeUndefined();
    const shared = new SharedDrawing();
    shared.note(dump, answer([5000, 5000]));
    expect(shared.halves({ ...query, dump: 'other' as DumpId })).toBeUndefined();
  });

  test('what is folded is asked once', () => {
    const shared = new SharedDrawing();
    shared.note(dump, answer([5000, 5000]));
    expect(shared.halves(query)?.flatMap((half) => half.folded)).toEqual([9]);
  });
});
