import type { LaneGroup, LaneInfo, Notice, RankIndex as RankNumber, RankState, TimePart } from '../../../src-contract';
import { type ClockShift, toJobNs } from '../../../src-worker/base/clockShift';
import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import type { LaneSummary, RankSummary } from '../../../src-worker/index/rankSummary';
import { timePartOf } from '../../../src-worker/names/overlapLanes';
import { laneIdOf } from '../../../src-worker/query/rankView';

const NO_PROGRESS = { bytesDone: 0, bytesTotal: 0, eventsDone: 0 };

export function initialRankState(index: number, found: DiscoveredRank, label: string): RankState {
  const timelines = found.files.filter(({ role }) => role === 'timeline');
  const bytesTotal = timelines.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    index: index as RankNumber,
    ...(found.rank === undefined ? {} : { rank: found.rank }),
    label,
    folder: found.folder,
    place: found.place,
    ...(found.job === undefined ? {} : { job: found.job }),
    ...(found.hostName === undefined ? {} : { hostName: found.hostName }),
    status: timelines.length > 0 ? 'waiting' : 'no-timeline',
    progress: { ...NO_PROGRESS, bytesTotal },
    generation: 0,
    startNs: 0,
    endNs: 0,
    groups: [],
    eventCounts: {},
    flowCategories: [],
    files: found.files,
    skipped: [],
    notices: found.notices,
  };
}

/** What the index has found, in the rank's own times and the dump's ids. `ownNotices` stay in front of what reading says. */
export function withSummary(
  state: RankState,
  summary: RankSummary,
  extent: { readonly startNs: number; readonly endNs: number },
  offsetNs: number,
  ownNotices: readonly Notice[],
): RankState {
  return {
    ...state,
    startNs: extent.startNs + offsetNs,
    endNs: extent.endNs + offsetNs,
    groups: groupsOf(state.index, summary, offsetNs),
    eventCounts: summary.eventCounts,
    flowCategories: summary.flowCategories,
    skipped: summary.skipped,
    notices: [...ownNotices, ...summary.notices],
  };
}

/** The same rank by the clock that the job is shown by. */
export function inJobTime(state: RankState, shift: ClockShift): RankState {
  const isShifted = shift.offsetNs !== 0 || shift.rate !== 0;
  if (state.groups.length === 0 || !isShifted) return state;
  const move = <T extends { readonly startNs: number; readonly endNs: number }>(part: T): T => {
    return { ...part, startNs: toJobNs(shift, part.startNs), endNs: toJobNs(shift, part.endNs) };
  };
  return { ...move(state), groups: state.groups.map((group) => ({ ...group, lanes: group.lanes.map(move) })) };
}

/** The same rank, where there is nothing to add: whoever watches it is not woken. */
export function withLate(rank: RankState, late: readonly Notice[]): RankState {
  return late.length === 0 ? rank : { ...rank, notices: [...rank.notices, ...late] };
}

export function groupsOf(rank: number, summary: Pick<RankSummary, 'groups' | 'lanes'>, offsetNs: number): LaneGroup[] {
  const overlapGroups = new Set(summary.groups.filter(({ kind }) => kind === 'overlap').map(({ localId }) => localId));
  const lanes = new Map<number, LaneInfo[]>();
  for (const lane of summary.lanes) {
    const part = overlapGroups.has(lane.groupLocalId) ? timePartOf(lane.name) : undefined;
    const info = laneInfo(rank, lane, offsetNs, part);
    const own = lanes.get(lane.groupLocalId);
    if (own) own.push(info);
    else lanes.set(lane.groupLocalId, [info]);
  }
  return summary.groups.map(({ localId, kind, name, pid, labels }) => ({
    id: laneIdOf(rank, localId),
    kind,
    name,
    pid,
    labels,
    lanes: lanes.get(localId) ?? [],
  }));
}

function laneInfo(rank: number, lane: LaneSummary, offsetNs: number, timePart: TimePart | undefined): LaneInfo {
  const common = {
    id: laneIdOf(rank, lane.localId),
    name: lane.name,
    startNs: lane.startNs + offsetNs,
    endNs: lane.endNs + offsetNs,
    isComputed: lane.isComputed,
  };
  return lane.content.kind === 'counter'
    ? { ...common, kind: 'counter', series: lane.content.series }
    : {
        ...common,
        tid: lane.tid,
        ...lane.content,
        ...(timePart && { timePart }),
        ...(lane.isFolded ? { isFolded: true } : {}),
      };
}
