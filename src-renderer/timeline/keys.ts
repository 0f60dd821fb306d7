/** Commands of the timeline: their keys, their titles and what they do, in one table. */
import type { RankIndex, SliceLink } from '../../src-contract';
import type { Command, CommandGroup, KeyChord } from '../base/commands';
import { chordKeys, matchesChord } from '../base/commands';
import type { TimeRange } from '../base/timeRange';
import { TIME_MODES } from '../base/timeScale';
import { LANE_PRESETS } from '../session/lanes/lanePresets';
import type { DumpSession } from '../session/session';
import { timesOf } from '../session/times';
import { copyText } from '../ui/clipboard';
import { laneCommandTable } from './lanes/laneCommands';
import type { RowTarget } from './lanes/rowActions';
import { goToMark, keepRange, type MarkTarget, setFlag, writeNote } from './marks/markCommands';
import { goToStep } from './overview/goToStep';
import { type FlowPart, flowPartOf } from './panels/flows/flowPart';
import type { SliceRow } from './rows/rows';

export interface CommandTarget extends MarkTarget, RowTarget {
  readonly session: DumpSession;
  /** The first one in the view; false where there is none, or one is selected. */
  selectFirstVisible(): boolean;
  /** Says that no arrow of the selected slice leads that way. */
  readonly sayNoArrow: (way: SliceLink['direction']) => void;
  /** Shows the selected slice in its panel; false where there is none. */
  openSlice(): boolean;
  /** Shows a rank so much later than it is shown now. */
  readonly moveRank: (rank: RankIndex, byNs: number) => void;
  /** Shows a lane so much later than it is shown now. */
  readonly moveLane: (row: SliceRow, byNs: number) => void;
}

interface TimelineCommand {
  /** Last part of the command's id and of its title's key. */
  readonly name: string;
  /** First parts of its title's key; absent: the timeline's. */
  readonly titles?: string;
  readonly group: CommandGroup;
  readonly keys: readonly KeyChord[];
  /** Held keys are moved smoothly by keyMotion.ts; `run` is for the palette. */
  readonly isHeld?: boolean;
  readonly gesture?: string;
  /** Answers `false` if there was nothing to do; the key is then left to others. */
  readonly run: (target: CommandTarget) => unknown;
}

const middle = ({ navigation }: CommandTarget): number => navigation.centreX;

const table: readonly TimelineCommand[] = [
  {
    name: 'zoomIn',
    group: 'view',
    keys: [{ code: 'KeyW' }],
    isHeld: true,
    gesture: 'zoom',
    run: (target) => target.navigation.zoomByCommand('in', middle(target)),
  },
  {
    name: 'zoomOut',
    group: 'view',
    keys: [{ code: 'KeyS' }],
    isHeld: true,
    gesture: 'zoom',
    run: (target) => target.navigation.zoomByCommand('out', middle(target)),
  },
  {
    name: 'panLeft',
    group: 'view',
    keys: [{ code: 'KeyA' }, { code: 'ArrowLeft' }],
    isHeld: true,
    gesture: 'pan',
    run: ({ navigation }) => navigation.panByCommand('left'),
  },
  {
    name: 'panRight',
    group: 'view',
    keys: [{ code: 'KeyD' }, { code: 'ArrowRight' }],
    isHeld: true,
    gesture: 'pan',
    run: ({ navigation }) => navigation.panByCommand('right'),
  },
  {
    name: 'scrollUp',
    group: 'view',
    keys: [{ code: 'ArrowUp' }],
    isHeld: true,
    gesture: 'scroll',
    run: ({ navigation }) => navigation.scrollBy(-navigation.pageHeight / 3),
  },
  {
    name: 'scrollDown',
    group: 'view',
    keys: [{ code: 'ArrowDown' }],
    isHeld: true,
    gesture: 'scroll',
    run: ({ navigation }) => navigation.scrollBy(navigation.pageHeight / 3),
  },
  {
    name: 'viewAll',
    group: 'view',
    keys: [
      { code: 'Digit0', ctrl: true },
      { code: 'Numpad0', ctrl: true },
    ],
    run: ({ session }) => session.actions.viewAll(),
  },
  {
    name: 'start',
    group: 'navigate',
    keys: [{ code: 'Home' }],
    run: ({ navigation }) => navigation.goTo('start'),
  },
  { name: 'end', group: 'navigate', keys: [{ code: 'End' }], run: ({ navigation }) => navigation.goTo('end') },
  {
    name: 'previousSlice',
    group: 'navigate',
    keys: [{ code: 'ArrowLeft' }],
    run: ({ navigation }) => navigation.selectNeighbour('previous'),
  },
  {
    name: 'nextSlice',
    group: 'navigate',
    keys: [{ code: 'ArrowRight' }],
    run: ({ navigation }) => navigation.selectNeighbour('next'),
  },
  {
    name: 'parentSlice',
    group: 'navigate',
    keys: [{ code: 'ArrowUp', shift: true }],
    run: ({ navigation }) => navigation.selectNeighbour('parent'),
  },
  {
    name: 'childSlice',
    group: 'navigate',
    keys: [{ code: 'ArrowDown', shift: true }],
    run: ({ navigation }) => navigation.selectNeighbour('child'),
  },
  {
    name: 'previousInFlow',
    group: 'navigate',
    keys: [{ code: 'BracketLeft' }],
    run: (target) => followFlow(target, 'incoming'),
  },
  {
    name: 'nextInFlow',
    group: 'navigate',
    keys: [{ code: 'BracketRight' }],
    run: (target) => followFlow(target, 'outgoing'),
  },
  {
    name: 'chain',
    group: 'navigate',
    keys: [{ code: 'KeyC', shift: true }],
    run: (target) => showFlows(target, 'chain'),
  },
  { name: 'allFlows', group: 'navigate', keys: [], run: (target) => showFlows(target, 'table') },
  {
    name: 'pathSlice',
    group: 'navigate',
    keys: [{ code: 'Enter' }],
    run: ({ navigation }) => navigation.jumpToPathSlice(),
  },
  {
    name: 'openSlice',
    group: 'navigate',
    keys: [{ code: 'Enter' }],
    run: (target) => target.openSlice(),
  },
  {
    name: 'firstSlice',
    group: 'navigate',
    keys: [{ code: 'Tab' }],
    run: (target) => target.selectFirstVisible(),
  },
  {
    name: 'fitSelection',
    group: 'selection',
    keys: [{ code: 'KeyF' }],
    run: ({ navigation, withSelected }) => withSelected((slice) => navigation.fitSlice(slice)),
  },
  {
    name: 'markSelection',
    group: 'selection',
    keys: [{ code: 'KeyM' }],
    run: ({ navigation, withSelected }) => withSelected((slice) => navigation.markSlice(slice)),
  },
  {
    name: 'selectView',
    group: 'selection',
    keys: [{ code: 'KeyV' }],
    run: ({ session: { actions, store } }) => actions.selectRange(wholeNs(store.getState().view)),
  },
  {
    name: 'findName',
    group: 'navigate',
    keys: [{ code: 'KeyN' }],
    run: ({ withSelected, shell }) => withSelected(({ name }) => shell()?.findInTimeline(name)),
  },
  {
    name: 'copyName',
    group: 'selection',
    keys: [],
    run: ({ withSelected }) => withSelected(({ name }) => void copyText(name)),
  },
  {
    name: 'zoomToRange',
    group: 'selection',
    keys: [{ code: 'KeyZ', shift: true }],
    run: ({ navigation }) => navigation.zoomToRange(),
  },
  { name: 'flag', titles: 'marks', group: 'selection', keys: [{ code: 'KeyK' }], run: setFlag },
  { name: 'range', titles: 'marks', group: 'selection', keys: [{ code: 'KeyK', alt: true }], run: keepRange },
  { name: 'note', titles: 'marks', group: 'selection', keys: [{ code: 'KeyN', alt: true }], run: writeNote },
  {
    name: 'next',
    titles: 'marks',
    group: 'navigate',
    keys: [{ code: 'Period' }],
    run: (target) => goToMark(target, 'next'),
  },
  {
    name: 'previous',
    titles: 'marks',
    group: 'navigate',
    keys: [{ code: 'Comma' }],
    run: (target) => goToMark(target, 'previous'),
  },
  {
    name: 'nextStep',
    titles: 'time',
    group: 'navigate',
    keys: [{ code: 'Period', shift: true }],
    run: (target) => goToStep(target, 'next'),
  },
  {
    name: 'previousStep',
    titles: 'time',
    group: 'navigate',
    keys: [{ code: 'Comma', shift: true }],
    run: (target) => goToStep(target, 'previous'),
  },
  ...TIME_MODES.map(
    (mode): TimelineCommand => ({
      name: mode,
      titles: 'time',
      group: 'view',
      keys: [],
      run: ({ session }) => timesOf(session).choose(mode),
    }),
  ),
  { name: 'clear', group: 'selection', keys: [{ code: 'Escape' }], run: ({ navigation }) => navigation.clear() },
  { name: 'boxZoom', group: 'view', keys: [], gesture: 'boxZoom', run: () => false },
  { name: 'markRange', group: 'selection', keys: [], gesture: 'markRange', run: () => false },
  { name: 'markRegion', group: 'selection', keys: [], gesture: 'markRegion', run: () => false },
  { name: 'selectOneMore', group: 'selection', keys: [], gesture: 'selectOneMore', run: () => false },
  { name: 'selectUpTo', group: 'selection', keys: [], gesture: 'selectUpTo', run: () => false },
  { name: 'moveRank', group: 'view', keys: [], gesture: 'moveRank', run: () => false },
  { name: 'moveLane', group: 'view', keys: [], gesture: 'moveLane', run: () => false },
  {
    name: 'foldAll',
    group: 'view',
    keys: [],
    run: ({ session }) => session.actions.foldAll(true),
  },
  {
    name: 'unfoldAll',
    group: 'view',
    keys: [],
    run: ({ session }) => session.actions.foldAll(false),
  },
  ...laneCommandTable,
  ...LANE_PRESETS.map(
    (preset): TimelineCommand => ({
      name: `show${preset[0].toUpperCase()}${preset.slice(1)}`,
      group: 'view',
      keys: [],
      run: ({ session: { actions } }) => (preset === 'everything' ? actions.showAllLanes() : actions.showLanes(preset)),
    }),
  ),
];

function showFlows({ session, shell }: CommandTarget, part: FlowPart): void {
  flowPartOf(session).setState({ part });
  shell()?.showPanel('flows');
}

/** Along an arrow of the selected slice; where none leads that way, that is said. False where no slice is selected. */
function followFlow({ navigation, withSelected, sayNoArrow }: CommandTarget, way: SliceLink['direction']): boolean {
  return withSelected((slice) => {
    if (!navigation.followFlow(slice, way)) sayNoArrow(way);
  });
}

/** A view lies between whole ns when it is moved. */
function wholeNs({ startNs, endNs }: TimeRange): TimeRange {
  return { startNs: Math.floor(startNs), endNs: Math.ceil(endNs) };
}

/** Runs the first command of a key that acts once a press, and has something to do; false if none has. */
export function runKey(event: KeyboardEvent, target: CommandTarget): boolean {
  for (const command of table) {
    const isMeant = command.isHeld !== true && command.keys.some((chord) => matchesChord(event, chord));
    if (isMeant && command.run(target) !== false) return true;
  }
  return false;
}

/** What is printed on the first key of a command, for a menu that does the same; nothing where it has no key. */
export function printedKeys(name: string, isMac: boolean): readonly string[] {
  const [chord] = table.find((command) => command.name === name)?.keys ?? [];
  return chord ? chordKeys(chord, isMac) : [];
}

/** For the palette and the key list. */
export function timelineCommands(target: CommandTarget): readonly Command[] {
  return table.map((command) => ({
    id: `${command.titles ?? 'timeline'}.${command.name}`,
    titleKey: `${command.titles ?? 'timeline'}.command.${command.name}`,
    group: command.group,
    keys: command.keys,
    keysHandledBy: 'part',
    ...(command.gesture === undefined ? {} : { gestureKey: `timeline.gesture.${command.gesture}` }),
    run: () => {
      command.run(target);
    },
  }));
}
