import type { ImporterName } from '../index/eventSource';
import type { GrownFile, ReadOnFrom } from './growth';
import { FROM_BEGINNING } from './growth';
import type { Segment, SegmentPlan, SegmentResult } from './importer';

/** What reading on takes; the engine has it done by threads. Rejects as reading does. */
export interface GrowthWork {
  plan(paths: readonly string[]): Promise<SegmentPlan>;
  grown(importer: ImporterName, path: string, file: number, from: ReadOnFrom): Promise<GrownFile>;
  read(importer: ImporterName, segment: Segment, baseUs: number | undefined): Promise<SegmentResult>;
}

/** All that has been read of a rank's files, to make an index of. */
export interface ReadSoFar {
  readonly plan: SegmentPlan;
  /** One for each segment of the plan. */
  readonly results: readonly SegmentResult[];
  /** Bytes of the files, as far as they have been read. */
  readonly sizeBytes: number;
}

interface OwnFile {
  readonly segments: Segment[];
  readonly results: SegmentResult[];
  from: ReadOnFrom;
}

/**
 * A rank whose files are being written. What has been read for good is kept, as shared columns, and each call reads what has come
 * since; an index of it is the one that opening the files would make.
 */
export class GrowingRank {
  #files: OwnFile[] = [];
  #importer: ImporterName | undefined;
  #baseUs: number | undefined;
  #paths: readonly string[];

  constructor(
    paths: readonly string[],
    readonly work: GrowthWork,
  ) {
    this.#paths = paths;
  }

  /** It goes on in these files, behind those before. */
  addFiles(paths: readonly string[]): void {
    this.#paths = [...this.#paths, ...paths];
  }

  /**
   * `isLast`: the files stand still. Until then nothing is said of how they end, since that is in the midst of something.
   * Undefined where a file has been written anew: then the next call begins at the beginning.
   */
  async readOn(isLast: boolean): Promise<ReadSoFar | undefined> {
    const { plan } = this.work;
    if (this.#importer === undefined || this.#baseUs === undefined) {
      const first = await plan(this.#paths);
      this.#importer = first.importer;
      this.#baseUs = first.baseUs;
    }
    const importer = this.#importer;
    const segments: Segment[] = [];
    const results: SegmentResult[] = [];
    let sizeBytes = 0;
    for (const [file, path] of this.#paths.entries()) {
      this.#files[file] ??= { segments: [], results: [], from: FROM_BEGINNING };
      const own = this.#files[file];
      const grown = await this.work.grown(importer, path, file, own.from);
      if (grown.kind === 'rewritten') {
        this.forget();
        return undefined;
      }
      sizeBytes += grown.sizeBytes;
      const rest = await this.#readSealed(importer, own, grown);
      const { modifiedMs } = grown;
      const asNow = (result: SegmentResult): SegmentResult => ({
        ...result,
        check: { ...result.check, sizeBytes: grown.sizeBytes, modifiedMs },
      });
      segments.push(...own.segments);
      results.push(...own.results.map(asNow));
      if (!rest) continue;
      segments.push(rest.segment);
      results.push(asNow(isLast ? rest.result : withoutEnd(rest.result)));
    }
    return { plan: { importer, segments, baseUs: this.#baseUs, notices: [] }, results, sizeBytes };
  }

  /** Lets go of what has been read: it takes up as much memory as the index. The next call begins at the beginning. */
  forget(): void {
    this.#files = [];
    this.#baseUs = undefined;
  }

  /** Keeps what is read for good; answers what stands behind it. */
  async #readSealed(
    importer: ImporterName,
    own: OwnFile,
    { sealed, tail, next }: Extract<GrownFile, { kind: 'grown' }>,
  ): Promise<{ readonly segment: Segment; readonly result: SegmentResult } | undefined> {
    for (const segment of sealed) {
      const result = await this.#read(importer, segment);
      if (!result.endsAtBoundary) {
        // What looked like the beginning of an event was none: it has been read to the end of the file.
        own.from = { sealedTo: segment.startOffset, edge: undefined };
        return { segment, result };
      }
      own.segments.push(segment);
      own.results.push(result);
    }
    own.from = next;
    return tail && { segment: tail, result: await this.#read(importer, tail) };
  }

  async #read(importer: ImporterName, segment: Segment): Promise<SegmentResult> {
    const read = await this.work.read(importer, segment, this.#baseUs);
    this.#baseUs ??= read.baseUs;
    return read;
  }
}

/** How a file ends while it is being written says nothing: neither what is cut off there, nor what is missing. */
function withoutEnd(result: SegmentResult): SegmentResult {
  return { ...result, events: { ...result.events, notices: [], skipped: [] } };
}
