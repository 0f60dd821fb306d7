/** What a rank's host did that is known by its name: compiling, synchronising, collecting garbage … */
import { endNsOf } from '../index/columns/indexSlices';
import { type HostWork, hostWorkOf } from '../names/hostWork';
import { lanesOf } from '../query/laneSlices';
import { NameCodes, slicesNamed } from '../query/namedSlices';
import type { RankView } from '../query/rankView';
import { launches } from './launches';
import { timelineSteps } from './steps/timelineSteps';

export interface HostCalls {
  /** Of each kind of work that occurs in the steps: calls that are not within another of the same kind. */
  readonly works: ReadonlyMap<NotedWork, WorkCalls>;
  /** Device tasks with a call. */
  readonly launchCount: number;
  /** Ops of the framework by names that rules ask for. */
  readonly syncBatchNormCount: number;
}

/** Every op is put into a queue: of that, unlike all else, neither number nor length says anything. */
export type NotedWork = Exclude<HostWork, 'enqueue'>;

export interface WorkCalls {
  readonly count: number;
  readonly totalNs: number;
  /** The longest call. */
  readonly longest: number;
  readonly longestNs: number;
}

const SYNC_BATCH_NORM = /^(SyncBatchNorm|syncbatchnorm)/i;

const NOTED = 2;

/** Within the steps, by the host's clock. Threads at the same time count each. */
export function hostCalls(view: RankView): HostCalls {
  const { index } = view;
  const { slices } = index;
  const { startNs, name } = slices;
  const { from, steps } = timelineSteps(view);
  const spanFromNs = from === 'none' ? Number.NEGATIVE_INFINITY : steps[0].hostStartNs;
  const spanToNs = from === 'none' ? Number.POSITIVE_INFINITY : steps[steps.length - 1].hostEndNs;
  const works = new Map<NotedWork, { count: number; totalNs: number; longest: number; longestNs: number }>();
  const known: (NotedWork | null)[] = [];
  const isNorm: boolean[] = [];
  const names = new NameCodes(index.names.ends.length, (nameId) => {
    const text = view.nameText(nameId);
    const work = hostWorkOf(text);
    known[nameId] = work === undefined || work === 'enqueue' ? null : work;
    isNorm[nameId] = SYNC_BATCH_NORM.test(text);
    return known[nameId] === null && !isNorm[nameId] ? NameCodes.none : NOTED;
  });
  let syncBatchNormCount = 0;
  for (const { position, kind } of lanesOf(view)) {
    if (position >= index.lanes.length) break;
    if (kind === 'hardware' || kind === 'communication' || kind === 'overlap' || kind === 'counters') continue;
    // Rows go from the outermost inwards: what begins before `untilNs` of its kind is within another.
    const outer = new Map<NotedWork, { startNs: number; endNs: number }[]>();
    for (let row = index.laneFirstRow[position]; row < index.laneFirstRow[position + 1]; row++) {
      const found = new Map<NotedWork, { startNs: number; endNs: number }[]>();
      const at = new Map<NotedWork, number>();
      const [first, end] = [index.rowFirstSlice[row], index.rowFirstSlice[row + 1]];
      for (const slice of slicesNamed(slices, first, end, names, spanFromNs, spanToNs)) {
        const nameId = name[slice];
        if (isNorm[nameId]) syncBatchNormCount++;
        const work = known[nameId];
        if (work === null || isWithin(outer.get(work) ?? [], work, startNs[slice], at)) continue;
        const span = { startNs: startNs[slice], endNs: endNsOf(slices, slice) };
        const own = found.get(work);
        if (own) own.push(span);
        else found.set(work, [span]);
        const sum = works.get(work) ?? { count: 0, totalNs: 0, longest: slice, longestNs: -1 };
        works.set(work, sum);
        sum.count++;
        sum.totalNs += span.endNs - span.startNs;
        if (span.endNs - span.startNs <= sum.longestNs) continue;
        sum.longest = slice;
        sum.longestNs = span.endNs - span.startNs;
      }
      for (const [work, spans] of found) outer.set(work, merged(outer.get(work) ?? [], spans));
    }
  }
  return { works, launchCount: launches(view).count, syncBatchNormCount };
}

type Spans = readonly { readonly startNs: number; readonly endNs: number }[];

/** `spans` and the instants asked for both ascend; `at` keeps how far they were gone through. */
function isWithin(spans: Spans, work: NotedWork, ns: number, at: Map<NotedWork, number>): boolean {
  let next = at.get(work) ?? 0;
  while (next < spans.length && spans[next].endNs <= ns) next++;
  at.set(work, next);
  return next < spans.length && spans[next].startNs <= ns;
}

function merged(a: Spans, b: Spans): { startNs: number; endNs: number }[] {
  return [...a, ...b].sort((one, other) => one.startNs - other.startNs);
}
