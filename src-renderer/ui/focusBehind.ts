/**
 * While a dialog is open what is behind it has no focus, and gets it back when the dialog closes: what is chosen in the dialog is about that.
 * It is marked in the document, since the dialog and who asks know nothing of each other.
 */
const MARK = 'data-gets-focus-back';

/** What gets the focus back; undefined: no dialog is open. */
function marked(): Element | undefined {
  return document.querySelector(`[${MARK}]`) ?? undefined;
}

/** A dialog has opened over what had the focus. */
export function keepFocusBehind(element: Element): void {
  marked()?.removeAttribute(MARK);
  element.setAttribute(MARK, '');
}

/** It has closed. `element`: what had the focus when it opened. */
export function giveFocusBack(element: Element | null): void {
  const own = marked() ?? element;
  own?.removeAttribute(MARK);
  if (own instanceof HTMLElement) own.focus();
}

/** What has the focus; while a dialog is open what had it before. */
export function focusBehind(): Element | null {
  return marked() ?? document.activeElement;
}

/** Gives the element the focus; where a dialog is open, when that closes. */
export function moveFocusBehind(element: HTMLElement): void {
  if (marked()) keepFocusBehind(element);
  else element.focus({ preventScroll: true });
}
