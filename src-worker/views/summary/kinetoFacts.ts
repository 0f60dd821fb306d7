import type { JobFactId } from '../../../src-contract';
import { edgeValue } from '../../files/traceEdges';
import type { DumpContext } from '../../model/dumpContext';
import { distributedInfo, rankEdges } from '../../model/rankEdges';
import { at } from '../../model/rankJson';
import type { TableRank } from '../../model/tableRanks';

/** What a PyTorch trace says of its job around its events: `distributedInfo` and `deviceProperties`. */
export async function kinetoFacts(
  dump: DumpContext,
  rank: TableRank,
): Promise<{ readonly [id in JobFactId]?: string | undefined }> {
  const devices = edgeValue(await rankEdges(dump, rank), 'deviceProperties');
  const names = Array.isArray(devices) ? devices.map((device) => at(device, 'name')) : [];
  const distinct = [...new Set(names.filter((name) => typeof name === 'string'))];
  const backend = at(await distributedInfo(dump, rank), 'backend');
  return {
    backend: typeof backend === 'string' ? backend : undefined,
    deviceName: distinct.length > 0 ? `${distinct.join(', ')} × ${names.length}` : undefined,
  };
}
