import type { ArgEntry } from '../../src-contract';
import { EventReader } from '../importers/traceEvents/eventBytes';
import type { RankIndex } from '../index/rankIndex';
import { FILE_STRIDE_BYTES } from '../index/segmentEvents';

/**
 * Reads the events of many slices again, each file once from its beginning to its last wanted event. `visit` gets the
 * event's args as written, in the order of the file; not at all for a computed slice, or where the event is not at its
 * place any more. Rejects with what reading rejects with.
 */
export async function readSliceArgs(
  index: RankIndex,
  slices: Iterable<number>,
  visit: (slice: number, args: readonly ArgEntry[]) => void,
): Promise<void> {
  const { byteOffset } = index.slices;
  const wanted = Array.from(slices).filter((slice) => byteOffset[slice] >= 0);
  wanted.sort((a, b) => byteOffset[a] - byteOffset[b]);
  for (let at = 0; at < wanted.length; ) {
    const file = Math.floor(byteOffset[wanted[at]] / FILE_STRIDE_BYTES);
    const reader = new EventReader(index.files[file].path);
    try {
      for (; at < wanted.length && Math.floor(byteOffset[wanted[at]] / FILE_STRIDE_BYTES) === file; at++) {
        const event = await reader.eventAt(byteOffset[wanted[at]] % FILE_STRIDE_BYTES);
        const args = event?.find(({ key }) => key === 'args')?.value;
        if (args?.kind === 'object') visit(wanted[at], args.entries);
      }
    } finally {
      reader.close();
    }
  }
}
