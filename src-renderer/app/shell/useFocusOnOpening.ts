import { useEffect } from 'react';
import type { dumpScreenOf } from '../../session/dumpSummary';
import { useAppServices } from '../appServices';

/** The timeline is laid out some frames after its dump is there. */
const LONGEST_WAIT_MS = 5_000;

/** When a dump has opened, the keys go to its timeline, unless something else has them by then. */
export function useFocusOnOpening(screen: ReturnType<typeof dumpScreenOf>): void {
  const { controller } = useAppServices();
  useEffect(() => {
    if (screen !== 'workspace') return;
    const untilMs = performance.now() + LONGEST_WAIT_MS;
    let request = 0;
    const tryToFocus = () => {
      const { activeElement, body } = document;
      const isFree = activeElement === null || activeElement === body;
      if (!isFree || controller.store.getState().tab !== 'timeline' || performance.now() > untilMs) return;
      const area = document.getElementById('timeline-area');
      // Whoever has not touched the window yet need not be shown where its keys go.
      if (area?.checkVisibility())
        area.focus({ preventScroll: true, focusVisible: navigator.userActivation.hasBeenActive });
      if (document.activeElement !== area || area === null) request = requestAnimationFrame(tryToFocus);
    };
    tryToFocus();
    return () => cancelAnimationFrame(request);
  }, [screen, controller]);
}
