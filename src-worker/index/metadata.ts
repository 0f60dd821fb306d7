import type { MetadataEvent } from './segmentEvents';

/** What the metadata events (ph M) of a trace say about a process and its threads. */
export interface ProcessMetadata {
  name?: string;
  labels?: string;
  sortIndex?: number;
  /** By tid, as the bytes in the file. */
  readonly threadNames: Map<string, string>;
  readonly threadSortIndexes: Map<string, number>;
}

/** By pid, as the bytes in the file. */
export type MetadataByPid = ReadonlyMap<string, ProcessMetadata>;

/** A later statement about the same thing wins, as in the Chrome trace viewer. */
export function collectMetadata(events: Iterable<MetadataEvent>): MetadataByPid {
  const byPid = new Map<string, ProcessMetadata>();
  for (const { name, pid, tid, args } of events) {
    let process = byPid.get(pid);
    if (!process) {
      process = { threadNames: new Map(), threadSortIndexes: new Map() };
      byPid.set(pid, process);
    }
    if (name === 'process_name' && args.name !== undefined) process.name = args.name;
    else if (name === 'process_labels' && args.labels !== undefined) process.labels = args.labels;
    else if (name === 'process_sort_index') process.sortIndex = sortIndexOf(args);
    else if (name === 'thread_name' && args.name !== undefined) process.threadNames.set(tid, args.name);
    else if (name === 'thread_sort_index') process.threadSortIndexes.set(tid, sortIndexOf(args));
  }
  return byPid;
}

/** 0, as if it were not there, where it is no number. */
function sortIndexOf({ sort_index: text }: MetadataEvent['args']): number {
  const index = Number(text);
  return Number.isFinite(index) ? index : 0;
}
