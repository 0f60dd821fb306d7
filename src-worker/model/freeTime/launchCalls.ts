/** Which call of the host put the task on the device that ends a gap. */
import { lowerBoundNear } from '../../base/lowerBoundNear';
import { TASK_KINDS } from '../../names/taskKind';
import type { RankView } from '../../query/rankView';
import type { DeviceTasks } from '../deviceTasks';
import { eachLaunch } from '../launches';
import type { HostThreads } from './hostThreads';

/** Writers round the end of a gap and the start of its task differently. */
export const ROUNDING_NS = 2;

/** The call that put a task on the device: row of that task among the rank's. */
export type LaunchCall = number;

/** That of the call, and that of the op that asked for it. */
export interface LaunchThreads {
  readonly call: number | undefined;
  readonly op: number | undefined;
}

/** More threads than a rank has lanes. */
const MOST_THREADS = 2 ** 21;
const NO_SLICE = 0xffff_ffff;

const [WAIT, COMPUTE] = [TASK_KINDS.indexOf('wait'), TASK_KINDS.indexOf('compute')];

/** By the task's place among the rank's tasks: one of 10^5 to 10^6, so columns and no objects. */
export class LaunchCalls {
  readonly #starts: Float64Array;
  readonly #callSlice: Uint32Array;
  readonly #callNs: Float64Array;
  readonly #opSlice: Uint32Array;
  /** Gaps are asked about by time. */
  #near = 0;
  #usual: { readonly call: LaunchCall | undefined } | undefined;

  constructor(
    readonly view: RankView,
    readonly tasks: DeviceTasks,
    readonly threads: HostThreads,
  ) {
    const { startNs } = view.index.slices;
    this.#starts = columnAt(startNs, tasks.slice);
    const count = tasks.slice.length;
    this.#callSlice = new Uint32Array(count).fill(NO_SLICE);
    this.#callNs = new Float64Array(count);
    this.#opSlice = new Uint32Array(count).fill(NO_SLICE);
    const rowOf = rowsOf(tasks.slice, startNs.length);
    const [callSlice, callNs, opSlice] = [this.#callSlice, this.#callNs, this.#opSlice];
    // Arrows from ops come first, then those from calls: the latter are the nearer ones.
    eachLaunch(view, (slice, fromNs, task) => {
      const row = rowOf[task] - 1;
      if (!(row >= 0)) return;
      if (opSlice[row] === NO_SLICE) opSlice[row] = slice;
      callSlice[row] = slice;
      callNs[row] = fromNs;
    });
  }

  /** Of the threads that launch most: looked for where a gap ends with a task that has no call. */
  get usual(): LaunchCall | undefined {
    this.#usual ??= { call: this.#mostUsual() };
    return this.#usual.call;
  }

  /** Of the task that ends a gap; undefined where no arrow leads to it. */
  endingAt(ns: number): LaunchCall | undefined {
    const { kind } = this.tasks;
    const starts = this.#starts;
    const callSlice = this.#callSlice;
    for (let at = this.#from(ns); starts[at] <= ns + ROUNDING_NS; at++)
      if (kind[at] !== WAIT && callSlice[at] !== NO_SLICE) return at;
    return undefined;
  }

  /** The same where that computes. */
  computingAt(ns: number): LaunchCall | undefined {
    const { kind } = this.tasks;
    const starts = this.#starts;
    const callSlice = this.#callSlice;
    for (let at = this.#from(ns); starts[at] <= ns + ROUNDING_NS; at++)
      if (kind[at] === COMPUTE && callSlice[at] !== NO_SLICE) return at;
    return undefined;
  }

  sliceOf(call: LaunchCall): number {
    return this.#callSlice[call];
  }

  fromNs(call: LaunchCall): number {
    return this.#callNs[call];
  }

  threadsOf(call: LaunchCall): LaunchThreads {
    const op = this.#opSlice[call];
    return {
      call: this.threads.threadOf(this.#callSlice[call]),
      op: op === NO_SLICE ? undefined : this.threads.threadOf(op),
    };
  }

  #from(ns: number): number {
    this.#near = lowerBoundNear(this.#starts, ns - ROUNDING_NS, this.#near);
    return this.#near;
  }

  /** Of the pair of threads that launches most tasks, its first call. */
  #mostUsual(): LaunchCall | undefined {
    const counts = new Map<number, { count: number; readonly row: number }>();
    for (let row = 0; row < this.#callSlice.length; row++) {
      if (this.#callSlice[row] === NO_SLICE) continue;
      const { call = -1, op = -1 } = this.threadsOf(row);
      const key = (call + 1) * MOST_THREADS + op + 1;
      const own = counts.get(key);
      if (own) own.count++;
      else counts.set(key, { count: 1, row });
    }
    let most: { readonly count: number; readonly row: number } | undefined;
    for (const own of counts.values()) if (!most || own.count > most.count) most = own;
    return most?.row;
  }
}

function columnAt(values: Float64Array, rows: Uint32Array): Float64Array {
  const own = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) own[at] = values[rows[at]];
  return own;
}

/** Of each slice its place among these and 1. */
function rowsOf(slices: Uint32Array, sliceCount: number): Uint32Array {
  const rows = new Uint32Array(sliceCount);
  for (let at = 0; at < slices.length; at++) rows[slices[at]] = at + 1;
  return rows;
}
