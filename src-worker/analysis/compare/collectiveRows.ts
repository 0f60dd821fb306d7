import type { SideChoice } from '../../../src-contract';
import type { Collective } from '../../model/collectives/collective';
import { collectivesOf, collectivesOfRank, linkTraffic } from '../../model/collectives/collectives';
import { rankNumber } from '../../model/collectives/rankFiles';
import { linksInScope } from '../../model/collectives/scope';
import type { DumpContext } from '../../model/dumpContext';
import type { Measure, RowName, SideRows } from './differenceTable';
import { SideSums, withMeasure } from './sideSums';

export const collectiveMeasures: readonly Measure[] = [
  { key: 'elapsed', label: 'Elapsed', unit: 'duration' },
  { key: 'calls', label: 'Collectives', unit: 'count' },
  { key: 'transit', label: 'Transit', unit: 'duration' },
  { key: 'waiting', label: 'Wait', unit: 'duration', isHidden: true },
];
export const linkMeasures: readonly Measure[] = [
  { key: 'bandwidth', label: 'Bandwidth', unit: 'GB/s' },
  { key: 'traffic', label: 'Size', unit: 'traffic' },
  { key: 'transit', label: 'Transit', unit: 'duration' },
];

export function collectiveNames(by: 'type' | 'group'): readonly RowName[] {
  return by === 'type' ? [{ key: 'type', label: 'Type' }] : [{ key: 'group', label: 'Group' }];
}

/** The collectives of the side's steps. Undefined: nothing tells of any of that rank, or it has no such step. */
export async function collectiveRows(
  dump: DumpContext,
  { rank, step }: SideChoice,
  by: 'type' | 'group',
): Promise<SideRows | undefined> {
  const own = dump.rankAt(rank);
  const all = own && (await collectivesOfRank(dump, own));
  const ops = all?.filter((op) => step === 'all' || op.step === String(step)) ?? [];
  if (ops.length === 0) return undefined;
  const { groups } = await collectivesOf(dump.ofRank(rank));
  const nameOf = ({ type, group }: Collective) => (by === 'type' ? type : (groups.get(group)?.name ?? group));
  const sums = new SideSums(['elapsed', 'calls', 'transit', 'waiting']);
  for (const op of ops) sums.add([nameOf(op)], [op.elapseNs, 1, op.transitNs, op.waitNs]);
  return sums.rows(stepCount(ops));
}

export const linkNames: readonly RowName[] = [
  { key: 'transport', label: 'Transport' },
  { key: 'link', label: 'Link' },
];

/** The traffic of the side's rank over each transport; `byPair`: to and from each of its peers. */
export async function linkRows(
  dump: DumpContext,
  { rank, step }: SideChoice,
  byPair: boolean,
): Promise<SideRows | undefined> {
  const { byPlace } = await linkTraffic(dump.ofRank(rank));
  const all = byPlace.get(rank) ?? [];
  const links = linksInScope(all, step === 'all' ? {} : { step: String(step) });
  if (links.length === 0) return undefined;
  const sums = new SideSums(['traffic', 'transit']);
  for (const { transport, source, target, sizeBytes, transitNs } of links) {
    sums.add([transport, byPair ? `${source} → ${target}` : ''], [sizeBytes, transitNs]);
  }
  const rows = sums.rows(stepCount(links));
  // Bytes a ns are GB/s.
  return withMeasure(rows, 'bandwidth', (row) => {
    const { traffic, transit } = rows.values;
    return transit[row] > 0 ? traffic[row] / transit[row] : Number.NaN;
  });
}

/** Links of two ranks of one job go to different peers: only their transports can be held against each other. */
export function areOfOneRank(dump: DumpContext, a: SideChoice, b: SideChoice): boolean {
  const [ofA, ofB] = [dump.rankAt(a.rank), dump.rankAt(b.rank)];
  return ofA !== undefined && ofB !== undefined && rankNumber(ofA) === rankNumber(ofB);
}

function stepCount(all: readonly { readonly step: string }[]): number {
  return new Set(all.map(({ step }) => step)).size;
}
