import { viewAround } from '../../base/timeRange';
import { type NumberedStep, stepAt } from '../../base/timeScale';
import type { DumpSession } from '../../session/session';
import { timesOf } from '../../session/times';

/** Air around a step that is shown, as a share of it. */
export const STEP_AIR = 0.02;

type FindStep = (steps: readonly NumberedStep[]) => NumberedStep | undefined;

/** Shows the step that begins next after the middle of the view, or the one before that which is shown; false where there is none. */
export function goToStep({ session }: { readonly session: DumpSession }, way: 'next' | 'previous'): boolean {
  const { view } = session.store.getState();
  return showStep(session, (steps) => stepBeside(steps, (view.startNs + view.endNs) / 2, way));
}

/** Shows the step that an instant is in; false where there is none. */
export function goToStepAt(session: DumpSession, ns: number): boolean {
  return showStep(session, (steps) => stepAt(steps, ns));
}

/** Of steps by start. */
export function stepBeside(
  steps: readonly NumberedStep[],
  ns: number,
  way: 'next' | 'previous',
): NumberedStep | undefined {
  return way === 'next' ? steps.find(({ startNs }) => startNs > ns) : steps.findLast(({ endNs }) => endNs <= ns);
}

/** At once where the steps are known, else once they are: what was asked for last, and not if the view has been moved since. */
function showStep(session: DumpSession, find: FindStep): boolean {
  const waiting = session.viewState('step to be shown', (): { stop: (() => void) | undefined } => ({
    stop: undefined,
  }));
  waiting.stop?.();
  const times = timesOf(session).store;
  const { overview } = times.getState();
  if (overview) return show(session, find(overview.steps));
  const ends = [
    times.subscribe((now) => {
      if (!now.overview) return;
      waiting.stop?.();
      show(session, find(now.overview.steps));
    }),
    session.store.subscribe((now, before) => {
      // With more of the dump the view grows by itself.
      if (now.view !== before.view && now.dump === before.dump) waiting.stop?.();
    }),
  ];
  waiting.stop = () => {
    for (const end of ends) end();
    waiting.stop = undefined;
  };
  return true;
}

function show(session: DumpSession, step: NumberedStep | undefined): boolean {
  if (step) session.actions.setView(viewAround(step, STEP_AIR), { isJump: true });
  return step !== undefined;
}
