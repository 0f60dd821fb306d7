import type { Notice } from '../../src-contract';
import { openByteSource } from '../files/byteSource';
import { notice } from '../files/notices';
import { unreadable } from '../files/unreadable';
import type { Segment, SegmentPlan } from './importer';

/** What a file that can be divided comes to. */
export interface DividedFile<S> {
  /** In the order of their bytes. */
  readonly segments: readonly S[];
  /** µs that times may count from; undefined where none was found. */
  readonly baseUs: number | undefined;
}

/**
 * Plans files whose events stand one after another: `divide` says where segments of one begin, a packed file is the one segment that
 * `whole` makes of it. Files that are empty or can't be read are in the notices.
 */
export function planFiles<S extends Segment>(
  paths: readonly string[],
  whole: (packed: Segment) => S,
  divide: (path: string, file: number, sizeBytes: number) => DividedFile<S>,
): Omit<SegmentPlan<S>, 'importer'> {
  const segments: S[] = [];
  const notices: Notice[] = [];
  let baseUs: number | undefined;
  paths.forEach((path, file) => {
    try {
      const source = openByteSource(path);
      const { kind, sizeBytes } = source;
      source.close();
      if (sizeBytes === 0) notices.push(notice('empty-file', 'error', {}, { path, byteOffset: 0 }));
      else if (kind === 'packed') segments.push(whole({ path, kind, file, sizeBytes }));
      else {
        const found = divide(path, file, sizeBytes);
        baseUs ??= found.baseUs;
        segments.push(...found.segments);
      }
    } catch (error) {
      notices.push(unreadable(path, error));
    }
  });
  return { segments, baseUs, notices };
}
