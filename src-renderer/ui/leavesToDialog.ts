import { WINDOW_ROOT_ID } from './Dialog';

/** The focus goes to a dialog above the window, and comes back when that closes: what had it is still meant by what is chosen there. */
export function leavesToDialog({ relatedTarget }: { readonly relatedTarget: EventTarget | null }): boolean {
  if (relatedTarget instanceof Element) return relatedTarget.closest('[role="dialog"]') !== null;
  // What is inert cannot keep it, and loses it to nobody.
  return document.getElementById(WINDOW_ROOT_ID)?.hasAttribute('inert') === true;
}
