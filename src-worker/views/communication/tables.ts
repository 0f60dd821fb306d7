import type { CommunicationTables } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import { arrivals } from '../../model/collectives/arrivals';
import type { Collective, Collectives } from '../../model/collectives/collective';
import { collectivesOf } from '../../model/collectives/collectives';
import type { DumpContext } from '../../model/dumpContext';
import { type Column, type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { startsOf } from './lateness';
import { pairTraffic } from './matrix';
import { collectiveKey } from './overview';
import { opInScope } from './scope';

/** SDMA sums up HCCS, PCIE and SIO: beside RDMA it is all that there is. */
const inSdma = new Set(['HCCS', 'PCIE', 'SIO']);

/** One row per rank and collective. */
export async function opsTable(
  dump: DumpContext,
  scope: CommunicationTables['communication.ops'],
): Promise<ColumnTable> {
  const data = await collectivesOf(dump);
  const ranks = scope.ranks && new Set(scope.ranks);
  const ops = data.ops.filter((op) => opInScope(op, scope) && (!ranks || ranks.has(op.rank)));
  const indexOf = new Map(data.ranks.map(({ rank, index }) => [rank, index]));
  // Against all ranks that take part, not only those in the table.
  const starts = startsOf(data.ops.filter((op) => opInScope(op, scope)));
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
      ops.map((op) => {
        const own = starts.get(collectiveKey(op));
        return own && own.count > 1 ? op.startNs - own.firstNs : Number.NaN;
      }),
      { label: 'After the first rank' },
    ),
    ...timeColumns(ops.map((op) => timesOf([op]))),
    ...transportColumns(ops.map((op) => [op])),
  ]);
}

/** One row per rank. */
export async function ranksTable(
  dump: DumpContext,
  scope: CommunicationTables['communication.ranks'],
): Promise<ColumnTable> {
  const data = await collectivesOf(dump);
  const byRank = groupBy(
    data.ops.filter((op) => opInScope(op, scope)),
    ({ rank }) => rank,
  );
  const ranks = data.ranks.filter(({ rank }) => byRank.has(rank));
  const opsOf = ranks.map(({ rank }) => byRank.get(rank) ?? []);
  return columnTable([
    numberColumn(
      'rank',
      'rank',
      ranks.map(({ rank }) => rank),
      { label: 'Rank' },
    ),
    numberColumn(
      'rankIndex',
      'id',
      ranks.map(({ index }) => index ?? Number.NaN),
      { isHidden: true },
    ),
    numberColumn(
      'count',
      'count',
      opsOf.map(({ length }) => length),
      { label: 'Collectives' },
    ),
    ...timeColumns(opsOf.map(timesOf)),
    ...transportColumns(opsOf),
  ]);
}

/** One row per pair of ranks and transport. */
export async function linksTable(
  dump: DumpContext,
  { references, ...scope }: CommunicationTables['communication.links'],
): Promise<ColumnTable> {
  const data = await collectivesOf(dump);
  const pairs = await pairTraffic(dump, scope);
  return columnTable([
    numberColumn(
      'source',
      'rank',
      pairs.map(({ source }) => source),
      { label: 'From rank' },
    ),
    numberColumn(
      'target',
      'rank',
      pairs.map(({ target }) => target),
      { label: 'To rank' },
    ),
    textColumn(
      'transport',
      pairs.map(({ transport }) => transport),
      { label: 'Transport' },
    ),
    numberColumn(
      'bandwidthGBps',
      'GB/s',
      pairs.map(({ bandwidthGBps }) => bandwidthGBps),
      { label: 'Bandwidth' },
    ),
    ...(references
      ? [
          numberColumn(
            'ofReference',
            'percent',
            pairs.map(({ transport, bandwidthGBps }) => (100 * bandwidthGBps) / (references[transport] ?? Number.NaN)),
            { label: 'Of reference' },
          ),
        ]
      : []),
    numberColumn(
      'sizeBytes',
      'traffic',
      pairs.map(({ sizeBytes }) => sizeBytes),
      { label: 'Size' },
    ),
    numberColumn(
      'transitNs',
      'duration',
      pairs.map(({ transitNs }) => transitNs),
      { label: 'Transit time' },
    ),
    textColumn(
      'group',
      pairs.map(({ groups }) => groups.map((key) => groupName(data, key)).join(', ')),
      {
        label: 'Groups',
      },
    ),
  ]);
}

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
      rows.map(({ startNs, afterNs }) => dump.fromDumpNs(startNs + afterNs)),
      {
        label: 'Arrived at',
      },
    ),
    numberColumn(
      'startNs',
      'time',
      rows.map(({ startNs }) => dump.fromDumpNs(startNs)),
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

function groupName({ groups }: Collectives, key: string): string {
  return groups.get(key)?.name ?? key;
}

interface Times {
  readonly elapseNs: number;
  readonly transitNs: number;
  readonly waitNs: number;
  readonly synchronizationNs: number;
  readonly idleNs: number;
}

function timesOf(ops: readonly Collective[]): Times {
  const sum = (pick: (op: Collective) => number) => ops.reduce((total, op) => total + pick(op), 0);
  return {
    elapseNs: sum(({ elapseNs }) => elapseNs),
    transitNs: sum(({ transitNs }) => transitNs),
    waitNs: sum(({ waitNs }) => waitNs),
    synchronizationNs: sum(({ synchronizationNs }) => synchronizationNs),
    idleNs: sum(({ idleNs }) => idleNs),
  };
}

/** Ratios as the profiler defines them: wait / (wait + transit), and the same for synchronisation. */
function timeColumns(rows: readonly Times[]): Column[] {
  const ratio = (part: number, transit: number) => (part + transit > 0 ? part / (part + transit) : Number.NaN);
  const duration = (key: keyof Times, label: string) =>
    numberColumn(
      key,
      'duration',
      rows.map((row) => row[key]),
      { label },
    );
  return [
    duration('elapseNs', 'Elapsed'),
    duration('transitNs', 'Transit'),
    duration('waitNs', 'Wait'),
    duration('synchronizationNs', 'Synchronization'),
    duration('idleNs', 'Idle'),
    numberColumn(
      'waitRatio',
      'ratio',
      rows.map(({ waitNs, transitNs }) => ratio(waitNs, transitNs)),
      {
        label: 'Wait ratio',
      },
    ),
    numberColumn(
      'synchronizationRatio',
      'ratio',
      rows.map(({ synchronizationNs, transitNs }) => ratio(synchronizationNs, transitNs)),
      { label: 'Synchronization ratio' },
    ),
  ];
}

/** Size, time and bandwidth of each transport that any of the rows used. */
function transportColumns(rows: readonly (readonly Collective[])[]): Column[] {
  const names = [
    ...new Set(rows.flatMap((ops) => ops.flatMap(({ bandwidths }) => bandwidths.map((own) => own.transport)))),
  ];
  names.sort((a, b) => Number(inSdma.has(a)) - Number(inSdma.has(b)) || a.localeCompare(b, 'en'));
  return names.flatMap((name) => {
    const sums = rows.map((ops) => {
      let [sizeBytes, transitNs, hasAny] = [0, 0, false];
      for (const { bandwidths } of ops) {
        for (const own of bandwidths) {
          if (own.transport !== name) continue;
          sizeBytes += own.sizeBytes;
          transitNs += own.transitNs;
          hasAny = true;
        }
      }
      return hasAny ? { sizeBytes, transitNs } : { sizeBytes: Number.NaN, transitNs: Number.NaN };
    });
    return [
      numberColumn(
        `${name} size`,
        'traffic',
        sums.map(({ sizeBytes }) => sizeBytes),
      ),
      numberColumn(
        `${name} time`,
        'duration',
        sums.map(({ transitNs }) => transitNs),
        { isHidden: true },
      ),
      numberColumn(
        `${name} bandwidth`,
        'GB/s',
        sums.map(({ sizeBytes, transitNs }) => (transitNs > 0 ? sizeBytes / transitNs : Number.NaN)),
      ),
    ];
  });
}
