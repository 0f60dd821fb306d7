import { useCallback, useEffect, useState } from 'react';

export interface LatestValue<T> {
  /** The last one that came; of the question before while the next is under way. */
  readonly value: T | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  retry(): void;
}

/** Asks whenever `key` changes; an answer to any but the last question is dropped. */
export function useLatestValue<T>(key: string, ask: () => Promise<T>): LatestValue<T> {
  const [state, setState] = useState<Omit<LatestValue<T>, 'retry'>>({
    value: undefined,
    isLoading: true,
    error: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `ask` closes over
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, isLoading: true }));
    ask().then(
      (value) => isCurrent && setState({ value, isLoading: false, error: undefined }),
      (error: unknown) => isCurrent && setState((before) => ({ ...before, isLoading: false, error })),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}
