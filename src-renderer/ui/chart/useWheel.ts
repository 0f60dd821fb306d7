import { type RefObject, useEffect, useRef } from 'react';

/** Listens to the wheel so that the page can be kept from scrolling (React's own listeners can't): if `onWheel` is true. */
export function useWheel(box: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => boolean): void {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const element = box.current;
    const listen = (event: WheelEvent) => {
      if (latest.current(event)) event.preventDefault();
    };
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [box]);
}
