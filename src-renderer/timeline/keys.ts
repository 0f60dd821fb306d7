/** Commands of the timeline: their keys, their titles and what they do, in one table. */
import type { Command, CommandGroup, KeyChord } from '../base/commands';
import { matchesChord } from '../base/commands';
import { LANE_PRESETS } from '../session/lanePresets';
import type { DumpSession } from '../session/session';
import type { Navigation } from './navigation';

export interface CommandTarget {
  readonly navigation: Navigation;
  readonly session: DumpSession;
}

interface TimelineCommand {
  /** Last part of the command's id and of its title's key. */
  readonly name: string;
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
    name: 'pathSlice',
    group: 'navigate',
    keys: [{ code: 'Enter' }],
    run: ({ navigation }) => navigation.jumpToPathSlice(),
  },
  {
    name: 'fitSelection',
    group: 'selection',
    keys: [{ code: 'KeyF' }],
    run: ({ navigation }) => navigation.fitSelection(),
  },
  {
    name: 'markSelection',
    group: 'selection',
    keys: [{ code: 'KeyM' }],
    run: ({ navigation }) => navigation.markSelection(),
  },
  {
    name: 'zoomToRange',
    group: 'selection',
    keys: [{ code: 'KeyZ', shift: true }],
    run: ({ navigation }) => navigation.zoomToRange(),
  },
  { name: 'clear', group: 'selection', keys: [{ code: 'Escape' }], run: ({ navigation }) => navigation.clear() },
  { name: 'boxZoom', group: 'view', keys: [], gesture: 'boxZoom', run: () => false },
  { name: 'markRange', group: 'selection', keys: [], gesture: 'markRange', run: () => false },
  { name: 'markRegion', group: 'selection', keys: [], gesture: 'markRegion', run: () => false },
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
  ...LANE_PRESETS.map(
    (preset): TimelineCommand => ({
      name: `show${preset[0].toUpperCase()}${preset.slice(1)}`,
      group: 'view',
      keys: [],
      run: ({ session }) => session.actions.showLanes(preset),
    }),
  ),
];

/** Runs the command of a key that acts once a press; false if there is none, or nothing to do. */
export function runKey(event: KeyboardEvent, target: CommandTarget): boolean {
  for (const command of table) {
    if (command.isHeld !== true && command.keys.some((chord) => matchesChord(event, chord)))
      return command.run(target) !== false;
  }
  return false;
}

/** For the palette and the key list. */
export function timelineCommands(target: CommandTarget): readonly Command[] {
  return table.map((command) => ({
    id: `timeline.${command.name}`,
    titleKey: `timeline.command.${command.name}`,
    group: command.group,
    keys: command.keys,
    keysHandledBy: 'part',
    ...(command.gesture === undefined ? {} : { gestureKey: `timeline.gesture.${command.gesture}` }),
    run: () => {
      command.run(target);
    },
  }));
}
