/** What lanes of communication are for ("dp", "tp"), as the dump's metadata tells; asked for when the first such lane is seen. */
import { jobsOf, type LaneId } from '../../../src-contract';
import { isConnectionClosed } from '../../base/useLatestAnswer';
import type { DumpSession } from '../session';
import { revisionOf } from './revision';

/** Titles are read when the view rests. */
const MOST_MS = 10_000;

export interface GroupNames {
  /** A lane of communication is on screen, or lanes are looked for by name. */
  want(onError: (error: unknown) => void): void;
}

/** The same for all who ask for it, as long as the dump is open. */
export function groupNamesOf(session: DumpSession): GroupNames {
  return session.viewState('groupNames', () => createGroupNames(session));
}

function createGroupNames({ engine, dumpId, store: session, questions, motion }: DumpSession): GroupNames {
  let asked: string | undefined;
  const ask = async () => {
    await motion.rests(MOST_MS);
    const { ranks } = session.getState().dump;
    const jobs = jobsOf(ranks);
    const names = new Map<LaneId, string>();
    for (const job of jobs.length === 0 ? [{}] : jobs.map(({ key }) => ({ job: key }))) {
      const groups = await questions.follow((id) => engine.ask(dumpId, 'communication.groupLanes', job, id));
      // A group that the dump does not name is called by its key, which the title has anyway.
      for (const { key, name, lanes } of groups) if (name !== key) for (const lane of lanes) names.set(lane, name);
    }
    session.setState({ groupNames: names });
  };
  return {
    want(onError) {
      const { dump } = session.getState();
      const revision = revisionOf(dump);
      if (dump.status !== 'ready' || revision === asked) return;
      asked = revision;
      ask().catch((error: unknown) => !isConnectionClosed(error) && onError(error));
    },
  };
}
