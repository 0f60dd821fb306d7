import { useEffect, useState } from 'react';
import type { CommunicationScope } from '../../src-worker/api';
import type { DumpSession } from '../app/session';
import { useTableSource } from '../app/tables/useTableSource';
import { type Answer, useRevision } from '../app/useAnswer';

/** The times of each rank, by rank. */
export interface RankTimes {
  readonly ranks: readonly number[];
  readonly labels: readonly string[];
  readonly transitNs: Float64Array;
  readonly waitNs: Float64Array;
  readonly idleNs: Float64Array;
}

const columns = ['rank', 'transitNs', 'waitNs', 'idleNs'] as const;
/** More ranks than any job has. */
const MAX_RANKS = 100_000;

/** The columns of the table of ranks that the bars are drawn from. */
export function useRankTimes(session: DumpSession, scope: CommunicationScope): Answer<RankTimes> {
  const source = useTableSource(session, { table: 'communication.ranks', of: scope });
  const revision = useRevision(session);
  const [state, setState] = useState<Omit<Answer<RankTimes>, 'retry'>>({
    value: undefined,
    isAsking: true,
    error: undefined,
  });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the dump changes, and on another try
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, isAsking: true, error: undefined }));
    const request = {
      sort: [{ column: 'rank', isDescending: false }],
      filters: [],
      firstRow: 0,
      rowCount: MAX_RANKS,
      columns,
    };
    source.load(request).then(
      ({ cells }) => {
        if (!isCurrent) return;
        const numbers = (key: string) => {
          const own = cells[key];
          return own?.kind === 'number' ? own.values : new Float64Array(0);
        };
        const ranks = Array.from(numbers('rank'));
        const value = {
          ranks,
          labels: ranks.map((rank) => String(rank)),
          transitNs: numbers('transitNs'),
          waitNs: numbers('waitNs'),
          idleNs: numbers('idleNs'),
        };
        setState({ value, isAsking: false, error: undefined });
      },
      (error: unknown) => isCurrent && setState({ value: undefined, isAsking: false, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, revision, tries]);
  return { ...state, retry: () => setTries((count) => count + 1) };
}
