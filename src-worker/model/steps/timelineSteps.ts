/** The steps of a rank as its timeline tells them: the only place that cuts a timeline into steps. */
import { endNsOf } from '../../index/columns/indexSlices';
import { packedBytes } from '../../index/strings';
import { STEP_MARK_PREFIXES } from '../../names/stepMarks';
import { isStepTraceLane } from '../../names/taskKind';
import { eachSlice, sliceRange } from '../../query/laneSlices';
import { NameCodes, slicesNamed } from '../../query/namedSlices';
import { lowerBound, type RankView } from '../../query/rankView';
import { eachLaunch } from '../launches';
import { groupKindOfLane } from '../timelineLanes';

/** A step, on the host and on the device. Times are the index's own. */
export interface Step {
  /** The number that the profiler gave it; NaN where it marked no steps, and this is the whole recording. */
  readonly number: number;
  /** As the host's mark has it. */
  readonly hostStartNs: number;
  readonly hostEndNs: number;
  /** A device task that starts from here … */
  readonly startNs: number;
  /** … to here (not included) belongs to the step. */
  readonly endNs: number;
}

export interface TimelineSteps {
  /** `device`: marked on the device itself. `host`: the host's marks, carried over to the device. */
  readonly from: 'device' | 'host' | 'none';
  /** By start; they don't overlap on the device. At least one. */
  readonly steps: readonly Step[];
}

/**
 * Where a device task belongs: to a step, or to the gap before (`after` undefined), between, or behind the steps. `number`,
 * `after` and `before` are the profiler's own numbers.
 */
export type StepPlace =
  | { readonly kind: 'step'; readonly number: number; readonly position: number }
  | { readonly kind: 'gap'; readonly after: number | undefined; readonly before: number | undefined };

/**
 * The steps marked on the device (Kineto repeats `ProfilerStep#N` on a GPU's streams), else those of the host carried over
 * to the device through what they launched. Without marks the whole recording is one step.
 */
export function timelineSteps(view: RankView): TimelineSteps {
  return view.once(findSteps);
}

/** See `RankView.give`. */
export function giveTimelineSteps(view: RankView, steps: TimelineSteps): void {
  view.give(findSteps, steps);
}

function findSteps(view: RankView): TimelineSteps {
  const { startNs, endNs } = view.index;
  const marks = stepMarks(view);
  if (marks.host.length === 0 && marks.device.length === 0)
    return {
      from: 'none',
      steps: [{ number: Number.NaN, hostStartNs: startNs, hostEndNs: endNs, startNs, endNs: endNs + 1 }],
    };
  if (marks.device.length > 0) return { from: 'device', steps: fromDeviceMarks(view, marks) };
  return { from: 'host', steps: carriedOver(view, marks.host) };
}

/** A task belongs to the step it starts in. */
export function placeInSteps(own: TimelineSteps, startNs: number): StepPlace {
  const position = stepPositionAt(own, startNs);
  if (position >= 0) return { kind: 'step', number: own.steps[position].number, position };
  const next = stepsBegunBy(own.steps, startNs);
  return { kind: 'gap', after: own.steps[next - 1]?.number, before: own.steps[next]?.number };
}

/** Position of the step that a task starting then belongs to; -1 between steps. */
export function stepPositionAt(own: TimelineSteps, startNs: number): number {
  const at = stepsBegunBy(own.steps, startNs) - 1;
  return at >= 0 && startNs < own.steps[at].endNs ? at : -1;
}

/** The same of a stretch in which the device is free: one that begins as a step ends is the idle time behind that step. */
export function freePositionAt(own: TimelineSteps, startNs: number): number {
  const at = stepPositionAt(own, startNs);
  return at >= 0 ? at : stepPositionAt(own, startNs - 1);
}

/** How many steps begin at that time or before. */
export function stepsBegunBy(steps: readonly Step[], ns: number): number {
  let from = 0;
  let to = steps.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (steps[middle].startNs <= ns) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * The place in a column of a table: "12" for a step, "12–13" for the gap between two, "–12" before the first and "13–"
 * behind the last. '' where there are no steps.
 */
export function stepText(place: StepPlace): string {
  if (place.kind === 'step') return Number.isNaN(place.number) ? '' : String(place.number);
  return `${place.after ?? ''}–${place.before ?? ''}`;
}

/** False for gaps between steps, and for ''. */
export function isStepText(text: string): boolean {
  return text !== '' && !text.includes('–');
}

interface Mark {
  readonly number: number;
  readonly startNs: number;
  readonly endNs: number;
}

interface Marks {
  readonly host: readonly Mark[];
  readonly device: readonly Mark[];
}

/**
 * Kineto's mark on a stream ends with what the host's thread of the step had launched. What other threads launch within the host's step
 * (backward) belongs to it too, up to where the next one begins: on AMD's GPUs marks may end before that.
 */
function fromDeviceMarks(view: RankView, { host, device }: Marks): Step[] {
  const hostOf = new Map(host.map((mark, i) => [mark.number, i]));
  const { last } = launchedIn(view, host);
  return device.map(({ number, startNs, endNs }, i) => {
    const at = hostOf.get(number);
    const own = at === undefined ? undefined : host[at];
    const lastNs = at === undefined ? endNs : Math.max(endNs, last[at]);
    return {
      number,
      hostStartNs: own?.startNs ?? startNs,
      hostEndNs: own?.endNs ?? endNs,
      startNs,
      // A mark ends with the last task it encloses, which starts within it.
      endNs: Math.min(lastNs + 1, device[i + 1]?.startNs ?? Number.POSITIVE_INFINITY),
    };
  });
}

/**
 * As the Ascend profiler cuts them (torch_npu's `FwkCANNRelationParser.get_step_range`): on the device a step begins with
 * the first task that was launched in it, and ends with the last one or with the host's step, whichever is later — here
 * never behind the next step's begin. A step that launched nothing keeps the host's times.
 */
function carriedOver(view: RankView, marks: readonly Mark[]): Step[] {
  const { first, last } = launchedIn(view, marks);
  const starts = marks.map((mark, i) => (Number.isFinite(first[i]) ? first[i] : mark.startNs));
  return marks.map(({ number, startNs: hostStartNs, endNs: hostEndNs }, i) => ({
    number,
    hostStartNs,
    hostEndNs,
    startNs: starts[i],
    endNs: Math.min(Math.max(last[i], hostEndNs), starts[i + 1] ?? Number.POSITIVE_INFINITY),
  }));
}

/** By mark: when the first task that was launched within it begins, and the last one ends; infinite without any. By start. */
function launchedIn(
  view: RankView,
  marks: readonly Mark[],
): { readonly first: Float64Array; readonly last: Float64Array } {
  const { slices } = view.index;
  const hostStarts = Float64Array.from(marks, (mark) => mark.startNs);
  const first = new Float64Array(marks.length).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(marks.length).fill(Number.NEGATIVE_INFINITY);
  eachLaunch(view, (_, fromNs, toSlice) => {
    const position = lowerBound(hostStarts, fromNs + 1) - 1;
    if (position < 0 || fromNs > marks[position].endNs) return;
    first[position] = Math.min(first[position], slices.startNs[toSlice]);
    last[position] = Math.max(last[position], endNsOf(slices, toSlice));
  });
  return { first, last };
}

/** See `NameCodes`. */
const STEP = 2;
const STEP_PREFIXES = STEP_MARK_PREFIXES.map((text) => new TextEncoder().encode(text));
const ITERATION = /^Iteration \d+$/;

/**
 * The slices "ProfilerStep#N" of the host and of a GPU's streams, and "Iteration N" of MindSpore's step trace, by start. Where
 * the profiler has marked none, the program's own marks "step N" (MSTX).
 */
function stepMarks(view: RankView): Marks {
  const { slices, categories, lanes } = view.index;
  const numberOfName = stepNames(view);
  const names = new NameCodes(view.index.names.ends.length, (name) => (numberOfName.has(name) ? STEP : NameCodes.none));
  if (numberOfName.size === 0) return { host: byStart(programMarks(view)), device: [] };
  const isOnDevice = categories.map((category) => category.startsWith('gpu'));
  const host = new Map<number, Mark>();
  const device = new Map<number, Mark>();
  for (let lane = 0; lane < lanes.length; lane++) {
    const kind = groupKindOfLane(view, lane);
    if (kind === 'communication' || kind === 'overlap') continue;
    const isStepTrace = kind === 'hardware' && isStepTraceLane(lanes[lane].name);
    const { first, end } = sliceRange(view, lane);
    for (const slice of slicesNamed(slices, first, end, names)) {
      const number = numberOfName.get(slices.name[slice]);
      // A step trace has iterations, all others have steps.
      if (number === undefined || ITERATION.test(view.nameText(slices.name[slice])) !== isStepTrace) continue;
      const [startNs, endNs] = [slices.startNs[slice], endNsOf(slices, slice)];
      if (isStepTrace || isOnDevice[slices.category[slice]]) {
        // One on each stream: together they are the step.
        const known = device.get(number) ?? { number, startNs, endNs };
        device.set(number, {
          number,
          startNs: Math.min(known.startNs, startNs),
          endNs: Math.max(known.endNs, endNs),
        });
      } else if (kind !== 'hardware') {
        const known = host.get(number);
        if (!known || endNs - startNs > known.endNs - known.startNs) host.set(number, { number, startNs, endNs });
      }
    }
  }
  return { host: byStart(host), device: byStart(device) };
}

const PROGRAM_STEP = /^step[ _#:-]*(\d{1,15})$/i;

/** Of the host: on the device the same marks end when their streams come to them, which says nothing of what was launched. */
function programMarks(view: RankView): ReadonlyMap<number, Mark> {
  const { slices, lanes } = view.index;
  const marks = new Map<number, Mark>();
  for (let lane = 0; lane < lanes.length; lane++) {
    const group = view.group(lanes[lane].groupLocalId);
    if (group?.name !== 'MSTX' || group.labels.startsWith('NPU')) continue;
    eachSlice(view, lane, (slice) => {
      const number = Number(PROGRAM_STEP.exec(view.nameText(slices.name[slice]))?.[1] ?? Number.NaN);
      const [startNs, endNs] = [slices.startNs[slice], endNsOf(slices, slice)];
      // One of an instant is no step, but tells where one begins: of how many, nobody knows.
      if (Number.isNaN(number) || endNs === startNs) return;
      const known = marks.get(number);
      if (!known || endNs - startNs > known.endNs - known.startNs) marks.set(number, { number, startNs, endNs });
    });
  }
  return marks;
}

function stepNames(view: RankView): Map<number, number> {
  const { names } = view.index;
  const numbers = new Map<number, number>();
  for (let name = 0; name < names.ends.length; name++) {
    const bytes = packedBytes(names, name);
    const prefix = STEP_PREFIXES.find((own) => bytes.length > own.length && own.every((byte, i) => bytes[i] === byte));
    const digits = prefix && view.nameText(name).slice(prefix.length);
    if (digits !== undefined && /^\d+$/.test(digits)) numbers.set(name, Number(digits));
  }
  return numbers;
}

function byStart(marks: ReadonlyMap<number, Mark>): Mark[] {
  return [...marks.values()].sort((a, b) => a.startNs - b.startNs);
}
