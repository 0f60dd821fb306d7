import type { CommunicationQuestions } from '../../../src-contract';
import type { Collective } from '../../model/collectives/collective';
import { collectivesOf } from '../../model/collectives/collectives';
import { opInScope } from '../../model/collectives/scope';
import type { DumpContext } from '../../model/dumpContext';

/** The collectives of the scope, of these ranks or of all. */
export async function opsOfRanks(
  dump: DumpContext,
  scope: CommunicationQuestions['communication.packets']['question'],
): Promise<Collective[]> {
  const { ops } = await collectivesOf(dump);
  const ranks = scope.ranks && new Set(scope.ranks);
  return ops.filter((op) => opInScope(op, scope) && (!ranks || ranks.has(op.rank)));
}
