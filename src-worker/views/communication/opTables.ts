import type { CommunicationTables } from '../../../src-contract';
import { collectivesOf } from '../../model/collectives/collectives';
import { opInScope } from '../../model/collectives/scope';
import type { DumpContext } from '../../model/dumpContext';
import { commonStarts } from '../../model/lateness/commonStarts';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { groupName } from './groupName';
import { timeColumns, timesOf, transportColumns, withValues } from './opColumns';
import { slicesInMemory } from './slices';

/** One row per rank and collective. */
export async function opsTable(
  dump: DumpContext,
  scope: CommunicationTables['communication.ops'],
): Promise<ColumnTable> {
  const data = await collectivesOf(dump);
  const ranks = scope.ranks && new Set(scope.ranks);
  const ops = data.ops.filter((op) => opInScope(op, scope) && (!ranks || ranks.has(op.rank)));
  const refs = await slicesInMemory(dump);
  const indexOf = new Map(data.ranks.map(({ rank, index }) => [rank, index]));
  // Against all ranks that take part, not only those in the table.
  const starts = await commonStarts(
    dump,
    data,
    data.ops.filter((op) => opInScope(op, scope)),
  );
  return columnTable([
    numberColumn(
      'rank',
      'rank',
      ops.map(({ rank }) => rank),
      { label: 'Rank' },
    ),
    numberColumn(
      'rankIndex',
      'id',
      ops.map(({ rank }) => indexOf.get(rank) ?? Number.NaN),
      { isHidden: true },
    ),
    textColumn(
      'step',
      ops.map(({ step }) => step),
      { label: 'Step' },
    ),
    textColumn(
      'op',
      ops.map(({ name }) => name),
      { label: 'Collective' },
    ),
    textColumn(
      'type',
      ops.map(({ type }) => type),
      { label: 'Type' },
    ),
    textColumn(
      'group',
      ops.map(({ group }) => groupName(data, group)),
      { label: 'Group' },
    ),
    textColumn(
      'groupKey',
      ops.map(({ group }) => group),
      { label: 'Group key', isHidden: true },
    ),
    numberColumn(
      'startNs',
      'time',
      ops.map(({ startNs }) => startNs),
      { label: 'Start' },
    ),
    numberColumn(
      'lateNs',
      'duration',
      ops.map((op) => starts.lateNs(op)),
      { label: 'After the first rank' },
    ),
    ...withValues([
      numberColumn(
        'messageBytes',
        'traffic',
        ops.map(({ sizeBytes }) => sizeBytes),
        { label: 'Message size' },
      ),
    ]),
    numberColumn(
      'slice',
      'id',
      ops.map((op) => refs.get(op)?.slice ?? Number.NaN),
      { isHidden: true },
    ),
    numberColumn(
      'generation',
      'id',
      ops.map((op) => refs.get(op)?.generation ?? Number.NaN),
      { isHidden: true },
    ),
    ...withValues(timeColumns(ops.map((op) => timesOf([op])))),
    ...transportColumns(ops.map((op) => [op])),
  ]);
}
