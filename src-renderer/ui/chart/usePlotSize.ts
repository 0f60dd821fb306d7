import { type RefObject, useLayoutEffect, useState } from 'react';

/** CSS pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

const none: PlotSize = { width: 0, height: 0 };

/** Size of what the ref holds; followed. `isAbsent`: it is not in the document now. */
export function usePlotSize(ref: RefObject<HTMLElement | null>, isAbsent = false): PlotSize {
  const [size, setSize] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is absent and back is another element
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isAbsent]);
  return size;
}
