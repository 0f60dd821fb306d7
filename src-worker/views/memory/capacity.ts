/** How much memory a rank's device has, where a file tells. */
import { edgeValue } from '../../files/traceEdges';
import type { DumpContext } from '../../model/dumpContext';
import { rankEdges } from '../../model/rankEdges';
import { at, unlessBroken } from '../../model/rankJson';
import type { TableRank } from '../../model/tableRanks';

/** memory_usage_summary_N.json counts in GiB. */
const BYTES_PER_GB = 1 << 30;

/** Components of memory that is not the device's. */
const OF_HOST = /^CPU\b/;
/** "CUDA 3", as components of a PyTorch trace are called: type of the device, and its number. */
const DEVICE = /^[A-Z]+ (\d+)$/;

/** Bytes by component; undefined where no file tells. */
export type Capacity = (component: string) => number | undefined;

/** From MindSpore's memory_usage_summary_N.json, of all the device's components; else from `deviceProperties` of a PyTorch trace. */
export async function deviceCapacity(dump: DumpContext, rank: TableRank): Promise<Capacity> {
  const summary = await summaryCapacity(dump, rank);
  if (summary !== undefined) return (component) => (OF_HOST.test(component) ? undefined : summary);
  const devices = edgeValue(await rankEdges(dump, rank), 'deviceProperties');
  const bytesOf = new Map<number, number>();
  for (const device of Array.isArray(devices) ? devices : []) {
    const [id, bytes] = [at(device, 'id'), at(device, 'totalGlobalMem')];
    if (typeof id === 'number' && typeof bytes === 'number' && bytes > 0) bytesOf.set(id, bytes);
  }
  return (component) => {
    const id = OF_HOST.test(component) ? undefined : DEVICE.exec(component)?.[1];
    return id === undefined ? undefined : bytesOf.get(Number(id));
  };
}

/** Undefined where the rank has no such file. */
export async function summaryCapacity(dump: DumpContext, rank: TableRank): Promise<number | undefined> {
  const [summary] = dump.paths(rank, 'memory-summary');
  const capacity = at(await unlessBroken(dump, summary, (path) => dump.json(path)), 'capacity');
  return typeof capacity === 'number' && capacity > 0 ? Math.round(capacity * BYTES_PER_GB) : undefined;
}
