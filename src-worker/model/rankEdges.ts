import { edgeValue, type TraceEdges, traceEdges } from '../files/traceEdges';
import type { DumpContext } from './dumpContext';
import type { TableRank } from './tableRanks';

const NONE: TraceEdges = { head: '', tail: '' };

/** What the rank's trace says around its events, read once; nothing where it has none. */
export async function rankEdges(dump: DumpContext, rank: TableRank): Promise<TraceEdges> {
  const path = rank.files.find(({ role }) => role === 'timeline')?.path;
  return path === undefined ? NONE : dump.memo(`around the events of ${path}`, () => traceEdges(path));
}

/** What PyTorch writes of the job around a trace's events; undefined where the file has no such thing. */
export async function distributedInfo(dump: DumpContext, rank: TableRank): Promise<unknown> {
  return edgeValue(await rankEdges(dump, rank), 'distributedInfo');
}
