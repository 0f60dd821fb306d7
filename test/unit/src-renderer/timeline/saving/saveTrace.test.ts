import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { DumpId, Engine, LaneId, RankState, TraceStretch } from '../../../../../src-contract';
import { ranksOf, saveTrace, type TracePart } from '../../../../../src-renderer/timeline/saving/saveTrace';
import { laneId, rankState, sliceLane } from '../../../../fixtures/dumpState';

function rank(index: number, fields: Partial<RankState> = {}): RankState {
  const lanes = [sliceLane(100 * index + 1), sliceLane(100 * index + 2, { isComputed: true })];
  const group = { id: laneId(100 * index), kind: 'npu', name: 'Ascend Hardware', pid: '7', labels: '', lanes };
  return rankState(index, {
    rank: index,
    status: 'ready',
    groups: [group] as unknown as RankState['groups'],
    ...fields,
  });
}

/** Answers two pages of a rank: of the first its lanes, of the second the time. */
function engine(asked: TraceStretch[], onPage: () => void = () => {}): Pick<Engine, 'ask'> {
  const ask = async (_dump: DumpId, _name: string, stretch: TraceStretch) => {
    asked.push(stretch);
    onPage();
    const text = stretch.first === 0 ? `{"é":"${stretch.lanes.map(({ lane }) => lane)}"},\n` : '{"second":1},\n';
    return { around: {}, text, next: stretch.first === 0 ? 1 : undefined, sliceCount: 3, arrowCount: 1, total: 50_001 };
  };
  return { ask } as unknown as Pick<Engine, 'ask'>;
}

const saved = async (part: TracePart, asked: TraceStretch[] = []) => {
  const shares: number[] = [];
  const { signal } = new AbortController();
  const trace = await saveTrace({
    engine: engine(asked),
    dump: 'dump' as DumpId,
    part,
    progress: (share) => shares.push(share),
    signal,
  });
  return { trace, shares, bytes: new Uint8Array(await trace.blob.arrayBuffer()) };
};

test('of one rank a file that is JSON, with the lanes and the time that are wanted', async () => {
  const asked: TraceStretch[] = [];
  const range = { startNs: 5, endNs: 9 };
  const { trace, bytes } = await saved({ range, lanes: new Set([laneId(1)]), ranks: [rank(0), rank(1)] }, asked);
  expect(trace).toMatchObject({ ending: 'json', slices: 3, arrows: 1 });
  const { traceEvents, distributedInfo } = JSON.parse(new TextDecoder().decode(bytes));
  expect(distributedInfo).toEqual({ rank: 0 });
  expect(traceEvents.slice(0, 2)).toEqual([{ é: '1' }, { second: 1 }]);
  expect(asked.map(({ rank: own, startNs, endNs, first }) => [own, startNs, endNs, first])).toEqual([
    [0, 5, 9, 0],
    [0, 5, 9, 1],
  ]);
});

test('of several ranks a zip with one file each, none of which is another’s', async () => {
  const ranks = [rank(0), rank(1), rank(2, { rank: 1 }), rank(3, { status: 'unread' })];
  const { trace, shares, bytes } = await saved({ range: undefined, lanes: undefined, ranks });
  expect(trace).toMatchObject({ ending: 'zip', slices: 9, arrows: 3 });
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(['rank_0.json', 'rank_1_1.json', 'rank_1_2.json']);
  for (const [at, text] of Object.values(files).entries()) {
    const { traceEvents, distributedInfo } = JSON.parse(new TextDecoder().decode(text));
    expect(traceEvents[0]).toEqual({ é: String(100 * at + 1) });
    expect(distributedInfo).toEqual({ rank: [0, 1, 1][at] });
  }
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

test('a group stands for its lanes, computed lanes are not saved, and nothing is no file', async () => {
  const ranks = [rank(0), rank(1)];
  const of = (...lanes: LaneId[]) =>
    ranksOf({ range: undefined, lanes: new Set(lanes), ranks }).map(({ index }) => index);
  expect(of(laneId(100))).toEqual([1]);
  expect(of(laneId(2))).toEqual([]);
  await expect(saved({ range: undefined, lanes: new Set([laneId(2)]), ranks })).rejects.toThrow('none of these ranks');
});

test('it stops between two pages', async () => {
  const asked: TraceStretch[] = [];
  const controller = new AbortController();
  const part = { range: undefined, lanes: undefined, ranks: [rank(0), rank(1)] };
  const stopped = engine(asked, () => controller.abort());
  const answer = saveTrace({
    engine: stopped,
    dump: 'dump' as DumpId,
    part,
    progress: () => {},
    signal: controller.signal,
  });
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked.length).toBe(1);
});
