import { useEffect, useState } from 'react';
import { useAppServices } from '../app/appServices';

/** The answer to a question, and whether a newer one is still awaited (the old answer stays visible meanwhile). */
export interface Latest<T> {
  readonly answer: T | undefined;
  readonly isAsking: boolean;
}

/**
 * Asks again whenever `ask` changes, `delayMs` later; answers that come after a newer question are dropped, errors are
 * reported. `ask` undefined: nothing to ask, and no answer.
 */
export function useLatest<T>(ask: (() => Promise<T>) | undefined, delayMs: number): Latest<T> {
  const { controller } = useAppServices();
  const [latest, setLatest] = useState<Latest<T>>({ answer: undefined, isAsking: false });
  useEffect(() => {
    if (!ask) {
      setLatest({ answer: undefined, isAsking: false });
      return;
    }
    let isStale = false;
    setLatest(({ answer }) => ({ answer, isAsking: true }));
    const timer = setTimeout(() => {
      ask().then(
        (answer) => !isStale && setLatest({ answer, isAsking: false }),
        (error: unknown) => {
          if (isStale) return;
          setLatest({ answer: undefined, isAsking: false });
          controller.reportError(error);
        },
      );
    }, delayMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [ask, delayMs, controller]);
  return latest;
}
