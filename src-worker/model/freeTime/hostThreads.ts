import { endNsOf } from '../../index/columns/indexSlices';
import { type HostWork, hostWorkOf } from '../../names/hostWork';
import { isStepMark } from '../../names/stepMarks';
import { lanesOf } from '../../query/laneSlices';
import { type RankView, upperBound } from '../../query/rankView';
import { slicesTouching } from '../../query/touching';

/** What a thread was in for a stretch of time. */
export interface HostStretch {
  readonly startNs: number;
  readonly endNs: number;
  /** The innermost slice. */
  readonly slice: number;
  /** The innermost slice around it, or it itself, whose name says what it is. */
  readonly work: { readonly kind: HostWork; readonly slice: number } | undefined;
}

/** The profiler's mark of a step tells nothing of what the thread is in. */
const STEP_MARK = 'step mark';

/** Lanes of the host that show the same thread: "Thread 4711" of Python and of CANN. Times are the index's own. */
export class HostThreads {
  /** Rows of each thread, outermost first. */
  readonly #rows: number[][] = [];
  readonly #threadOfLane = new Map<number, number>();
  readonly #works: (HostWork | typeof STEP_MARK | null | undefined)[] = [];
  /** Threads on which Python collects garbage: it stops all others meanwhile. */
  readonly collecting: readonly number[];

  constructor(readonly view: RankView) {
    const threads = new Map<string, number>();
    const { index } = view;
    const lanes = lanesOf(view).filter(({ position }) => position < index.lanes.length);
    // Calls of CANN are made by what stands on the other lanes of their thread, whichever the file tells of first.
    const outermostFirst = [false, true].flatMap((isCann) => lanes.filter(({ kind }) => (kind === 'cann') === isCann));
    for (const { position, name, kind } of outermostFirst) {
      if (kind === 'hardware' || kind === 'communication' || kind === 'overlap' || kind === 'counters') continue;
      const thread = threads.get(name) ?? threads.size;
      threads.set(name, thread);
      this.#threadOfLane.set(position, thread);
      this.#rows[thread] ??= [];
      for (let row = index.laneFirstRow[position]; row < index.laneFirstRow[position + 1]; row++)
        this.#rows[thread].push(row);
    }
    this.collecting = [...this.#rows.keys()].filter((thread) => this.#collects(thread));
  }

  /** Undefined for a slice that is not on a thread of the host. */
  threadOf(slice: number): number | undefined {
    return this.#threadOfLane.get(this.view.laneOfRow(this.view.rowOf(slice)));
  }

  /** What the thread was in, by time; nothing where nothing is recorded. Clipped to [fromNs, toNs). */
  stretches(thread: number, fromNs: number, toNs: number): HostStretch[] {
    const { index } = this.view;
    const { slices } = index;
    let stretches: HostStretch[] = [];
    for (const row of this.#rows[thread] ?? []) {
      const { first, end } = slicesTouching(index, row, fromNs, toNs);
      const inner: HostStretch[] = [];
      for (let slice = first; slice < end; slice++) {
        const from = Math.max(slices.startNs[slice], fromNs);
        const to = Math.min(endNsOf(slices, slice), toNs);
        if (to <= from) continue;
        const kind = this.#kindOf(slice);
        if (kind === STEP_MARK) continue;
        inner.push({ startNs: from, endNs: to, slice, work: kind === null ? undefined : { kind, slice } });
      }
      if (inner.length > 0) stretches = laidOver(stretches, inner);
    }
    return stretches;
  }

  /** Slices of the thread whose name `isWanted` takes, by start; of those that begin together the outermost first. */
  slicesWhere(thread: number, isWanted: (name: string) => boolean): number[] {
    const { slices, rowFirstSlice } = this.view.index;
    const wanted: boolean[] = [];
    const found: number[] = [];
    for (const row of this.#rows[thread] ?? [])
      for (let slice = rowFirstSlice[row]; slice < rowFirstSlice[row + 1]; slice++) {
        const name = slices.name[slice];
        wanted[name] ??= isWanted(this.view.nameText(name));
        if (wanted[name]) found.push(slice);
      }
    return found.sort((a, b) => slices.startNs[a] - slices.startNs[b] || endNsOf(slices, b) - endNsOf(slices, a));
  }

  #kindOf(slice: number): HostWork | typeof STEP_MARK | null {
    const name = this.view.index.slices.name[slice];
    let kind = this.#works[name];
    if (kind === undefined) {
      const text = this.view.nameText(name);
      kind = isStepMark(text) ? STEP_MARK : (hostWorkOf(text) ?? null);
      this.#works[name] = kind;
    }
    return kind;
  }

  #collects(thread: number): boolean {
    const { index } = this.view;
    const first = this.#rows[thread].find((row) => index.rowFirstSlice[row] < index.rowFirstSlice[row + 1]);
    return first !== undefined && this.#kindOf(index.rowFirstSlice[first]) === 'garbage-collection';
  }
}

/** `inner` over `outer`; both by time and without overlaps. What is known of the work around stays known. */
function laidOver(outer: readonly HostStretch[], inner: readonly HostStretch[]): HostStretch[] {
  if (outer.length === 0) return [...inner];
  const starts = Float64Array.from(outer, ({ startNs }) => startNs);
  const laid: HostStretch[] = [];
  let at = 0;
  let left: HostStretch | undefined = outer[0];
  const outerUpTo = (ns: number): void => {
    while (left && left.startNs < ns) {
      laid.push({ ...left, endNs: Math.min(left.endNs, ns) });
      left = left.endNs > ns ? { ...left, startNs: ns } : outer[++at];
    }
  };
  for (const own of inner) {
    outerUpTo(own.startNs);
    const around = outer[upperBound(starts, own.startNs) - 1];
    const isWithin = around !== undefined && around.endNs > own.startNs;
    laid.push({ ...own, work: own.work ?? (isWithin ? around.work : undefined) });
    while (left && left.endNs <= own.endNs) left = outer[++at];
    if (left && left.startNs < own.endNs) left = { ...left, startNs: own.endNs };
  }
  outerUpTo(Number.POSITIVE_INFINITY);
  return laid;
}
