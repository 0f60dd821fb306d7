import { focusBehind, moveFocusBehind } from '../ui/focusBehind';

/** A panel that has just been opened is laid out some frames later, and its list may have to be read. */
const LONGEST_WAIT_MS = 5_000;
/** What of a panel has its rows, in the order in which it is wanted. */
const lists = '[role="grid"], [role="listbox"], [data-list]';
const controls = 'button:not(:disabled), a[href], input, [tabindex="0"]';

/** From the panel, where the focus is in it, or was before the list of commands opened, back to the view above. False where it is elsewhere. */
export function leavePanel(): boolean {
  if (!focusBehind()?.closest('.bottom-panel')) return false;
  const timeline = document.getElementById('timeline-area');
  const tab = document.querySelector<HTMLElement>('.tab-list [role="tab"][aria-selected="true"]');
  const view = timeline?.checkVisibility() ? timeline : tab;
  if (view) moveFocusBehind(view);
  return true;
}

/** Into the list of the panel that is in front, as soon as it is there; where it has none, onto its first control. */
export function enterPanel(): void {
  tryToEnter(performance.now() + LONGEST_WAIT_MS, document.activeElement);
}

/** `from`: where the focus was. If it has been moved by then, it stays where it is. */
function tryToEnter(untilMs: number, from: Element | null): void {
  const now = document.activeElement;
  // With what had it (the list of commands, which closes) it is nowhere for a while, and is given back then: nobody has moved it.
  const isLost = from?.isConnected === false;
  if (!isLost && now !== from) return;
  const isLate = performance.now() > untilMs;
  const panel = document.querySelector('.panel-content:not([hidden])');
  // Nothing takes the focus there.
  const isBehindDialog = panel?.closest('[inert]') != null;
  if (isBehindDialog && isLate) return;
  const visible = (all: string) =>
    [...(panel?.querySelectorAll<HTMLElement>(all) ?? [])].find((own) => own.checkVisibility());
  const list = visible(lists);
  const isToBeGivenBack = isLost && now === document.body;
  const isListOnItsWay = !list && (!panel || panel.querySelector('[aria-busy="true"]') !== null);
  if (isLate || !(isBehindDialog || isToBeGivenBack || isListOnItsWay)) (list ?? visible(controls))?.focus();
  else requestAnimationFrame(() => tryToEnter(untilMs, isToBeGivenBack ? from : now));
}
