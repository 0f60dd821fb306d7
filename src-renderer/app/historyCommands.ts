/** Undo and redo, back and forward: of how the open dump is looked at, or the curves of a watched job. The clock alone is taken back in its dialog. */
import type { Command, KeyChord } from '../base/commands';
import type { Way } from '../session/history';
import type { DumpSession } from '../session/session';
import type { Live } from '../tabs/live/live';

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

/** Curves have one past, of stretches of time: each of them is a place, and an act. */
const LIVE_WAYS = { undo: 'back', redo: 'forward', back: 'back', forward: 'forward' } as const;

/**
 * @param inFront the id of the view that is in front; '' where there is none
 * @param live undefined: the jobs that are watched are not what is looked at
 */
export function historyCommands(
  session: () => DumpSession | undefined,
  inFront: () => string,
  live: () => Live | undefined,
): readonly Command[] {
  return (['undo', 'redo', 'back', 'forward'] as const).map((way) => {
    const liveToGo = () => (live()?.canGo(LIVE_WAYS[way]) ? live() : undefined);
    return {
      id: `view.${way}`,
      titleKey: `command.${way}`,
      group: 'navigate',
      keys: KEYS[way],
      keysHandledBy: 'shell',
      keepsKeys: () => session() !== undefined || live() !== undefined,
      isEnabled: () => liveToGo() !== undefined || session()?.can(way, inFront()) === true,
      run: () => {
        const own = liveToGo();
        if (own) own.go(LIVE_WAYS[way]);
        else session()?.actions.go(way);
      },
    };
  });
}
