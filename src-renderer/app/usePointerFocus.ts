import { useEffect } from 'react';

/** Keys that move the focus or go through what has it; with others one may be typing, or moving the timeline. */
const focusKeys = /^(Tab|F6|Arrow\w+|Home|End|Page\w+)$/;

/**
 * Marks the document (`data-input="pointer"`) while the pointer was used last: the component kit focuses tabs from within
 * the press of a mouse button, which the browser takes for the keyboard's doing and draws a ring around (`base.css`).
 */
export function usePointerFocus(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const onPointer = () => {
      dataset.input = 'pointer';
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (focusKeys.test(key)) delete dataset.input;
    };
    window.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);
}
