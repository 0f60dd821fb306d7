import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isEndOfSummaries, isParquet } from '../../../src-worker/analysis/summary/summaryFile';
import { discoverDump } from '../../../src-worker/discovery/discover';

export interface RankPlace {
  /** What opens this rank alone. */
  readonly place: string;
  /** In the job, where something tells it. */
  readonly rank: number | undefined;
}

export interface RankPlaces {
  /** By their numbers; each place once. */
  readonly ranks: readonly RankPlace[];
  /** Names of the jobs, where there are several. */
  readonly jobs: readonly string[];
  /** The search came to a limit: there may be more. */
  readonly isCut: boolean;
}

/** The ranks in folders and files. Nothing of them is read but what tells that they are some. */
export async function rankPlaces(paths: readonly string[]): Promise<RankPlaces> {
  const { ranks, isCut } = await discoverDump(paths, { roots: [] });
  const places = new Map(ranks.map(({ place, rank }) => [place, { place, rank }]));
  const jobs = new Set(ranks.flatMap(({ job }) => (job ? [job.name] : [])));
  return { ranks: [...places.values()], jobs: [...jobs], isCut };
}

/** Behind the metadata: its length, and what the file began with. */
const FOOTER_BYTES = 8;
/** A footer of more is no summary's. */
const MOST_METADATA_BYTES = 1 << 20;

/** Whether the file is there, whole, and of this version; what is not is to be made once more. Only its end is read. */
export function isWholeSummary(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < FOOTER_BYTES) return false;
  const handle = openSync(path, 'r');
  try {
    const bytesAt = (position: number) => {
      const bytes = Buffer.alloc(size - position);
      readSync(handle, bytes, 0, bytes.length, position);
      return bytes;
    };
    const footer = bytesAt(size - FOOTER_BYTES);
    if (!isParquet(footer.subarray(4))) return false;
    const metadataBytes = footer.readUInt32LE(0);
    if (metadataBytes > MOST_METADATA_BYTES || metadataBytes + FOOTER_BYTES > size) return false;
    return isEndOfSummaries(bytesAt(size - FOOTER_BYTES - metadataBytes));
  } finally {
    closeSync(handle);
  }
}
