/**
 * For `onCloseAutoFocus`. A menu gives the focus back a moment after it has closed. Where something else has it by then, a field that a
 * key has led to, or the next menu, it stays there: keys that are typed meanwhile would go astray.
 */
export function leaveFocusToOthers(event: Event): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) event.preventDefault();
}
