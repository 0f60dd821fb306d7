import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf, QuestionName, QuestionOf } from '../../src-worker/api';
import { isConnectionClosed } from '../app/createSession';
import type { DumpSession } from '../app/session';
import { useSession } from '../app/useSession';
import { LatestQuestion } from '../panels/latestQuestion';

/** Changes when the same question may have another answer: an index is fuller, times count from another instant. */
export function useRevision(session: DumpSession): string {
  return useSession(session, ({ dump }) => {
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

const nothing = { value: undefined, isAsking: true, error: undefined };

/**
 * The answer to a question of a view, asked again when the dump has changed. `question` may be written in place: what counts
 * is what it says. Undefined: nothing to ask.
 */
export function useAnswer<K extends QuestionName>(
  session: DumpSession,
  name: K,
  question: QuestionOf<K> | undefined,
): Answer<AnswerOf<K>> {
  type State = Omit<Answer<AnswerOf<K>>, 'retry'>;
  const [state, setState] = useState<State>(nothing);
  const [tries, setTries] = useState(0);
  const revision = useRevision(session);
  const key = question === undefined ? undefined : JSON.stringify(question);
  const asked = useRef<LatestQuestion<AnswerOf<K>>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another question
  useEffect(() => {
    if (key === undefined) {
      setState({ value: undefined, isAsking: false, error: undefined });
      return;
    }
    const same = JSON.parse(key) as QuestionOf<K>;
    const latest = new LatestQuestion<AnswerOf<K>>({
      ask: () => session.engine.ask(session.dumpId, name, same),
      delayMs: 0,
      onAsking: () => setState((before) => ({ ...before, isAsking: true, error: undefined })),
      onAnswer: (value) => setState({ value, isAsking: false, error: undefined }),
      onError: (error) => {
        // The banner says that the connection is gone; what is shown stays true.
        if (!isConnectionClosed(error)) setState({ value: undefined, isAsking: false, error });
      },
    });
    asked.current = latest;
    return () => {
      asked.current = undefined;
      latest.dispose();
    };
  }, [session, name, key, tries]);
  const seen = useRef(revision);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    asked.current?.dataChanged();
  }, [revision]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { ...state, retry };
}
