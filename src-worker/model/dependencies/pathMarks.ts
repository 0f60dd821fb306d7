/** Where the critical path of a step lies on the timeline: which stretch of which row it is on at each moment. */

import type { LaneId, PathMark, PathMarks, PathQuestion } from '../../../src-contract';
import type { DumpContext } from '../dumpContext';
import { type PathPiece, stepPath } from './pathOfStep';

/** What the timeline draws at once without losing frames. */
const MOST_MARKS = 5_000;

/** Undefined where there is no path, see `stepPath`. Of a path in more stretches, the longest. */
export async function pathMarks(
  dump: DumpContext,
  question: PathQuestion,
  most = MOST_MARKS,
): Promise<PathMarks | undefined> {
  const found = await stepPath(dump, question);
  if (!found) return undefined;
  const { graph, rank, step, pieces } = found;
  const places = await placesOf(dump, found.graph, pieces);
  const joined: { mark: PathMark; ns: number }[] = [];
  const nsOfLane = new Map<LaneId, number>();
  let unplacedNs = 0;
  for (const [at, own] of pieces.entries()) {
    const ns = own.endNs - own.startNs;
    const mark = places[at];
    if (!mark) {
      unplacedNs += ns;
      continue;
    }
    nsOfLane.set(mark.lane, (nsOfLane.get(mark.lane) ?? 0) + ns);
    const before = joined.at(-1);
    const goesOn = places[at - 1] !== undefined && before?.mark.lane === mark.lane && before.mark.row === mark.row;
    if (before && goesOn) {
      before.mark = { ...before.mark, endNs: mark.endNs };
      before.ns += ns;
    } else joined.push({ mark, ns });
  }
  const isLeftOut = new Set([...joined].sort((a, b) => b.ns - a.ns).slice(most));
  for (const { ns } of isLeftOut) unplacedNs += ns;
  const wholeNs = step.endNs - step.startNs;
  const own = graph.ranks[rank];
  return {
    label: own.rank.label,
    step: Number.isNaN(step.number) ? undefined : step.number,
    startNs: shownNs(dump, own, step.startNs),
    endNs: shownNs(dump, own, step.endNs),
    markedShare: wholeNs > 0 ? 1 - unplacedNs / wholeNs : 0,
    marks: joined.filter((one) => !isLeftOut.has(one)).map(({ mark }) => mark),
    lanes: [...nsOfLane].sort(([, a], [, b]) => b - a).map(([lane]) => lane),
  };
}

type Graph = NonNullable<Awaited<ReturnType<typeof stepPath>>>['graph'];

/** By the clock that the user has chosen: pieces are by the graph's. */
function shownNs(dump: DumpContext, { rank, toOwnNs, offsetNs }: Graph['ranks'][number], ns: number): number {
  return dump.toJobNs(rank.index, dump.fromOwnNs(toOwnNs(ns) + offsetNs));
}

/** Of each piece; undefined: no slice stands for it, or its rank has been read again since the graph was made. */
async function placesOf(dump: DumpContext, graph: Graph, pieces: readonly PathPiece[]) {
  const places = new Array<PathMark | undefined>(pieces.length);
  const positions = [...new Set(pieces.map(({ rank }) => rank))];
  await dump.overRanks(
    positions.map((position) => ({ index: graph.ranks[position].rank.index, position })),
    async ({ index, position }) => {
      const own = graph.ranks[position];
      const view = await dump.timeline(index);
      if (!view || view.generation !== own.generation) return;
      for (const [at, { rank, slice, startNs, endNs }] of pieces.entries()) {
        if (rank !== position || slice === undefined) continue;
        const { lane, row } = view.summary(slice);
        places[at] = { lane, row, startNs: shownNs(dump, own, startNs), endNs: shownNs(dump, own, endNs) };
      }
    },
  );
  return places;
}
