import type { TableKind } from '../../src-contract';
import { monitorName } from '../files/monitorFiles';
import { clusterTableKind, rankTableKind } from './tableKind';

export function isTraceView(name: string): boolean {
  if (monitorName(name)) return true;
  return /^trace_view.*\.json$/.test(name);
}

/** Others are not looked into: most files are no databases. */
export function mayBeDatabase(name: string): boolean {
  return /\.(db|sqlite3?|dat)$/i.test(name) && !rankTableKind(name) && !clusterTableKind(name);
}

/** True of a file that may be opened, whatever the rest of its name: what it is, is told by what it holds. */
export function isCandidateName(name: string): boolean {
  return isDumpName(name, 'file') || /\.(json|jsonl|gz|zip|db|sqlite3?|dat|csv)$/i.test(name);
}

/** Their names are clear: nothing else has such. */
const marked: ReadonlySet<TableKind> = new Set(['kernels', 'profiler-db', 'data-pipeline', 'host-queue']);

/** True if the folder browser should mark it as something to open. Looks at names only. */
export function isDumpName(name: string, kind: 'folder' | 'file'): boolean {
  if (kind === 'folder') return /_ascend_(pt|ms)$|^ASCEND_PROFILER_OUTPUT$|^PROF_|^cluster_analysis_output/.test(name);
  const table = rankTableKind(name);
  if (table !== undefined && marked.has(table)) return true;
  if (clusterTableKind(name) || monitorName(name)) return true;
  return /^trace_view.*\.json$|trace.*\.json(\.gz)?$|\.pt\.trace\.json(\.gz)?$|^msprof.*\.json$/i.test(name);
}
