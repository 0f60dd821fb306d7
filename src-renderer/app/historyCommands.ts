/** Undo and redo, back and forward: of how the open dump is looked at. The clock alone is taken back in its dialog. */
import type { Command, KeyChord } from '../base/commands';
import type { Way } from '../session/history';
import type { DumpSession } from '../session/session';

const KEYS: Readonly<Record<Exclude<Way, 'clock'>, readonly KeyChord[]>> = {
  undo: [{ code: 'KeyZ', ctrl: true }],
  redo: [
    { code: 'KeyZ', ctrl: true, shift: true },
    { code: 'KeyY', ctrl: true },
  ],
  back: [{ code: 'Backspace' }, { code: 'ArrowLeft', alt: true }],
  forward: [
    { code: 'Backspace', shift: true },
    { code: 'ArrowRight', alt: true },
  ],
};

/** @param inFront the id of the view that is in front; '' where there is none */
export function historyCommands(session: () => DumpSession | undefined, inFront: () => string): readonly Command[] {
  return (['undo', 'redo', 'back', 'forward'] as const).map((way) => ({
    id: `view.${way}`,
    titleKey: `command.${way}`,
    group: 'navigate',
    keys: KEYS[way],
    keysHandledBy: 'shell',
    keepsKeys: () => session() !== undefined,
    isEnabled: () => session()?.can(way, inFront()) === true,
    run: () => void session()?.actions.go(way),
  }));
}
