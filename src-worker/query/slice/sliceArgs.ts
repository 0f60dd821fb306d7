import type { ArgEntry } from '../../../src-contract';
import { importerNamed } from '../../importers/importers';
import { sourceOf } from '../../index/columns/indexSlices';
import { type EventSource, NO_SOURCE } from '../../index/eventSource';
import type { RankIndex } from '../../index/rankIndex';

/**
 * Reads the events of many slices again, each file once from its beginning to its last wanted event. `visit` gets the
 * event's args as written, in the order of the file; not at all for a computed slice, or where the event is not at its
 * place any more or has none. Rejects with what reading rejects with.
 */
export async function readSliceArgs(
  { slices: columns, files }: RankIndex,
  slices: Iterable<number>,
  visit: (slice: number, args: readonly ArgEntry[]) => void,
): Promise<void> {
  const wanted = Array.from(slices).filter((slice) => sourceOf(columns, slice) !== NO_SOURCE);
  const sources = wanted.map((slice) => sourceOf(columns, slice) as EventSource);
  await importerNamed(files.importer).readEvents(files, sources, (position, { args }) => {
    if (args) visit(wanted[position], args);
  });
}
