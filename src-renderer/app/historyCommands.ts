/** Undo and redo, back and forward: of how the open dump is looked at, of findings that were muted, or the curves of a watched job. The clock alone is taken back in its dialog. */
import type { Command, KeyChord } from '../base/commands';
import { findingsOf } from '../session/findings/findings';
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
 * @param reportError told of a change that could not be kept
 * @param live undefined: the jobs that are watched are not what is looked at
 */
export function historyCommands(
  session: () => DumpSession | undefined,
  inFront: () => string,
  live: () => Live | undefined,
  reportError: (error: unknown) => void,
): readonly Command[] {
  return (['undo', 'redo', 'back', 'forward'] as const).map((way) => {
    const liveToGo = () => (live()?.canGo(LIVE_WAYS[way]) ? live() : undefined);
    // In front of the findings what was done to them is taken back first.
    const muteToGo = () => {
      const own = session();
      if (!own || inFront() !== 'findings' || (way !== 'undo' && way !== 'redo')) return undefined;
      const findings = findingsOf(own);
      return findings.canGo(way) ? () => findings.go(way) : undefined;
    };
    return {
      id: `view.${way}`,
      titleKey: `command.${way}`,
      group: 'navigate',
      keys: KEYS[way],
      keysHandledBy: 'shell',
      keepsKeys: () => session() !== undefined || live() !== undefined,
      isEnabled: () => liveToGo() !== undefined || muteToGo() !== undefined || session()?.can(way, inFront()) === true,
      run: () => {
        const own = liveToGo();
        const mute = muteToGo();
        if (own) own.go(LIVE_WAYS[way]);
        else if (mute) mute().catch(reportError);
        else session()?.actions.go(way);
      },
    };
  });
}
