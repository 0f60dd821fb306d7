import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf, QuestionName, QuestionOf } from '../../src-contract';
import { isConnectionClosed } from './createSession';
import { LatestQuestion } from './latestQuestion';
import { useSession, useSessionState } from './useSession';

/** Changes when the same question may have another answer: an index is fuller, times count from another instant. */
export function useRevision(): string {
  return useSessionState(({ dump }) => {
    const generations = dump.ranks.map(({ generation }) => generation).join();
    return `${dump.status} ${dump.originNs} ${dump.clusterFiles.length} ${generations}`;
  });
}

export interface Answer<T> {
  /** The last one; it stays while another is awaited. */
  readonly value: T | undefined;
  readonly isAsking: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

interface AskOptions {
  /** Pause before it is asked, while one zooms or types. */
  readonly delayMs?: number;
}

/**
 * The answer to a question of a view, asked again when the dump has changed. `question` may be written in place: what counts
 * is what it says. Undefined: nothing to ask.
 */
export function useAnswer<K extends QuestionName>(
  name: K,
  question: QuestionOf<K> | undefined,
  options?: AskOptions,
): Answer<AnswerOf<K>> {
  const session = useSession();
  const key = question && `${name} ${JSON.stringify(question)}`;
  return useAsked(key, () => session.engine.ask(session.dumpId, name, question!), options);
}

/**
 * The answer to whatever `ask` asks the Engine: asked when `key`, which says what it asks, is another one, and again when the
 * dump has changed. `key` undefined: nothing to ask. Of several answers under way only that of the last key counts.
 */
export function useAsked<T>(
  key: string | undefined,
  ask: () => Promise<T>,
  { delayMs = 0 }: AskOptions = {},
): Answer<T> {
  const session = useSession();
  const [state, setState] = useState<Omit<Answer<T>, 'retry'>>({
    value: undefined,
    isAsking: key !== undefined,
    error: undefined,
  });
  const [tries, setTries] = useState(0);
  const latest = useRef<LatestQuestion<T>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `ask` closes over; another try asks again
  useEffect(() => {
    if (key === undefined) {
      setState({ value: undefined, isAsking: false, error: undefined });
      return;
    }
    const question = new LatestQuestion<T>({
      ask,
      delayMs,
      onAsking: () => setState((before) => ({ ...before, isAsking: true, error: undefined })),
      onAnswer: (value) => setState({ value, isAsking: false, error: undefined }),
      onError: (error) => {
        // The banner says that the connection is gone; what is shown stays true.
        if (!isConnectionClosed(error)) setState({ value: undefined, isAsking: false, error });
      },
    });
    latest.current = question;
    return () => {
      latest.current = undefined;
      question.dispose();
    };
  }, [session, key, delayMs, tries]);
  const revision = useRevision();
  const seen = useRef(revision);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    latest.current?.dataChanged();
  }, [revision]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { ...state, retry };
}
