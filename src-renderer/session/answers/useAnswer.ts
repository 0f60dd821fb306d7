import type { AnswerOf, QuestionId, QuestionName, QuestionOf } from '../../../src-contract';
import { type Answer, type AskOptions, useLatestAnswer } from '../../base/useLatestAnswer';
import { revisionOf } from './revision';
import { useSession, useSessionState } from './useSession';

/** Changes when the same question may have another answer: an index is fuller, times are told by another clock. */
export function useRevision(): string {
  return useSessionState(({ dump }) => revisionOf(dump));
}

/**
 * The answer to a question of a view, asked again when the dump has changed. `question` may be written in place: what counts
 * is what it says. Undefined: nothing to ask.
 */
export function useAnswer<K extends QuestionName>(
  name: K,
  question: QuestionOf<K> | undefined,
  options?: Pick<AskOptions, 'delayMs'>,
): Answer<AnswerOf<K>> {
  const session = useSession();
  const key = question && `${name} ${JSON.stringify(question)}`;
  return useAsked(key, (id) => session.engine.ask(session.dumpId, name, question!, id), options);
}

/** The same for whatever `ask` asks the Engine about the dump, if it may take long by this id; `key` says what. */
export function useAsked<T>(
  key: string | undefined,
  ask: (id: QuestionId) => Promise<T>,
  options?: Pick<AskOptions, 'delayMs'>,
): Answer<T> {
  const { questions } = useSession();
  return useLatestAnswer(key, (signal) => questions.follow(ask, signal), { ...options, version: useRevision() });
}
