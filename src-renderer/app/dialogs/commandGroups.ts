import type { Command, CommandGroup } from '../../base/commands';

const order: readonly CommandGroup[] = ['navigate', 'selection', 'view', 'file', 'help'];

/** Commands by their group, groups in a fixed order, empty ones left out. */
export function commandGroups(
  commands: readonly Command[],
): readonly { readonly group: CommandGroup; readonly commands: readonly Command[] }[] {
  return order
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((entry) => entry.commands.length > 0);
}
