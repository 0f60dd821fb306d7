import type { CommunicationMatrix, CommunicationScope, SlowLink, TransportTotal } from '../../../src-contract';
import type { CollectiveGroup } from '../../model/collectives/collective';
import { collectivesOf, linkTraffic } from '../../model/collectives/collectives';
import { type PairTraffic, pairTraffic, slowLinks } from '../../model/collectives/pairTraffic';
import { linksInScope } from '../../model/collectives/scope';
import { betweenRanks, transportTotals } from '../../model/collectives/transportTotals';
import type { DumpContext } from '../../model/dumpContext';
import { isOf, isOfWhole, type ToldByJob, toldByJob } from './parts';

/** A job's file has sums over steps, and those of single collectives nowhere. */
async function toldLinks(dump: DumpContext, scope: CommunicationScope): Promise<ToldByJob | undefined> {
  return isOfWhole(scope) ? toldByJob(dump) : undefined;
}

export async function pairsInScope(dump: DumpContext, scope: CommunicationScope): Promise<PairTraffic[]> {
  const told = await toldLinks(dump, scope);
  const { links } = told?.communication ?? (await linkTraffic(dump));
  return pairTraffic(linksInScope(links, scope));
}

/** Which ranks they have, and what they are called. */
export async function groupsOfLinks(
  dump: DumpContext,
  scope: CommunicationScope,
): Promise<ReadonlyMap<string, CollectiveGroup>> {
  return ((await toldLinks(dump, scope)) ?? (await collectivesOf(dump))).groups;
}

/** Of a job's file that has not all links: those of the whole job that carry something of the scope. */
export async function slowLinksInScope(dump: DumpContext, scope: CommunicationScope): Promise<readonly SlowLink[]> {
  const told = await toldLinks(dump, scope);
  if (!told) return slowLinks(linksInScope((await linkTraffic(dump)).links, scope));
  const { links, slow, pairCount, keptPairCount } = told.communication;
  const { group, type } = scope;
  if (group === undefined && type === undefined) return slow;
  if (keptPairCount === pairCount) return slowLinks(linksInScope(links, scope));
  const pairs = new Set(linksInScope(links, scope).map(pairKey));
  return slow.filter((own) => pairs.has(pairKey(own)));
}

function pairKey({ source, target, transport }: Pick<SlowLink, 'source' | 'target' | 'transport'>): string {
  return `${source} ${target} ${transport}`;
}

export async function transportsInScope(
  dump: DumpContext,
  scope: CommunicationScope,
): Promise<readonly TransportTotal[]> {
  const told = await toldLinks(dump, scope);
  if (told) return transportTotals(told.communication.transports.filter((own) => isOf(own, scope)));
  return transportTotals(betweenRanks(linksInScope((await linkTraffic(dump)).links, scope)));
}

export async function matrix(dump: DumpContext, scope: CommunicationScope): Promise<CommunicationMatrix> {
  const pairs = await pairsInScope(dump, scope);
  const transports = [...new Set(pairs.map(({ transport }) => transport))];
  return {
    ranks: [...new Set(pairs.flatMap(({ source, target }) => [source, target]))].sort((a, b) => a - b),
    isGlobal: pairs.every(({ isGlobal }) => isGlobal),
    source: Uint32Array.from(pairs, ({ source }) => source),
    target: Uint32Array.from(pairs, ({ target }) => target),
    sizeBytes: Float64Array.from(pairs, ({ sizeBytes }) => sizeBytes),
    transitNs: Float64Array.from(pairs, ({ transitNs }) => transitNs),
    bandwidthGBps: Float64Array.from(pairs, ({ bandwidthGBps }) => bandwidthGBps),
    transport: Uint8Array.from(pairs, ({ transport }) => transports.indexOf(transport)),
    transports,
  };
}
