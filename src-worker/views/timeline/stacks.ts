import type { StacksQuestion, StackTree } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { chosenLanes, ownStretch } from '../../query/chosenLanes';
import { StackTreeBuilder } from '../../query/sums/stackTree';

/** The question `timeline.stacks`. */
export async function stacks(dump: DumpContext, question: StacksQuestion): Promise<StackTree> {
  const builder = new StackTreeBuilder();
  const turn = () => dump.stopIfUnwanted();
  await dump.overRanks(question.ranks, async (rank) => {
    const view = await dump.timeline(rank);
    if (!view) return;
    const stretch = ownStretch(view, question);
    for (const lane of chosenLanes(view, question)) builder.addLane(lane, stretch, turn);
  });
  return builder.tree(question.mostNodes);
}
