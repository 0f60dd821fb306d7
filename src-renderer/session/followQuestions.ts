/** Questions of a dump that may take long: how far they are, and that they are stopped when nobody waits any more. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Engine, QuestionId, QuestionProgress } from '../../src-contract';

/** Most answers are there before. */
const FIRST_LOOK_MS = 400;
const LOOK_MS = 250;

export interface FollowedQuestions {
  /** Of the question under way that has most ranks left; undefined where none goes over several. */
  readonly progress: StoreApi<QuestionProgress | undefined>;
  /** `ask` hands the id to the Engine; the question is stopped there when `signal` is aborted. */
  follow<T>(ask: (id: QuestionId) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function followQuestions(engine: Engine): FollowedQuestions {
  const progress = createStore<QuestionProgress | undefined>()(() => undefined);
  const underWay = new Map<QuestionId, QuestionProgress | undefined>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    const [longest] = [...underWay.values()]
      .filter((own) => own !== undefined && own.ranksTotal > 1)
      .sort((a, b) => ranksLeft(b) - ranksLeft(a));
    progress.setState(longest, true);
  };
  const look = async () => {
    const looks = [...underWay.keys()].map(async (id) => {
      // What can't be told of now is told of the next time.
      const own = await engine.questionProgress(id).catch(() => undefined);
      if (underWay.has(id)) underWay.set(id, own);
    });
    await Promise.all(looks);
    show();
    timer = underWay.size > 0 ? setTimeout(look, LOOK_MS) : undefined;
  };

  return {
    progress,
    async follow(ask, signal) {
      const id = newId();
      // Whoever asked is gone; that it could not be stopped is nobody's concern.
      const stop = () => void engine.cancelQuestion(id).catch(() => {});
      signal?.addEventListener('abort', stop, { once: true });
      underWay.set(id, undefined);
      timer ??= setTimeout(look, FIRST_LOOK_MS);
      try {
        return await ask(id);
      } finally {
        signal?.removeEventListener('abort', stop);
        underWay.delete(id);
        if (underWay.size === 0) {
          clearTimeout(timer);
          timer = undefined;
        }
        show();
      }
    },
  };
}

function ranksLeft(progress: QuestionProgress | undefined): number {
  return progress ? progress.ranksTotal - progress.ranksDone : 0;
}

/** Not `crypto.randomUUID`: a browser has that only on pages from https and from its own machine. */
function newId(): QuestionId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as QuestionId;
}
