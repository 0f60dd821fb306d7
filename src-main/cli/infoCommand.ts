import type { DumpState, JobClock, RankState } from '../../src-contract';
import type { EngineOptions } from '../engine/engine';
import { describeDump, number, plural, wholeState } from '../host/describeDump';
import type { Installation } from '../host/installation';
import { pathOfArgument } from '../host/openArgument';
import { clockLine, plainClock } from './clockLine';
import { commandEngine } from './commandEngine';

/** Opens the dump without a window and prints what is in it; resolves with the exit code. `readsHere`: see `EngineOptions`. */
export async function runInfo(
  paths: readonly string[],
  isJson: boolean,
  installation: Installation,
  print: (line: string) => void,
  readsHere?: EngineOptions['readsHere'],
): Promise<number> {
  const { engine, dispose } = commandEngine(installation, { readsHere });
  try {
    const dump = await engine.open(paths.map((path) => pathOfArgument(path, process.cwd())));
    const state = await wholeState(engine, dump);
    // The sentence about clocks is about several: of a single rank nobody is asked, and no thread is started for it.
    const isClockTold = state.status === 'ready' && (isJson || state.ranks.length > 1);
    const clock = isClockTold ? await engine.ask(dump, 'job.clock', {}) : undefined;
    const lines = isJson ? JSON.stringify(infoOf(state, clock), undefined, 2).split('\n') : infoLines(state, clock);
    for (const line of lines) print(line);
    return state.status === 'ready' ? 0 : 1;
  } finally {
    await dispose();
  }
}

/** The dump as a few lines of text. */
export function infoLines(state: DumpState, clock?: JobClock): readonly string[] {
  const clocks = clock && clockLine(clock);
  const lines = [
    describeDump(state),
    ...(clocks === undefined ? [] : [clocks]),
    ...state.notices.map(({ severity, message }) => `  ${severity}: ${message}`),
  ];
  for (const rank of state.ranks) lines.push('', ...rankLines(rank));
  return lines;
}

function rankLines(rank: RankState): readonly string[] {
  const events = Object.entries(rank.eventCounts).sort(([left], [right]) => (left < right ? -1 : 1));
  const eventTotal = events.reduce((sum, [, count]) => sum + count, 0);
  const phases = events.map(([phase, count]) => `${number(count)} ${phase}`).join(', ');
  const lines = [
    `${rank.label}  ${rank.folder}`,
    `  ${plural(eventTotal, 'event')}${phases === '' ? '' : `: ${phases}`}`,
    `  ${plural(
      rank.groups.reduce((sum, { lanes }) => sum + lanes.length, 0),
      'lane',
    )}`,
    ...rank.groups.map(({ name, lanes }) => `    ${name}: ${plural(lanes.length, 'lane')}`),
    ...rank.flowCategories.map(
      ({ name, linkCount, unpairedCount }) =>
        `  flow ${name}: ${number(linkCount)} joined, ${number(unpairedCount)} not`,
    ),
    ...rank.notices.map(({ severity, message }) => `  ${severity}: ${message}`),
    ...rank.skipped.map(
      ({ eventCount, notice, byteOffsets }) =>
        `  skipped ${number(eventCount)}: ${notice.message} (at byte ${byteOffsets.map(number).join(', ')})`,
    ),
  ];
  return lines;
}

/** The same for programs: `bigint` as a string of digits. */
function infoOf(state: DumpState, clock: JobClock | undefined): object {
  const { title, status, paths, originNs, startNs, endNs, openMs, notices, ranks } = state;
  return {
    title,
    status,
    paths,
    originNs: originNs.toString(),
    startNs,
    endNs,
    ...(openMs !== undefined && { openMs }),
    notices,
    ...(clock && { clock: plainClock(clock) }),
    ranks: ranks.map(
      ({ label, rank, folder, status: rankStatus, eventCounts, groups, flowCategories, skipped, notices }) => ({
        label,
        ...(rank !== undefined && { rank }),
        folder,
        status: rankStatus,
        eventCounts,
        groups,
        flowCategories,
        skipped,
        notices,
      }),
    ),
  };
}
