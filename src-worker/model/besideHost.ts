/** A4: computing while the host works, as Hermes has it beside computing while data are in flight (analyses.md). */
import { endNsOf } from '../index/columns/indexSlices';
import { type Intervals, intersection, intervalsOf, totalNs, union, unionOfTwo } from '../index/intervals/intervals';
import { hostWorkOf } from '../names/hostWork';
import { isStepMark } from '../names/stepMarks';
import { gpuTasksOf } from '../names/taskKind';
import { lanesOf, sliceRange } from '../query/laneSlices';
import { spansOfLanes } from '../query/laneSpans';
import type { RankView } from '../query/rankView';
import { timelineSteps } from './steps/timelineSteps';
import { lanesOfKind } from './timelineLanes';

/**
 * What encloses all that a thread does says nothing of whether it works, and what Kineto tells of itself is none of the job's: the
 * stretch that was recorded ("Trace") and what recording took ("overhead"). Categories: ActivityType.cpp and output_json.cpp in libkineto.
 */
const NO_WORK = /^(python_function|user_annotation|gpu_user_annotation|Trace|overhead|cuda_sync|cuda_profiler_range)$/;

/**
 * Over the steps, ns. The host works in ops and in calls of the runtime but those that wait for the device or for a batch; frames of Python
 * around them and marks do not count. Undefined: nothing of the host is recorded, or no computing.
 */
export function computingBesideHost(view: RankView): number | undefined {
  const { steps, from } = timelineSteps(view);
  const computing = lanesOfKind(view, 'overlap').filter(({ name }) => name === 'Computing');
  if (computing.length === 0) return undefined;
  const works = hostWorks(view);
  if (works.startNs.length === 0) return undefined;
  const spans = spansOfLanes(computing.map(({ lane }) => sliceRange(view, lane)));
  const both = intersection(works, union(spans.startNs, spans.endNs));
  if (from === 'none') return totalNs(both);
  const within = union(
    steps.map(({ startNs }) => startNs),
    steps.map(({ endNs }) => endNs),
  );
  return totalNs(intersection(both, within));
}

/** When some thread works. */
function hostWorks(view: RankView): Intervals {
  const { index } = view;
  // Streams of GPUs stand in a process that is called as the program is.
  const ofGpu = gpuTasksOf(index.categories);
  const isNoWork = Uint8Array.from(index.categories, (category, at) => (ofGpu[at] || NO_WORK.test(category) ? 1 : 0));
  // Of each name 1 or -1, as soon as it is known.
  const isWork = new Int8Array(index.names.ends.length);
  const ofRow = new Room();
  // What there is and what comes of it, in turns.
  let [room, nextRoom] = [new Room(), new Room()];
  let all = NOTHING;
  for (const { position, kind } of lanesOf(view)) {
    if (position >= index.lanes.length) break;
    if (kind === 'hardware' || kind === 'communication' || kind === 'overlap' || kind === 'counters') continue;
    // Rows go from the outermost inwards: most of what is below lies within what has been counted.
    let own = NOTHING;
    for (let row = index.laneFirstRow[position]; row < index.laneFirstRow[position + 1]; row++) {
      const outside = rowOutside(view, row, own, isNoWork, isWork, ofRow);
      if (outside.startNs.length === 0) continue;
      own = unionOfTwo(own, outside, room.of(own.startNs.length + outside.startNs.length));
      [room, nextRoom] = [nextRoom, room];
    }
    all = unionOfTwo(all, own);
  }
  return all;
}

function namesWork(name: string): boolean {
  const work = hostWorkOf(name);
  return work !== 'synchronise' && work !== 'dataloader' && !isStepMark(name);
}

const NOTHING = intervalsOf(0);

/** Room that is used again and again: a rank has hundreds of rows. */
class Room {
  #intervals = NOTHING;

  /** For so many at least. What was in it is lost. */
  of(count: number): Intervals {
    if (this.#intervals.startNs.length < count) this.#intervals = intervalsOf(2 * count);
    return this.#intervals;
  }
}

/** Work among the slices of a row that does not begin within `outer`. */
function rowOutside(
  view: RankView,
  row: number,
  outer: Intervals,
  isNoWork: Uint8Array,
  isWork: Int8Array,
  room: Room,
): Intervals {
  const { slices, rowFirstSlice } = view.index;
  const { startNs: starts, name, category } = slices;
  const [first, end] = [rowFirstSlice[row], rowFirstSlice[row + 1]];
  const { startNs: outerStarts, endNs: outerEnds } = outer;
  const { startNs, endNs } = room.of(end - first);
  let [count, at] = [0, 0];
  for (let slice = first; slice < end; slice++) {
    if (isNoWork[category[slice]] === 1) continue;
    const fromNs = starts[slice];
    while (at < outerEnds.length && outerEnds[at] <= fromNs) at++;
    if (at < outerStarts.length && outerStarts[at] <= fromNs) continue;
    if (isWork[name[slice]] === 0) isWork[name[slice]] = namesWork(view.nameText(name[slice])) ? 1 : -1;
    if (isWork[name[slice]] < 0) continue;
    startNs[count] = fromNs;
    endNs[count++] = endNsOf(slices, slice);
  }
  return { startNs: startNs.subarray(0, count), endNs: endNs.subarray(0, count) };
}
