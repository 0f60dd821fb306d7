import type { DumpId, DumpState, Engine } from '../../src-contract';
import { nextDumpState } from '../../src-contract/wire/dumpUpdates';

/** Waits until the dump is indexed (or failed, or cancelled). Rejects when it is closed before that. */
export async function finishedState(engine: Engine, dump: DumpId): Promise<DumpState> {
  let state = await nextDumpState(engine, dump);
  while (state.status === 'discovering' || state.status === 'indexing')
    state = await nextDumpState(engine, dump, state);
  return state;
}

/** The same, with all timelines read: also those that would only be read when they are needed. */
export async function wholeState(engine: Engine, dump: DumpId): Promise<DumpState> {
  let state = await finishedState(engine, dump);
  if (!state.ranks.some(({ status }) => status === 'unread')) return state;
  await engine.readTimelines(dump, { kind: 'all' });
  const isComing = ({ status }: DumpState['ranks'][number]) => ['unread', 'waiting', 'indexing'].includes(status);
  while (state.ranks.some(isComing)) state = await nextDumpState(engine, dump, state);
  return state;
}

export function laneCount(state: DumpState): number {
  let count = 0;
  for (const rank of state.ranks) for (const group of rank.groups) count += group.lanes.length;
  return count;
}

export function eventCount(state: DumpState): number {
  let count = 0;
  for (const rank of state.ranks) for (const events of Object.values(rank.eventCounts)) count += events;
  return count;
}

export function skippedCount(state: DumpState): number {
  let count = 0;
  for (const rank of state.ranks) for (const skipped of rank.skipped) count += skipped.eventCount;
  return count;
}

/** One line for a terminal: "Opened job: 2 ranks, 87 lanes, 20,224 events in 0.41 s". */
export function describeDump(state: DumpState): string {
  if (state.status === 'failed') return `Could not open ${state.title}: ${firstProblem(state)}`;
  const skipped = skippedCount(state);
  const parts = [
    plural(state.ranks.length, 'rank'),
    plural(laneCount(state), 'lane'),
    plural(eventCount(state), 'event'),
    ...(skipped > 0 ? [`${number(skipped)} skipped`] : []),
  ];
  const time = state.openMs === undefined ? '' : ` in ${(state.openMs / 1000).toFixed(2)} s`;
  const verb = state.status === 'cancelled' ? 'Cancelled' : 'Opened';
  return `${verb} ${state.title}: ${parts.join(', ')}${time}`;
}

/** What went wrong with a dump that failed, as a sentence. */
export function firstProblem(state: DumpState): string {
  const notices = [...state.notices, ...state.ranks.flatMap((rank) => rank.notices)];
  const notice = notices.find(({ severity }) => severity === 'error') ?? notices[0];
  return notice?.message ?? 'the reason is not known.';
}

/** A whole number, as `toLocaleString('en-US')` has it: what that loads when it is first asked takes 8 ms. */
export function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${number(count)} ${count === 1 ? noun : nouns}`;
}
