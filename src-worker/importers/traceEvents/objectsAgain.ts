import type { EventSource, IndexedFiles } from '../../index/eventSource';
import { type EventAgain, EventReader, readEventAt } from './eventBytes';
import { byteOffsetOf, fileOf, sourcesByFile } from './eventPlaces';
import type { ReadObject } from './jsonObject';

/** The JSON object at a source, read again: see `Importer.readEvent`. */
export async function readObjectOf(
  { paths, checks }: IndexedFiles,
  source: EventSource,
): Promise<EventAgain | undefined> {
  const file = fileOf(source);
  const path = paths[file];
  return path === undefined ? undefined : await readEventAt(path, byteOffsetOf(source), checks?.[file]);
}

/** Those at many sources: see `Importer.readEvents`. */
export async function readObjectsOf(
  files: IndexedFiles,
  sources: ArrayLike<EventSource>,
  visit: (position: number, object: ReadObject) => void,
): Promise<void> {
  for (const { positions } of sourcesByFile(sources)) await readFileObjects(files, positions, sources, visit);
}

/** Of the sources those at these positions, which are of one file and ascend. */
async function readFileObjects(
  { paths, checks }: IndexedFiles,
  positions: readonly number[],
  sources: ArrayLike<EventSource>,
  visit: (position: number, object: ReadObject) => void,
): Promise<void> {
  const file = fileOf(sources[positions[0]]);
  const reader = new EventReader(paths[file], checks?.[file]);
  try {
    const isChanged = await reader.changes();
    for (const position of positions) {
      const byteOffset = byteOffsetOf(sources[position]);
      const read = await reader.eventAt(byteOffset);
      if (read && !isChanged(byteOffset, byteOffset + read.lengthBytes)) visit(position, read);
    }
  } finally {
    reader.close();
  }
}
