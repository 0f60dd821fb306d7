import { useEffect } from 'react';
import { isTyping, type KeyChord, matchesChord } from '../base/commands';
import { useAppServices } from './appServices';

/** Runs the commands whose keys the window handles. Nothing runs behind an open dialog. */
export function useKeyHandler(): void {
  const { commands, controller } = useAppServices();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || controller.store.getState().dialog !== undefined) return;
      const typing = isTyping(event);
      const candidates = commands.store
        .getState()
        .filter(
          (candidate) =>
            candidate.keysHandledBy === 'shell' &&
            (!typing || candidate.worksInFields === true) &&
            candidate.keys.some((chord) => matchesChord(event, chord) && !(typing && isTyped(chord))),
        );
      const command = candidates.find((candidate) => candidate.isEnabled?.() !== false);
      if (command || candidates.some((candidate) => candidate.keepsKeys?.() === true)) event.preventDefault();
      command?.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands, controller]);
}

/** In a field the key writes something. */
function isTyped({ code, ctrl, alt }: KeyChord): boolean {
  return !ctrl && !alt && !/^F\d/.test(code);
}
