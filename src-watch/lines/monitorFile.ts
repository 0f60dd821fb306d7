/** What the names of msMonitor's files tell. */
export interface MonitorFile {
  readonly process: string;
  /** When it was begun: "20250912133501123". */
  readonly begun: string;
  /** Undefined: the job has no ranks. */
  readonly rank: number | undefined;
  readonly form: 'jsonl' | 'db';
}

/** `msmonitor_{process}_{instant}_{rank}`, −1 where the job has no ranks. */
const NAME = /(?:^|[\\/])msmonitor_(\d+)_(\d+)_(-?\d+)\.(jsonl|db)$/i;

/** Undefined: it is none of msMonitor's. */
export function monitorFile(path: string): MonitorFile | undefined {
  const [, process, begun, rank, form] = NAME.exec(path) ?? [];
  if (process === undefined) return undefined;
  const isDatabase = form.toLowerCase() === 'db';
  return { process, begun, rank: Number(rank) < 0 ? undefined : Number(rank), form: isDatabase ? 'db' : 'jsonl' };
}
