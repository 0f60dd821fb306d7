import type { CommunicationMatrix, CommunicationScope, SlowLink } from '../../../src-contract';
import { linkTraffic } from '../../model/collectives/collectives';
import { type PairTraffic, pairTraffic, slowLinks } from '../../model/collectives/pairTraffic';
import { linksInScope } from '../../model/collectives/scope';
import type { DumpContext } from '../../model/dumpContext';

export async function pairsInScope(dump: DumpContext, scope: CommunicationScope): Promise<PairTraffic[]> {
  const { links } = await linkTraffic(dump);
  return pairTraffic(linksInScope(links, scope));
}

export async function slowLinksInScope(dump: DumpContext, scope: CommunicationScope): Promise<SlowLink[]> {
  const { links } = await linkTraffic(dump);
  return slowLinks(linksInScope(links, scope));
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
