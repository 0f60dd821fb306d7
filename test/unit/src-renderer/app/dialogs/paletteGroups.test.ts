import { expect, test } from 'vitest';
import { MOST_RECENT, paletteGroups, withRecent } from '../../../../../src-renderer/app/dialogs/paletteGroups';
import type { Command, CommandGroup } from '../../../../../src-renderer/base/commands';

const command = (id: string, group: CommandGroup): Command =>
  ({ id, titleKey: id, group, keys: [], run: () => {} }) as unknown as Command;
const commands = [
  command('file.open', 'file'),
  command('goTo', 'navigate'),
  command('findings.next', 'navigate'),
  command('fit', 'selection'),
  command('theme', 'view'),
];
const nowhere = { recent: [], hasDump: true, hasSelection: false, tab: 'timeline' };
const shown = (place: Partial<typeof nowhere>) =>
  paletteGroups(commands, { ...nowhere, ...place }).map(({ group, commands: own }) => [
    group,
    ...own.map(({ id }) => id),
  ]);

test('first what moves in the dump, with a selection what is done to it, without a dump what opens one', () => {
  expect(shown({})[0]).toEqual(['navigate', 'goTo', 'findings.next']);
  expect(shown({ hasSelection: true })[0]).toEqual(['selection', 'fit']);
  expect(shown({ hasDump: false })[0]).toEqual(['file', 'file.open']);
});

test('of a group the commands of the tab in front come first', () => {
  expect(shown({ tab: 'findings' })[0]).toEqual(['navigate', 'findings.next', 'goTo']);
});

test('in front of the timeline finding comes first, and not what happens to be the first of its commands', () => {
  const own = [
    command('timeline.start', 'navigate'),
    command('view.panel', 'navigate'),
    command('find.focus', 'navigate'),
  ];
  expect(paletteGroups(own, nowhere)[0]?.commands.map(({ id }) => id)).toEqual([
    'find.focus',
    'timeline.start',
    'view.panel',
  ]);
});

test('what was used lately stands before all, once, as far as it can be done', () => {
  const groups = paletteGroups(commands, { ...nowhere, recent: ['theme', 'gone', 'goTo'] });
  expect(groups.map(({ group, commands: own }) => [group, own.length])).toEqual([
    ['recent', 2],
    ['navigate', 1],
    ['selection', 1],
    ['file', 1],
  ]);
  expect(groups[0]?.commands.map(({ id }) => id)).toEqual(['theme', 'goTo']);
});

test('the last one is in front, and there are not ever more', () => {
  expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
  const many = Array.from({ length: 40 }, (_, at) => String(at));
  expect(withRecent(many, 'new').length).toBeLessThanOrEqual(2 * MOST_RECENT);
});
