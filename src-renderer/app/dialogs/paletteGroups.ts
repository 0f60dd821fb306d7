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

/** What was used lately, then what the place offers: what is done to the selection, or to open a dump where there is none; of a group the tab's own. */
export function paletteGroups(
  commands: readonly Command[],
  { recent, hasDump, hasSelection, tab }: PalettePlace,
): readonly PaletteGroup[] {
  const again = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, MOST_RECENT);
  const first: CommandGroup = hasDump ? (hasSelection ? 'selection' : 'navigate') : 'file';
  const isOfTab = ({ id }: Command) => tab !== undefined && id.startsWith(`${tab}.`);
  const groups = commandGroups(commands.filter((command) => !again.includes(command))).map(
    ({ group, commands: own }) => ({
      group,
      commands: [...own.filter(isOfTab), ...own.filter((command) => !isOfTab(command))],
    }),
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
