/** What the folders of a list hold, asked for those on screen, a few at a time. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Engine, QuestionId, Survey } from '../../../../src-contract';

/** The host looks into one after another; a second one under way keeps it from waiting for us. */
const MOST_AT_ONCE = 2;

export interface Badges {
  /** By path. */
  readonly store: StoreApi<Readonly<Record<string, Survey>>>;
  /** It is on screen. */
  want(path: string): void;
  /** It is not any more: nothing is asked of it if that has not begun. */
  release(path: string): void;
  /** Another folder is shown: what is under way is stopped. */
  stop(): void;
}

export function createBadges(engine: Pick<Engine, 'survey' | 'cancelQuestion'>): Badges {
  const store = createStore<Readonly<Record<string, Survey>>>()(() => ({}));
  let waiting: string[] = [];
  /** Their time was up, on a drive or a machine that is busy: looked into once more after all others. */
  let late: string[] = [];
  const underWay = new Map<string, QuestionId>();

  const next = () => {
    while (underWay.size < MOST_AT_ONCE) {
      const extent = waiting.length > 0 ? 'badge' : 'patientBadge';
      const path = waiting.shift() ?? late.shift();
      if (path === undefined) return;
      void ask(path, extent);
    }
  };
  const ask = async (path: string, extent: 'badge' | 'patientBadge') => {
    const id = crypto.randomUUID() as string as QuestionId;
    underWay.set(path, id);
    try {
      const survey = await engine.survey([path], extent, id);
      if (underWay.get(path) === id) {
        store.setState({ [path]: survey });
        if (survey.isOutOfTime && extent === 'badge') late.push(path);
      }
    } catch {
      // It has no badge: whoever enters the folder is told why.
    } finally {
      if (underWay.get(path) === id) underWay.delete(path);
      next();
    }
  };

  return {
    store,
    want(path) {
      if (store.getState()[path] || underWay.has(path) || waiting.includes(path)) return;
      waiting.push(path);
      next();
    },
    release(path) {
      waiting = waiting.filter((other) => other !== path);
      late = late.filter((other) => other !== path);
    },
    stop() {
      waiting = [];
      late = [];
      for (const id of underWay.values()) engine.cancelQuestion(id).catch(() => undefined);
      underWay.clear();
    },
  };
}
