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
      if (area?.checkVisibility()) giveFocus(area);
      if (document.activeElement !== area || area === null) request = requestAnimationFrame(tryToFocus);
    };
    tryToFocus();
    return () => cancelAnimationFrame(request);
  }, [screen, controller]);
}

/** Whoever has not touched the window yet is not shown where its keys go. */
function giveFocus(area: HTMLElement): void {
  area.toggleAttribute('data-untouched', !navigator.userActivation.hasBeenActive);
  area.focus({ preventScroll: true });
  for (const kind of ['keydown', 'blur']) {
    area.addEventListener(kind, () => area.removeAttribute('data-untouched'), { once: true });
  }
}
