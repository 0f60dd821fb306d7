/** In which order commands are offered before anything is typed. Pure. */
import type { Command, CommandGroup } from '../../base/commands';
import { commandGroups } from './commandGroups';

/** Where the palette was opened. */
export interface PalettePlace {
  /** Ids of what was chosen in it lately, the last one first. */
  readonly recent: readonly string[];
  readonly hasDump: boolean;
  /** A slice or a stretch of time is selected. */
  readonly hasSelection: boolean;
  /** Id of the tab in front, which its commands begin with. */
  readonly tab: string | undefined;
}

export interface PaletteGroup {
  readonly group: CommandGroup | 'recent';
  readonly commands: readonly Command[];
}

/** As many as are seen at once with the first group behind them. */
export const MOST_RECENT = 5;

/** Of those that one moves with: what one looks for in a dump before anything has been found. */
const mostWanted = ['find.focus', 'time.goTo', 'time.goToCollective', 'findings.show', 'findings.path'];

/** What was used lately, then what the place offers: what is done to the selection, or to open a dump where there is none; of a group the tab's own. */
export function paletteGroups(
  commands: readonly Command[],
  { recent, hasDump, hasSelection, tab }: PalettePlace,
): readonly PaletteGroup[] {
  const again = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, MOST_RECENT);
  const first: CommandGroup = hasDump ? (hasSelection ? 'selection' : 'navigate') : 'file';
  // The timeline's are the most of all: which of them are wanted no place tells.
  const isOfTab = ({ id }: Command) => tab !== undefined && tab !== 'timeline' && id.startsWith(`${tab}.`);
  const placeOf = (command: Command) => {
    const at = mostWanted.indexOf(command.id);
    if (isOfTab(command)) return -1;
    return at < 0 ? mostWanted.length : at;
  };
  const groups = commandGroups(commands.filter((command) => !again.includes(command))).map(
    // Sorting keeps what is of one place in its order.
    ({ group, commands: own }) => ({ group, commands: [...own].sort((a, b) => placeOf(a) - placeOf(b)) }),
  );
  return [
    ...(again.length > 0 ? [{ group: 'recent' as const, commands: again }] : []),
    ...groups.filter(({ group }) => group === first),
    ...groups.filter(({ group }) => group !== first),
  ];
}

/** With what has just been chosen in front. */
export function withRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((own) => own !== id)].slice(0, 2 * MOST_RECENT);
}
