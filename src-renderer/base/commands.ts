/**
 * Every command of the window is registered here, in one registry: the palette, the key list, the native menu and the
 * key handler all read it. A part registers its commands when it is mounted and removes them when it is unmounted:
 *
 *     const commands = useCommandRegistry();
 *     useEffect(() => commands.register(...timelineCommands(controller)), [commands, controller]);
 */
import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A physical key, so that it works on every layout and with an input method on. */
export interface KeyChord {
  /** `KeyboardEvent.code`: "KeyW", "Digit0", "ArrowLeft", "Slash"… */
  readonly code: string;
  /** Ctrl, or Command on macOS. */
  readonly ctrl?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
}

/** Heading in the palette and the key list (`commandGroup.<group>`). */
export type CommandGroup = 'file' | 'view' | 'navigate' | 'selection' | 'help';

export interface Command {
  /** Unique, dotted: "file.openFolder", "timeline.zoomIn". */
  readonly id: string;
  /** Key of its title's translation. */
  readonly titleKey: string;
  readonly group: CommandGroup;
  readonly keys: readonly KeyChord[];
  /**
   * Who acts on the keys. `shell`: the window's key handler calls `run`, once a press. `part`: the part listens itself
   * (held keys, keys that only count while it has the focus); the keys are here to be listed.
   */
  readonly keysHandledBy: 'shell' | 'part';
  /** A pointer gesture for the key list only ("Ctrl + wheel"), as the key of its translation. */
  readonly gestureKey?: string;
  /** The keys work while one types into a field too. */
  readonly worksInFields?: boolean;
  /** False: greyed in the palette, its keys do nothing. Absent: always. */
  isEnabled?(): boolean;
  /** True: while it is not enabled its keys do nothing at all, where the browser would leave the page. */
  keepsKeys?(): boolean;
  run(): void;
}

export interface CommandRegistry {
  /** Adds commands; returns the function that removes them. Throws when an id is taken: that is a programmer's error. */
  register(...commands: readonly Command[]): () => void;
  /** Runs the command if it is there and enabled; tells whether it did. */
  run(id: string): boolean;
  /** All commands, in the order they were registered. */
  readonly store: StoreApi<readonly Command[]>;
}

export function createCommandRegistry(): CommandRegistry {
  const store = createStore<readonly Command[]>()(() => []);
  return {
    store,
    register(...commands) {
      for (const command of commands) {
        if (store.getState().some((other) => other.id === command.id)) {
          throw new Error(`The command ${command.id} is registered twice`);
        }
      }
      store.setState([...store.getState(), ...commands], true);
      return () =>
        store.setState(
          store.getState().filter((command) => !commands.includes(command)),
          true,
        );
    },
    run(id) {
      const command = store.getState().find((candidate) => candidate.id === id);
      if (!command || command.isEnabled?.() === false) return false;
      command.run();
      return true;
    },
  };
}

export const CommandRegistryContext = createContext<CommandRegistry | undefined>(undefined);

export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(CommandRegistryContext);
  if (!registry) throw new Error('useCommandRegistry outside of the window');
  return registry;
}

type ChordEvent = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

export function matchesChord(event: ChordEvent, chord: KeyChord): boolean {
  return (
    event.code === chord.code &&
    (event.ctrlKey || event.metaKey) === (chord.ctrl ?? false) &&
    event.shiftKey === (chord.shift ?? false) &&
    event.altKey === (chord.alt ?? false)
  );
}

/** True while the user types text: keys without Ctrl belong to the field, and all keys to an input method at work. */
export function isTyping(event: Pick<KeyboardEvent, 'isComposing' | 'target'>): boolean {
  if (event.isComposing) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

const keyNames: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Backspace: 'Backspace',
  Enter: 'Enter',
  Space: 'Space',
  Slash: '/',
  Backslash: '\\',
  Comma: ',',
  Period: '.',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backquote: '`',
};

/** The chord as Electron writes it ("CmdOrCtrl+Shift+O"); of a key's place, what is printed there on an English keyboard. */
export function acceleratorOf(chord: KeyChord): string {
  const key = chord.code.startsWith('Arrow')
    ? chord.code.slice('Arrow'.length)
    : (chordKeys({ code: chord.code }, false)[0] ?? '');
  return [
    ...(chord.ctrl ? ['CmdOrCtrl'] : []),
    ...(chord.alt ? ['Alt'] : []),
    ...(chord.shift ? ['Shift'] : []),
    key,
  ].join('+');
}

/** Whether keys are written as on a Mac; the window says so. */
export const IsMacContext = createContext(false);

export function useIsMac(): boolean {
  return useContext(IsMacContext);
}

/** What is printed on the keys, in the order they are pressed: ["Ctrl", "Shift", "F"]. */
export function chordKeys(chord: KeyChord, isMac: boolean): readonly string[] {
  const key = keyNames[chord.code] ?? chord.code.replace(/^(Key|Digit|Numpad)/, '');
  return [
    ...(chord.ctrl ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(chord.alt ? [isMac ? '⌥' : 'Alt'] : []),
    ...(chord.shift ? [isMac ? '⇧' : 'Shift'] : []),
    key,
  ];
}
