import { closeSync, readSync } from 'node:fs';
import { openFile } from '../files/readable';
import type { DescribedFiles, ImporterName, IndexedFiles } from '../index/eventSource';
import type { Importer, SegmentPlan, SegmentSizes } from './importer';
import { laneFile } from './laneFile/laneFile';
import { msMonitor } from './msMonitor/msMonitor';
import { profilerDatabase } from './profilerDatabase/profilerDatabase';
import { traceEvents } from './traceEvents/traceEvents';

/** In the order in which they are asked: a line of msMonitor begins as a document of trace events may. */
const importers: Readonly<Record<ImporterName, Importer>> = { msMonitor, traceEvents, profilerDatabase, laneFile };

const HEAD_BYTES = 1 << 12;

export function importerNamed(name: ImporterName): Importer {
  return importers[name];
}

/** Divides a rank's files into segments, by the importer that can read them. */
export async function planRank(paths: readonly string[], sizes?: SegmentSizes, device?: number): Promise<SegmentPlan> {
  return importerOf(paths).plan(paths, sizes, device);
}

/** By the first file; one that nobody can read is told of by the reader of trace-event JSON. */
function importerOf([path]: readonly string[]): Importer {
  const head = path === undefined ? undefined : headOf(path);
  const able = head && Object.values(importers).find((importer) => importer.canRead(path, head));
  return able ?? traceEvents;
}

/** Undefined where the file can't be read: whoever is to read it says why. */
function headOf(path: string): Uint8Array | undefined {
  try {
    const fd = openFile(path);
    try {
      const head = new Uint8Array(HEAD_BYTES);
      return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** The files with what tells of their events: it can't go to another thread, so each thread makes its own. */
export function describedFiles(files: IndexedFiles): DescribedFiles {
  const importer = importerNamed(files.importer);
  return { ...files, describe: (source) => importer.describe(files, source) };
}
