import { describe, expect, it, test, vi } from 'vitest';
import {
  acceleratorOf,
  type Command,
  chordKeys,
  createCommandRegistry,
  matchesChord,
} from '../../../../src-renderer/base/commands';

const command = (id: string, fields: Partial<Command> = {}): Command => ({
  id,
  titleKey: `command.${id}`,
  group: 'view',
  keys: [],
  keysHandledBy: 'shell',
  run: () => undefined,
  ...fields,
});
const press = (
  code: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe('the registry', () => {
  it('forgets what a part takes back', () => {
    const registry = createCommandRegistry();
    registry.register(command('a'));
    const remove = registry.register(command('b'), command('c'));
    remove();
    expect(registry.store.getState().map(({ id }) => id)).toEqual(['a']);
    registry.register(command('b'));
    expect(registry.store.getState().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('refuses an id that is taken', () => {
    const registry = createCommandRegistry();
    registry.register(command('a'));
    expect(() => registry.register(command('a'))).toThrow('The command a is registered twice');
  });

  it('runs what is there and enabled', () => {
    const registry = createCommandRegistry();
    const run = vi.fn();
    registry.register(command('a', { run }), command('b', { run, isEnabled: () => false }));
    expect([registry.run('a'), registry.run('b'), registry.run('c')]).toEqual([true, false, false]);
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('keys', () => {
  it('are matched by their place, with exactly their modifiers', () => {
    const chord = { code: 'KeyK', ctrl: true };
    expect(matchesChord(press('KeyK', { ctrlKey: true }), chord)).toBe(true);
    expect(matchesChord(press('KeyK', { metaKey: true }), chord)).toBe(true);
    expect(matchesChord(press('KeyK'), chord)).toBe(false);
    expect(matchesChord(press('KeyK', { ctrlKey: true, shiftKey: true }), chord)).toBe(false);
  });

  it('are named as they are printed', () => {
    expect(chordKeys({ code: 'KeyF', ctrl: true, shift: true }, false)).toEqual(['Ctrl', 'Shift', 'F']);
    expect(chordKeys({ code: 'Digit0', ctrl: true }, true)).toEqual(['⌘', '0']);
    expect(chordKeys({ code: 'ArrowUp', alt: true }, false)).toEqual(['Alt', '↑']);
    expect(chordKeys({ code: 'F3' }, false)).toEqual(['F3']);
  });
});

test('chords as the native menu writes them', () => {
  expect(acceleratorOf({ code: 'KeyO', ctrl: true, shift: true })).toBe('CmdOrCtrl+Shift+O');
  expect(acceleratorOf({ code: 'Comma', ctrl: true })).toBe('CmdOrCtrl+,');
  expect(acceleratorOf({ code: 'Slash', shift: true })).toBe('Shift+/');
  expect(acceleratorOf({ code: 'F1' })).toBe('F1');
  expect(acceleratorOf({ code: 'ArrowLeft', alt: true })).toBe('Alt+Left');
});
