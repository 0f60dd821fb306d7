import { packedText } from '../strings';
import type { Threads } from './mergeTables';
import type { Metadata } from './metadata';

/** Lanes of threads, and as many counters, that a rank has one by one; those beyond are drawn together, or not at all. */
export const MAX_LANES = 4000;
/** Processes that are shown one by one. */
export const MAX_PROCESSES = 2000;

/** What a user looks for where not all lanes are shown one by one: those whose name, process, pid or tid has the text. */
export type LaneFilter = string;

/** In a thread's rank: the filter is about it. Besides, 1 if it has anything to show. */
const WANTED = 2;

/** Which process each thread is shown with, and which threads have lanes of their own. */
export interface LaneChoice {
  /** Numbers of pids among the threads' texts, in the order of their first threads; none of those beyond `MAX_PROCESSES`. */
  readonly pids: readonly number[];
  /** Of each thread: position of its pid; `pids.length` of one that is not shown by itself. */
  readonly processOf: Uint32Array;
  /** 1 for each thread with a lane of its own. */
  readonly isOwn: Uint8Array;
  /** Threads with slices that have none, of the processes that are shown. */
  readonly foldedThreads: number;
  readonly foldedProcesses: number;
  /** Of each process, and of all that are not shown, how many threads have no lane of their own. */
  readonly foldedOf: Uint32Array;
}

/**
 * The first lanes and processes of the file, where there are more than can be shown, and those with slices before those
 * without; where the filter finds some, only these. `hasSlices` is of each thread.
 */
export function chooseLanes(
  threads: Threads,
  hasSlices: Uint8Array,
  hasSamples: Uint8Array,
  metadata: Metadata,
  filter: LaneFilter = '',
): LaneChoice {
  const count = threads.pid.length;
  const isWanted = count > MAX_PROCESSES && filter !== '' ? wantedThreads(threads, metadata, filter) : undefined;
  const lowest = isWanted?.includes(1) ? WANTED : 0;
  const ranks = hasSlices.map((has, thread) => WANTED * (isWanted?.[thread] ?? 0) + (has | hasSamples[thread]));
  const { pidOfText, pids, foldedProcesses } = chooseProcesses(threads, ranks, lowest);
  const processOf = threads.pid.map((pid) => pidOfText[pid]);
  const isOwn = new Uint8Array(count);
  let left = MAX_LANES;
  let foldedThreads = 0;
  for (let rank = 3; rank >= 0; rank--)
    for (let thread = 0; thread < count; thread++) {
      if (ranks[thread] !== rank) continue;
      if (processOf[thread] === pids.length) continue;
      if (left > 0 && rank >= lowest) {
        isOwn[thread] = 1;
        left--;
      } else if (hasSlices[thread] === 1) foldedThreads++;
    }
  const foldedOf = new Uint32Array(pids.length + 1);
  for (let thread = 0; thread < count; thread++) if (isOwn[thread] === 0) foldedOf[processOf[thread]]++;
  return { pids, processOf, isOwn, foldedThreads, foldedProcesses, foldedOf };
}

/** `pidOfText`: of each text that is a pid its position in `pids`, or `pids.length`. */
function chooseProcesses(threads: Threads, ranks: Uint8Array, lowest: number) {
  const { pid, texts } = threads;
  const best = new Uint8Array(texts.ends.length);
  const order: number[] = [];
  for (let thread = 0; thread < pid.length; thread++) {
    const rank = ranks[thread] + 1;
    if (best[pid[thread]] === 0) order.push(pid[thread]);
    if (rank > best[pid[thread]]) best[pid[thread]] = rank;
  }
  const shown = lowest === 0 ? order : order.filter((text) => best[text] > lowest);
  const chosen = shown.length <= MAX_PROCESSES ? shown : firstOfBest(shown, best, MAX_PROCESSES);
  const pidOfText = new Uint32Array(texts.ends.length).fill(chosen.length);
  chosen.forEach((text, position) => {
    pidOfText[text] = position;
  });
  return { pidOfText, pids: chosen, foldedProcesses: order.length - chosen.length };
}

/** So many of the texts with the highest ranks, in their order. */
function firstOfBest(order: readonly number[], best: Uint8Array, max: number): number[] {
  const isChosen = new Set<number>();
  for (let rank = 4; rank > 0; rank--)
    for (const text of order) if (best[text] === rank && isChosen.size < max) isChosen.add(text);
  return order.filter((text) => isChosen.has(text));
}

function wantedThreads({ pid, tid, texts }: Threads, metadata: Metadata, filter: LaneFilter): Uint8Array {
  const wanted = filter.toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  return Uint8Array.from(pid, (own, thread) => {
    const name = metadata.threadName(thread) || `Thread ${packedText(texts, tid[thread])}`;
    return has(name) || has(metadata.processName(own) ?? `Process ${packedText(texts, own)}`) ? 1 : 0;
  });
}
