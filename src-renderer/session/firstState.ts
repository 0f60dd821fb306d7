/** The state of a session that has just begun. */
import type { DumpState, LaneGroup } from '../../src-contract';
import type { FirstFolds } from './folds';
import { plainArrangement } from './lanes/laneArrangement';
import { shownKind } from './lanes/lanePresets';
import type { SessionState } from './sessionState';
import { firstView } from './viewRange';

/** Lanes of the device are what is paid for: where there are any, what calls it and what was measured beside is folded. */
export const firstFolds: FirstFolds = {
  rank: ({ index }, ranks) => index !== ranks.find(({ status }) => status !== 'no-timeline')?.index,
  group: ({ groups }, { kind, path }) =>
    !path && hasDevice(groups) && (kind === 'cann' || kind === 'counters' || kind === 'overlap'),
  // Of their stacks the outermost calls are shown.
  lane: ({ groups }, group) => shownKind(group) === 'python' && hasDevice(groups),
};

const hasDevice = (groups: readonly LaneGroup[]) => groups.some((group) => shownKind(group) === 'hardware');

export function firstState(dump: DumpState): SessionState {
  return {
    dump,
    views: undefined,
    view: firstView(dump),
    followsEnd: true,
    scrollTop: 0,
    folded: new Set(),
    foldedRanks: new Set(),
    lanePreset: 'everything',
    ...plainArrangement,
    shownFlows: new Set(),
    selectedSlice: undefined,
    selectedDetails: undefined,
    chosenSlices: [],
    anchor: undefined,
    pinned: [],
    marks: [],
    userMarks: [],
    noteSlices: new Map(),
    currentMark: undefined,
    selectedRange: undefined,
    selectedLanes: undefined,
    scrollTarget: undefined,
    focusRanks: undefined,
    groupNames: new Map(),
    packedRanks: new Set(),
    comparison: undefined,
    match: undefined,
    leadTo: undefined,
  };
}
