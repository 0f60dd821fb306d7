import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface AfterFramesProps {
  readonly count: number;
  readonly children: ReactNode;
}

/**
 * Its children, some frames after it was mounted itself: what is large is put up part by part, each in a task of its own, so
 * that the window answers in between.
 */
export function AfterFrames({ count, children }: AfterFramesProps) {
  const [framesLeft, setFramesLeft] = useState(count);
  useEffect(() => {
    if (framesLeft === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = requestAnimationFrame(() => {
      // Behind the drawing of that frame, not in front of it.
      timer = setTimeout(() => startTransition(() => setFramesLeft(framesLeft - 1)));
    });
    return () => {
      cancelAnimationFrame(request);
      clearTimeout(timer);
    };
  }, [framesLeft]);
  return framesLeft === 0 ? children : null;
}
