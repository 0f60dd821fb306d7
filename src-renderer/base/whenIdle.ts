/**
 * Does it as soon as the window has nothing else to do, in a task of its own: nobody waits for it later then. Where a browser does not
 * tell when that is (Safari), it is done by who needs it first.
 */
export function whenIdle(window: Window | null, work: () => void): void {
  if (window && 'requestIdleCallback' in window) window.requestIdleCallback(work);
}
