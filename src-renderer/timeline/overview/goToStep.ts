import { viewAround } from '../../base/timeRange';
import type { NumberedStep } from '../../base/timeScale';
import type { DumpSession } from '../../session/session';
import { timesOf } from '../../session/times';

/** Air around a step that is shown, as a share of it. */
export const STEP_AIR = 0.02;

/** Shows the step that begins next after the middle of the view, or the one before that which is shown; false where there is none. */
export function goToStep({ session }: { readonly session: DumpSession }, way: 'next' | 'previous'): boolean {
  const { view } = session.store.getState();
  const step = stepBeside(
    timesOf(session).store.getState().overview?.steps ?? [],
    (view.startNs + view.endNs) / 2,
    way,
  );
  if (step) session.actions.setView(viewAround(step, STEP_AIR), { isJump: true });
  return step !== undefined;
}

/** Of steps by start. */
export function stepBeside(
  steps: readonly NumberedStep[],
  ns: number,
  way: 'next' | 'previous',
): NumberedStep | undefined {
  return way === 'next' ? steps.find(({ startNs }) => startNs > ns) : steps.findLast(({ endNs }) => endNs <= ns);
}
