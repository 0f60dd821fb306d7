import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OwnLane, RankIndex, SearchLaneKind } from '../../../../../src-contract';
import { parseSearch, plainSearch } from '../../../../../src-contract/search/parseSearch';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { FIRST_MADE_ID } from '../../../../../src-worker/model/madeLanes';
import { RankView } from '../../../../../src-worker/query/rankView';
import { ownLanes } from '../../../../../src-worker/views/search/ownLanes';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

function laneOf(text: string, kind: SearchLaneKind, isPattern = false): OwnLane {
  const { search } = parseSearch(text, { ...plainSearch, isPattern });
  if (!search) throw new Error(`${text} asks for nothing`);
  return { id: text, name: text, kind, search };
}

const rank = 0 as RankIndex;

function madeOf(dump: DumpContext, lanes: readonly OwnLane[]) {
  return ownLanes(dump, { rank, lanes, takesRest: [] }, FIRST_MADE_ID);
}

/** One column is 1 µs. */
const picture = `
  Python / Thread 1           : [op a      ] [op b]
  Ascend Hardware / Stream 2  :   [A  ][A ]    [A ]
  Ascend Hardware / Stream 3  :     [A       ]      [B]
`;

test('stretches in which any runs, touching ones as one; how many run, at each change; ids of their own', async () => {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture)));
  const view = (await dump.timeline(0))!;
  const { made } = await madeOf(dump, [
    laneOf('^A$', 'union', true),
    laneOf('nothing', 'union'),
    laneOf('A lane:"Ascend Hardware"', 'count'),
  ]);
  const own = new RankView(view.rank, view.label, view.generation, view.indexes, view.offsetNs);
  const first = own.sliceCount;
  own.append(made!.part.index);
  const zero = view.summary(0).startNs;
  const spans = Array.from({ length: own.sliceCount - first }, (_, i) => {
    const { name, startNs, durationNs } = own.summary(first + i);
    return [name, (startNs - zero) / 1000, (startNs + durationNs - zero) / 1000];
  });
  // A runs from column 2 to 14 on one stream or the other, and from 15 to 19.
  expect(spans).toEqual([
    ['^A$', 2, 14],
    ['^A$', 15, 19],
  ]);
  const [series] = own.seriesOf(made!.part.lanes[1]!.localId);
  expect(Array.from(series!.timeNs, (ns) => (ns - view.index.slices.startNs[0]!) / 1000)).toEqual([
    2, 4, 11, 14, 15, 19,
  ]);
  expect([...series!.value]).toEqual([1, 2, 1, 0, 1, 0]);
  expect(made!.part.lanes.map(({ name, content }) => [name, content.kind])).toEqual([
    ['^A$', 'slices'],
    ['A lane:"Ascend Hardware"', 'counter'],
  ]);
  expect((await madeOf(dump, [laneOf('nothing', 'count')])).made).toBeUndefined();
  expect((await madeOf(dump, [laneOf('A rank:7', 'count')])).made).toBeUndefined();
});

test('what only stands in args is among them, where args are searched', async () => {
  const event = (name: string, ts: number, args: object) => ({
    ph: 'X',
    name,
    pid: 1,
    tid: 1,
    ts,
    dur: 2,
    cat: 'cpu_op',
    args,
  });
  const events = [
    event('one', 10, { shape: '[8, 16]' }),
    event('two', 20, { shape: '[4]' }),
    event('[8, 16] by name', 30, {}),
    event('four', 40, { shape: '[8, 16]' }),
  ];
  const dump = await openContext(temporaryFile('trace_view.json', JSON.stringify(events)));
  const view = (await dump.timeline(0))!;
  const startsOf = async (inArgs: boolean) => {
    const { search } = parseSearch('[8, 16]', { ...plainSearch, inArgs });
    const { made } = await madeOf(dump, [{ id: 'own', name: 'own', kind: 'union', search: search! }]);
    const own = new RankView(view.rank, view.label, view.generation, view.indexes, view.offsetNs);
    const first = own.sliceCount;
    own.append(made!.part.index);
    const zero = view.summary(0).startNs;
    return Array.from(
      { length: own.sliceCount - first },
      (_, at) => (own.summary(first + at).startNs - zero) / 1000 + 10,
    );
  };
  expect(await startsOf(false)).toEqual([30]);
  expect(await startsOf(true)).toEqual([10, 30, 40]);
});

test('what a pattern that takes too long does not find is said', async () => {
  const dump = await openContext(
    temporaryFile('trace_view.json', drawTrace(`Python / Thread 1 : [${'a'.repeat(60)}!]`)),
  );
  const { made, notes } = await madeOf(dump, [laneOf('(a+)+$', 'union', true)]);
  expect(made).toBeUndefined();
  expect(notes.map(({ lane, notices }) => [lane, notices.map(({ code }) => code)])).toEqual([
    ['(a+)+$', ['own-lane-too-slow']],
  ]);
});

describeDumps('a real dump, against a plain loop over its file', () => {
  test('as long together, and as high, as what the loop adds up', async () => {
    const folder = (own: number) => dumpPath(`ascend/text_level1_2ranks/rank${own}_ascend_pt`);
    const dump = await sharedContext(folder(0), folder(1));
    const text = readFileSync(`${folder(0)}/ASCEND_PROFILER_OUTPUT/trace_view.json`, 'utf8');
    const events = JSON.parse(text) as { ph: string; name: string; ts: string; dur: number }[];
    const nsOf = (us: string) => {
      const [whole, part = ''] = us.split('.');
      return BigInt(whole!) * 1000n + BigInt(part.padEnd(3, '0').slice(0, 3));
    };
    const found = events
      .filter(({ ph, name, dur }) => ph === 'X' && name.toLowerCase().includes('aten::') && dur > 0)
      .map(({ ts, dur }) => [nsOf(ts), nsOf(ts) + BigInt(Math.round(dur * 1000))] as const)
      .sort(([a], [b]) => Number(a - b));
    let [sum, end, most] = [0n, -1n, 0];
    for (const [from, to] of found) {
      if (to > end) sum += to - (from > end ? from : end);
      end = to > end ? to : end;
      most = Math.max(most, found.filter(([start, stop]) => start <= from && stop > from).length);
    }
    const { made } = await madeOf(dump, [laneOf('aten::', 'union'), laneOf('aten::', 'count')]);
    const { slices, counters } = made!.part.index;
    expect(slices.durationNs.reduce((all, ns) => all + ns, 0)).toBe(Number(sum));
    expect(Math.max(...counters[0]!.value)).toBe(most);
    // The area under the curve is what the slices last together.
    const { timeNs, value } = counters[0]!;
    const area = value.reduce((all, own, i) => all + own * ((timeNs[i + 1] ?? timeNs[i]!) - timeNs[i]!), 0);
    expect(area).toBe(Number(found.reduce((all, [from, to]) => all + to - from, 0n)));
  });
});
