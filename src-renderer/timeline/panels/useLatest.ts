import { useEffect, useRef, useState } from 'react';
import { type Latest, LatestQuestion } from '../../session/latestQuestion';
import { useShell } from '../../session/shell';

interface Options {
  /** Pause before a new question is asked: while one types or drags. */
  readonly delayMs: number;
  /** Another value: the same question may have another answer now. */
  readonly dataVersion: string;
}

/**
 * The answer to a question. Whenever `ask` changes it is another question: answers to older ones are dropped, while the last
 * one shown stays. Errors are reported. `ask` undefined: nothing to ask, and no answer.
 */
export function useLatest<T>(ask: (() => Promise<T>) | undefined, { delayMs, dataVersion }: Options): Latest<T> {
  const shell = useShell();
  const [latest, setLatest] = useState<Latest<T>>({ answer: undefined, isAsking: false });
  const question = useRef<LatestQuestion<T>>(undefined);
  useEffect(() => {
    if (!ask) {
      setLatest({ answer: undefined, isAsking: false });
      return;
    }
    const asked = new LatestQuestion({
      ask,
      delayMs,
      onAsking: () => setLatest(({ answer }) => ({ answer, isAsking: true })),
      onAnswer: (answer) => setLatest({ answer, isAsking: false }),
      onError: (error) => {
        setLatest({ answer: undefined, isAsking: false });
        shell.reportError(error);
      },
    });
    question.current = asked;
    return () => {
      question.current = undefined;
      asked.dispose();
    };
  }, [ask, delayMs, shell]);
  const askedVersion = useRef(dataVersion);
  useEffect(() => {
    if (askedVersion.current === dataVersion) return;
    askedVersion.current = dataVersion;
    question.current?.dataChanged();
  }, [dataVersion]);
  return latest;
}
