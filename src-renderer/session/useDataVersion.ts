import type { DumpState } from '../../src-contract';
import { useSessionState } from './useSession';

/** Changes when an index of any rank is replaced by a fuller one: answers about slices may be others then. */
export function useDataVersion(): string {
  return useSessionState(({ dump }) => dataVersion(dump));
}

function dataVersion({ ranks }: Pick<DumpState, 'ranks'>): string {
  return ranks.map(({ generation }) => generation).join();
}
