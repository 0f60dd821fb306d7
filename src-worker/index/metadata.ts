/** What the metadata events (ph M) of a trace say about its processes and threads. */

export interface MetadataEvent {
  readonly name: string;
  /** Ids into the tokenizer's `laneTexts`. */
  readonly pid: number;
  readonly tid: number;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ProcessMetadata {
  name?: string;
  labels?: string;
  sortIndex?: number;
  readonly threadNames: Map<string, string>;
  readonly threadSortIndexes: Map<string, number>;
}

/** By pid, as the bytes in the file. */
export type MetadataByPid = Map<string, ProcessMetadata>;

/** Adds the events of one file; a later statement about the same thing wins, as in the Chrome trace viewer. */
export function collectMetadata(
  events: readonly MetadataEvent[],
  textOf: (id: number) => string,
  into: MetadataByPid,
): void {
  for (const event of events) {
    const pid = textOf(event.pid);
    let process = into.get(pid);
    if (!process) {
      process = { threadNames: new Map(), threadSortIndexes: new Map() };
      into.set(pid, process);
    }
    const { args } = event;
    const tid = textOf(event.tid);
    if (event.name === 'process_name' && args.name !== undefined) process.name = String(args.name);
    else if (event.name === 'process_labels' && args.labels !== undefined) process.labels = String(args.labels);
    else if (event.name === 'process_sort_index') process.sortIndex = Number(args.sort_index);
    else if (event.name === 'thread_name' && args.name !== undefined) process.threadNames.set(tid, String(args.name));
    else if (event.name === 'thread_sort_index') process.threadSortIndexes.set(tid, Number(args.sort_index));
  }
}
