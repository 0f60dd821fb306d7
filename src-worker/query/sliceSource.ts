import type { SliceSource, SourcePlace } from '../../src-contract';
import { importerNamed } from '../importers/importers';
import { type EventSource, NO_SOURCE } from '../index/eventSource';
import type { RankIndex } from '../index/rankIndex';
import type { RankView } from './rankView';

/** What finds the slice again when its rank's index is replaced. */
export function sliceSourceOf({ index }: RankView, slice: number): SliceSource {
  return String(index.slices.source[slice]) as SliceSource;
}

/** The slice that was made of this; undefined if none was. */
export function sliceAtSource({ index }: RankView, source: SliceSource): number | undefined {
  const own = Number(source);
  if (!(own >= 0)) return undefined;
  const slice = index.slices.source.indexOf(own);
  return slice < 0 ? undefined : slice;
}

/** Where the slice's event stands; undefined for a computed slice. */
export function placeOfSlice({ slices, files }: RankIndex, slice: number): SourcePlace | undefined {
  const source = slices.source[slice] as EventSource;
  return source === NO_SOURCE ? undefined : importerNamed(files.importer).describe(files, source);
}
