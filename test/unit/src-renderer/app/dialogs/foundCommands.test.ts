import { expect, test } from 'vitest';
import { foundCommands } from '../../../../../src-renderer/app/dialogs/foundCommands';
import type { Command, CommandGroup } from '../../../../../src-renderer/base/commands';

const command = (titleKey: string, group: CommandGroup): Command =>
  ({ id: titleKey, titleKey, group, keys: [], run: () => {} }) as unknown as Command;
const commands = [
  command('Show the critical path on the timeline', 'navigate'),
  command('Fit the selected slice', 'selection'),
  command('Show all that is hidden', 'view'),
  command('Show all lanes', 'view'),
];
const found = (text: string) =>
  foundCommands(commands, text, ({ titleKey }) => [titleKey, `EN ${titleKey}`]).flatMap(({ commands: own }) =>
    own.map(({ titleKey }) => titleKey),
  );

test('what is typed comes first, whatever else its letters are in', () => {
  expect(found('Show all lanes')[0]).toBe('Show all lanes');
  expect(found('show all lanes')[0]).toBe('Show all lanes');
  expect(found('lanes')[0]).toBe('Show all lanes');
  expect(found('hidden')).toEqual(['Show all that is hidden']);
  expect(found('nothing of the kind')).toEqual([]);
});

test('nothing typed: all, by their groups', () => {
  expect(found(' ')).toEqual(commands.map(({ titleKey }) => titleKey));
});
