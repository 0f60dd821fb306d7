import { basename } from 'node:path';
import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';

/**
 * A name for each rank, unique within the dump: "Rank 3", with the job or the folder where two have the number, else a file
 * name.
 */
export function rankLabels(
  ranks: readonly Pick<DiscoveredRank, 'rank' | 'folder' | 'timelinePaths' | 'job'>[],
): string[] {
  const plain = ranks.map(({ rank, folder, timelinePaths }) =>
    rank === undefined ? basename(timelinePaths.length === 1 ? timelinePaths[0] : folder) : `Rank ${rank}`,
  );
  const unique = new Set<string>();
  return plain.map((label, i) => {
    const isShared = plain.indexOf(label) !== plain.lastIndexOf(label);
    const { job, folder } = ranks[i];
    const withFolder = isShared ? `${label} (${job?.name ?? basename(folder)})` : label;
    let distinct = withFolder;
    for (let n = 2; unique.has(distinct); n++) distinct = `${withFolder} ${n}`;
    unique.add(distinct);
    return distinct;
  });
}
