import type { DumpState } from '../../src-contract';
import type { DumpSession } from './session';
import { useSession } from './useSession';

/** Changes when an index of any rank is replaced by a fuller one: answers about slices may be others then. */
export function useDataVersion(session: DumpSession): string {
  return useSession(session, ({ dump }) => dataVersion(dump));
}

function dataVersion({ ranks }: Pick<DumpState, 'ranks'>): string {
  return ranks.map(({ generation }) => generation).join();
}
