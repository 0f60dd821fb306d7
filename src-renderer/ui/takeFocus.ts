/**
 * Gives the field the focus at once: keys that are typed right behind the one that led there would go astray. And once more in the next
 * frame if it is elsewhere by then: a dialog that is just closing gives it back, a panel that has just been opened is not laid out yet.
 */
export function takeFocus(fieldOf: () => HTMLInputElement | null): void {
  const take = () => {
    const field = fieldOf();
    if (document.activeElement === field) return;
    field?.focus();
    field?.select();
  };
  take();
  requestAnimationFrame(take);
}
