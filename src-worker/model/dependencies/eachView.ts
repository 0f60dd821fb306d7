import type { RankView } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import type { JobGraph } from './jobGraph';

/** Only ranks whose index is still the one that the graph was made of. */
export async function eachView(
  dump: DumpContext,
  { ranks }: JobGraph,
  visit: (view: RankView, position: number) => void,
): Promise<void> {
  await dump.overRanks(
    ranks.map(({ rank: { index }, generation }, position) => ({ index, generation, position })),
    async ({ index, generation, position }) => {
      const view = await dump.timeline(index);
      if (view?.generation === generation) visit(view, position);
    },
  );
}
