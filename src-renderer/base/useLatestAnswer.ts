import { useCallback, useEffect, useRef, useState } from 'react';
import { LatestAnswer } from './latestAnswer';

export interface Answer<T> {
  /** The last one; it stays while another is awaited. */
  readonly value: T | undefined;
  readonly isAsking: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

export interface AskOptions {
  /** Pause before it is asked, while one zooms or types. */
  readonly delayMs?: number;
  /** Another one: the same question may have another answer now. */
  readonly version?: string;
}

/**
 * The answer to whatever `ask` asks: asked when `key`, which says what it asks, is another one, and again when `version` is.
 * `key` undefined: nothing to ask. `signal` is aborted when nobody waits for the answer any more. Of several answers under way only that of the last key counts.
 */
export function useLatestAnswer<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
  { delayMs = 0, version = '' }: AskOptions = {},
): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'retry'>>({
    value: undefined,
    isAsking: key !== undefined,
    error: undefined,
  });
  const [tries, setTries] = useState(0);
  const latest = useRef<LatestAnswer<undefined, T>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `ask` closes over; another try asks again
  useEffect(() => {
    if (key === undefined) {
      setState({ value: undefined, isAsking: false, error: undefined });
      return;
    }
    // One for each question: what another has asked for is not waited for.
    const own = new LatestAnswer<undefined, T>({
      ask: (_, signal) => ask(signal),
      onAsking: () => setState((before) => ({ ...before, isAsking: true, error: undefined })),
      onAnswer: (value) => setState({ value, isAsking: false, error: undefined }),
      onError: (error) => {
        // The banner says that the connection is gone; what is shown stays true.
        if (!isConnectionClosed(error)) setState({ value: undefined, isAsking: false, error });
      },
    });
    latest.current = own;
    own.request(undefined, delayMs);
    return () => {
      latest.current = undefined;
      own.dispose();
    };
  }, [key, delayMs, tries]);
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    latest.current?.renew();
  }, [version]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { ...state, retry };
}

/**
 * The host is gone for good: every question that was under way fails so. Errors cross the border to the Engine with their
 * name, not their class.
 */
export function isConnectionClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConnectionClosedError';
}
