/** Whether what is being opened is worth leaving the open dump for. */
import type { DumpState, Notice } from '../../src-contract';
import { allNotices } from '../session/dumpSummary';
import type { DumpSession } from '../session/session';
import type { Screen } from './appState';

const MOST_REASONS = 3;

/** A dump is open that there is something to see of. */
export function hasUsefulDump(screen: Screen): boolean {
  return screen.kind === 'dump' && usefulness(screen.session.store.getState().dump) !== 'useless';
}

/** Waits until there is something to see; else answers why there is not. Empty also where reading was stopped. */
export function whyUseless(session: DumpSession): Promise<readonly Notice[]> {
  return new Promise((resolve) => {
    const look = () => {
      const { dump } = session.store.getState();
      const found = usefulness(dump);
      if (found === 'unknown') return;
      stop();
      const errors = allNotices(dump).filter(({ severity }) => severity === 'error');
      resolve(found === 'useless' ? errors.slice(0, MOST_REASONS) : []);
    };
    const stop = session.store.subscribe(look);
    look();
  });
}

function usefulness({ status, ranks, clusterFiles }: DumpState): 'useful' | 'useless' | 'unknown' {
  if (status === 'failed') return 'useless';
  if (status === 'discovering') return 'unknown';
  const isSeen = ranks.some((rank) => rank.groups.length > 0 || rank.status === 'no-timeline');
  return isSeen || clusterFiles.length > 0 || status !== 'indexing' ? 'useful' : 'unknown';
}
