import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { compareNames } from '../../../src-contract/cells/nameOrder';
import type { FolderReduced } from '../threads/folderReduce';
import { Thread, ThreadDiedError } from '../threads/thread';
import { ThreadProgram } from '../threads/threadProgram';
import { PLAIN_START } from '../threads/threadStart';

export type { FolderReduced } from '../threads/folderReduce';

const SUFFIX = '.parquet';
/** So many files are read before another thread would have started. */
const FEW_FILES = 128;

/** Rules make objects of what stands in columns and drop them: in a smaller space those that stay are copied more often, a larger one takes memory. */
const YOUNG_MB = 32;
/** For small jobs, and for each rank of larger ones: V8 by itself takes twice of what it needs, as long as there is memory. */
const LEAST_MB = 350;
const FIXED_MB = 150;
const RANK_KB = 55;
/** Of a thread that reads, and judges calls: what of the job is alive there is less than half of that, and with a limit little is kept besides. */
const READER_RANK_KB = 25;

/**
 * What the summaries in a folder, and in folders of it, come to; `without` is the job's own file, which may lie among them. In a thread, whose
 * memory can be told how large it may become; where that is too little, once more without a limit. Throws what listing the folder throws.
 */
export async function reduceFolder(folder: string, without: string, workerUrl: URL): Promise<FolderReduced> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith(SUFFIX) && !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => join(folder, name) !== without)
    .sort(compareNames);
  const program = new ThreadProgram(workerUrl);
  try {
    return await reduced(program, folder, names, mostMb(names.length, RANK_KB));
  } catch (error) {
    if (!(error instanceof ThreadDiedError) || error.deathCause !== 'memory') throw error;
    return reduced(program, folder, names, undefined);
  }
}

function mostMb(fileCount: number, rankKb: number): number {
  return Math.max(LEAST_MB, FIXED_MB + Math.ceil((fileCount * rankKb) / 1000));
}

async function reduced(
  program: ThreadProgram,
  folder: string,
  names: readonly string[],
  limitMb: number | undefined,
): Promise<FolderReduced> {
  const reducing = new Thread(program, PLAIN_START, {
    maxYoungGenerationSizeMb: YOUNG_MB,
    ...(limitMb !== undefined && { maxOldGenerationSizeMb: limitMb }),
  });
  const readerCount = names.length > FEW_FILES ? availableParallelism() - 1 : 0;
  const readers = Array.from(
    { length: readerCount },
    () => new Thread(program, PLAIN_START, { maxOldGenerationSizeMb: mostMb(names.length, READER_RANK_KB) }),
  );
  try {
    const ports = readers.map((own) => {
      const { port1, port2 } = new MessageChannel();
      // One that ends closes its port, which whoever waits there hears of.
      own.call((api) => api.serveSummaries(port1)).catch(() => port1.close());
      return port2;
    });
    return await reducing.call((api) => api.reduceSummaries(folder, names, ports));
  } finally {
    await Promise.all([reducing, ...readers].map((own) => own.stop()));
  }
}
