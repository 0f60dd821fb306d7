import type { CommunicationTables } from '../../../src-contract';
import { arrivals } from '../../model/collectives/arrivals';
import { collectivesOf } from '../../model/collectives/collectives';
import { outlyingArrivals } from '../../model/collectives/outlyingArrivals';
import type { DumpContext } from '../../model/dumpContext';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { groupName } from './groupName';

/** One row per collective, rank that saw it, and peer. */
export async function arrivalsTable(
  dump: DumpContext,
  scope: CommunicationTables['communication.arrivals'],
): Promise<ColumnTable> {
  const data = await collectivesOf(dump);
  const profiled = new Set(data.ranks.filter(({ index }) => index !== undefined).map(({ rank }) => rank));
  const rows = (await arrivals(dump)).filter(
    ({ observer, step, group, op }) =>
      (scope.step === undefined || step === scope.step) &&
      (scope.group === undefined || group === scope.group) &&
      (scope.op === undefined || op === scope.op) &&
      (!scope.ranks || scope.ranks.includes(observer)),
  );
  const outlying = outlyingArrivals(rows);
  return columnTable([
    textColumn(
      'op',
      rows.map(({ op }) => op),
      { label: 'Collective' },
    ),
    numberColumn(
      'observer',
      'rank',
      rows.map(({ observer }) => observer),
      { label: 'Seen by rank' },
    ),
    numberColumn(
      'peer',
      'rank',
      rows.map(({ peer }) => peer),
      { label: 'Peer' },
    ),
    textColumn(
      'isProfiled',
      rows.map(({ peer, isGlobal }) => (!isGlobal ? '' : profiled.has(peer) ? 'yes' : 'no')),
      {
        label: 'Peer profiled',
      },
    ),
    numberColumn(
      'afterNs',
      'duration',
      rows.map(({ afterNs }) => afterNs),
      { label: 'Arrived after' },
    ),
    numberColumn(
      'arrivedNs',
      'time',
      rows.map(({ startNs, afterNs }) => dump.fromOwnNs(startNs + afterNs)),
      {
        label: 'Arrived at',
      },
    ),
    numberColumn(
      'startNs',
      'time',
      rows.map(({ startNs }) => dump.fromOwnNs(startNs)),
      { label: 'Start' },
    ),
    textColumn(
      'group',
      rows.map(({ group }) => groupName(data, group)),
      { label: 'Group' },
    ),
    textColumn(
      'step',
      rows.map(({ step }) => step),
      { label: 'Step' },
    ),
    textColumn(
      'groupKey',
      rows.map(({ group }) => group),
      { label: 'Group key', isHidden: true },
    ),
    textColumn(
      'isOutlying',
      rows.map((row) => (outlying.has(row) ? 'yes' : 'no')),
      { label: 'Later than the other ranks', isHidden: true },
    ),
    numberColumn(
      'rankIndex',
      'id',
      rows.map(({ wait }) => wait.rank),
      { isHidden: true },
    ),
    numberColumn(
      'slice',
      'id',
      rows.map(({ wait }) => wait.slice),
      { isHidden: true },
    ),
    numberColumn(
      'generation',
      'id',
      rows.map(({ wait }) => wait.generation),
      { isHidden: true },
    ),
  ]);
}
