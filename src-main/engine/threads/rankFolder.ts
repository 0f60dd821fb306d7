import type { RankIndex } from '../../../src-contract';
import type { WrittenSummary } from '../../../src-worker/analysis/summary/rankSummary';
import { summariesOf } from '../../../src-worker/analysis/summary/summarise';
import { discoverDump } from '../../../src-worker/discovery/discover';
import { profileNames } from '../../../src-worker/discovery/jobNames';
import type { CoreFrequency } from '../../../src-worker/model/coreFrequency';
import { DumpContext } from '../../../src-worker/model/dumpContext';
import { firstInstantNs } from '../../../src-worker/model/firstInstant';

/**
 * Of a folder whose timelines, if it has any, are not looked at. `frequency`: what they would tell of it. Rejects with what
 * discovery rejects with.
 */
export async function summariesWithoutTimelines(
  folder: string,
  frequency: CoreFrequency | undefined,
): Promise<readonly WrittenSummary[]> {
  const found = await discoverDump([folder]);
  const ranks = found.ranks.map(({ rank, folder: own, hostName, files, place }, at) => {
    const index = at as RankIndex;
    return { index, rank, folder: own, hostName, files, label: `Rank ${rank ?? at}`, ...profileNames(place) };
  });
  const files = { ranks, clusterFiles: found.clusterFiles };
  const originNs = firstInstantNs(files) ?? 0n;
  const dump = new DumpContext(files, originNs, () => new Map());
  dump.setPlace({ names: new Map(), originNs, shifts: [], clockRevision: 0, generations: new Map() });
  // The folder goes when its summary is written: there is no dump to be reached.
  const summaries = (await summariesOf(dump, '')).map((own) => ({ ...own, about: { ...own.about, place: '' } }));
  if (frequency === undefined) return summaries;
  return summaries.map((own) => ({ ...own, records: own.records.map((record) => ({ frequency, ...record })) }));
}
