/** Which commands are meant by what is typed, best first. Pure. */
import { defaultFilter } from 'cmdk';
import type { Command } from '../../base/commands';
import { commandGroups } from './commandGroups';

/** By groups, the one with the best command first. Nothing typed: all, as they stand in the list of keys (`paletteGroups`: by the place). `namesOf`: in each language. */
export function foundCommands(
  commands: readonly Command[],
  text: string,
  namesOf: (command: Command) => readonly string[],
): ReturnType<typeof commandGroups> {
  const wanted = text.trim();
  if (wanted === '') return commandGroups(commands);
  const scores = new Map(commands.map((command) => [command, scoreOf(namesOf(command), wanted)]));
  const score = (command: Command) => scores.get(command) ?? 0;
  // Sorting keeps what is equally good in its order.
  return commandGroups(commands.filter((command) => score(command) > 0))
    .map(({ group, commands: own }) => ({ group, commands: [...own].sort((a, b) => score(b) - score(a)) }))
    .sort((a, b) => score(b.commands[0]!) - score(a.commands[0]!));
}

/** The name itself before all others; else as its letters and words fit. */
function scoreOf(names: readonly string[], wanted: string): number {
  const best = Math.max(...names.map((name) => defaultFilter(name, wanted)));
  return names.some((name) => name.toLowerCase() === wanted.toLowerCase()) ? 1 + best : best;
}
