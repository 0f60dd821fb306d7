/** Files that msMonitor writes with `--export-type Jsonl`: by their names, and by what is in them. */

/** `msmonitor_{pid}_{timestamp}_{rank}.jsonl`; a rank that is not known is −1. */
const NAME = /^msmonitor_(\d+)_(\d+)_(-?\d+)\.jsonl(?:\.gz)?$/i;

export interface MonitorName {
  readonly pid: string;
  /** When the part was begun: "20250912133501123". */
  readonly begun: string;
  /** Undefined: the job has none. */
  readonly rank: number | undefined;
}

/** What the name of a part tells; undefined where it is none of msMonitor's. */
export function monitorName(name: string): MonitorName | undefined {
  const [, pid, begun, rank] = NAME.exec(name) ?? [];
  if (pid === undefined) return undefined;
  return { pid, begun, rank: Number(rank) < 0 ? undefined : Number(rank) };
}

const EVENT_KINDS = 'Marker|Kernel|Communication|(?:Acl|Node|Runtime)?API';

/** A whole line, which a trace event has no place for: its keys may come in any order. */
const EVENT_LINE = new RegExp(
  `^[\\ufeff ]*\\{(?=[^\\n]*"kind"\\s*:\\s*"(?:${EVENT_KINDS})")(?=[^\\n]*"startNs"\\s*:)(?![^\\n]*"ph"\\s*:)[^\\n]*\\}\\s*$`,
  'm',
);
const OTHER_LINE = /^[\ufeff ]*\{[^\n]*"kind"\s*:\s*"(?:parallel_group_info|rank_device_map)"[^\n]*\}\s*$/m;

/** Whether the beginning of a file has a line of msMonitor's in it. */
export function isMonitorText(head: string): boolean {
  return EVENT_LINE.test(head) || OTHER_LINE.test(head);
}
