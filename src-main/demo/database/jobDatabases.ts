import type { RankFacts } from '../facts/rankFacts';
import type { StepRecords } from '../simulation/stepRecords';
import type { DatabaseTruth } from '../truth';
import type { DatabaseMemory } from './databaseFile';
import { RankDatabases } from './rankDatabases';
import { loadSqlite } from './sqliteLibrary';

/** Ranks whose databases are open at once: SQLite keeps some MB for each. */
export const ranksAtOnce = 64;
const cacheMemoryKib = 64 << 10;
const mostCacheKib = 8 << 10;
const waitingRows = 65_536;
const mostRowsAtOnce = 2_048;

/** The databases of some ranks of a job, open side by side. */
export class JobDatabases {
  private constructor(private readonly ranks: readonly RankDatabases[]) {}

  /** `folders`: ASCEND_PROFILER_OUTPUT of each rank. */
  static async open(facts: readonly RankFacts[], folders: readonly string[]): Promise<JobDatabases> {
    const library = await loadSqlite();
    const memory: DatabaseMemory = {
      cacheKib: Math.min(mostCacheKib, Math.floor(cacheMemoryKib / facts.length)),
      rowsAtOnce: Math.min(mostRowsAtOnce, Math.floor(waitingRows / facts.length)),
    };
    const ranks: RankDatabases[] = [];
    try {
      for (const [i, rank] of facts.entries()) {
        ranks.push(new RankDatabases(library, folders[i]!, rank, memory));
      }
    } catch (error) {
      for (const rank of ranks) rank.abandon();
      throw error;
    }
    return new JobDatabases(ranks);
  }

  step(index: number, records: StepRecords): Generator<void> {
    return this.ranks[index]!.step(records);
  }

  get bytesWritten(): number {
    return this.ranks.reduce((sum, rank) => sum + rank.bytesWritten, 0);
  }

  /** Completes the databases. `spans`: when each rank's profiling began and ended, ns since the job's origin. */
  close(spans: readonly { readonly startNs: number; readonly endNs: number }[]): DatabaseTruth[] {
    return this.ranks.map((rank, i) => {
      rank.close(spans[i]!.startNs, spans[i]!.endNs);
      return { bytes: rank.bytesWritten, rows: rank.rows };
    });
  }

  abandon(): void {
    for (const rank of this.ranks) rank.abandon();
  }
}
