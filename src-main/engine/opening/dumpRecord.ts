import type { Notice } from '../../../src-contract';
import type { FileFingerprint } from '../../../src-worker/files/fingerprints';
import type { TableFiles } from '../../../src-worker/model/tableRanks';
import type { FoundRecord, KeptRecord, RecordOf } from '../../../src-worker/model/work';
import type { ThreadPool } from '../threads/threadPool';
import { type IndexCache, inThread } from './indexCache';
import type { RankIndexes } from './rankIndexes';

export const NOT_KEPT: FoundRecord = { record: undefined, isKept: false };

/**
 * What was found out about a dump, kept beside its indexes: good for the same indexes and files, all of them, and whatever
 * else who made it says it is made of. Read where every index in use is a kept one; written when they all are.
 */
export class DumpRecord {
  #files: TableFiles | undefined;
  /** As all files were when the record was first asked for. Undefined: one of them can't be read. */
  #before: Promise<readonly FileFingerprint[] | undefined> | undefined;

  constructor(
    readonly cache: IndexCache,
    readonly pool: ThreadPool,
    readonly indexes: Pick<RankIndexes, 'stampsOf'>,
  ) {}

  /** The dump's files are known, or more have come. */
  setFiles(files: TableFiles): void {
    this.#files = files;
    this.#before = undefined;
  }

  /** Never rejects. */
  async load(of: RecordOf): Promise<FoundRecord> {
    if (!this.#isWorthIt) return NOT_KEPT;
    const place = this.#placeOf(of);
    const now = inThread(this.#paths, this.pool);
    // What can't be read is told by whoever reads it.
    now.catch(() => {});
    // Who looks for it makes it next, if it is not there: the files of a job are not looked at twice for that.
    this.#before ??= now.catch(() => undefined);
    const record = place && (await this.cache.loadRecord(place, () => now, this.pool));
    return { record, isKept: true };
  }

  /**
   * `indexesSaved`: resolves when those are that are to be. Does nothing where one of them is not kept, or a file has
   * changed. Rejects with what writing throws.
   */
  async save(of: RecordOf, { bytes, notices }: KeptRecord, indexesSaved: Promise<void>): Promise<void> {
    const before = await this.#before;
    await indexesSaved;
    const place = this.#placeOf(of);
    if (before && place)
      await this.cache.saveRecord(place, before, { bytes, notices: this.#ofFiles(notices) }, this.pool);
  }

  get #paths(): readonly string[] {
    const { ranks = [], clusterFiles = [] } = this.#files ?? {};
    const all = [...ranks.flatMap(({ files }) => files), ...clusterFiles];
    return [...new Set(all.map(({ path }) => path))];
  }

  /** What is small is found out as fast as it is read. */
  get #isWorthIt(): boolean {
    const { ranks = [], clusterFiles = [] } = this.#files ?? {};
    const all = [...ranks.flatMap(({ files }) => files), ...clusterFiles];
    return (
      this.cache.limitBytes > 0 && all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) >= this.cache.minSourceBytes
    );
  }

  #placeOf({ version, generations }: RecordOf) {
    const stamps = this.indexes.stampsOf(generations);
    const { fingerprint } = this.pool.program;
    // What another build finds out may be something else.
    return (
      stamps && { dump: JSON.stringify(this.#paths), key: JSON.stringify([fingerprint, version, this.#files, stamps]) }
    );
  }

  /** What is said of the program's own files may not hold the next time. */
  #ofFiles(notices: readonly Notice[]): readonly Notice[] {
    const paths = new Set(this.#paths);
    return notices.filter(({ path }) => path !== undefined && paths.has(path));
  }
}
