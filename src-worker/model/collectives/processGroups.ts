import type { DumpContext } from '../dumpContext';
import { distributedInfo } from '../rankEdges';
import { at } from '../rankJson';
import type { TableRank } from '../tableRanks';
import { processGroupOf } from './callArgs';
import type { CollectiveGroup } from './collective';

/**
 * The process groups in the `distributedInfo.pg_config` that PyTorch (from 2.3 on) writes around a trace's events, under
 * the keys that the args of their collectives have too. None where the file has no such thing.
 */
export async function processGroups(dump: DumpContext, rank: TableRank): Promise<CollectiveGroup[]> {
  const config = at(await distributedInfo(dump, rank), 'pg_config');
  if (!Array.isArray(config)) return [];
  return config.map((group) => {
    const size = at(group, 'pg_size');
    return processGroupOf(
      textOf(at(group, 'pg_name')),
      textOf(at(group, 'pg_desc')),
      ranksText(at(group, 'ranks')),
      typeof size === 'number' ? size : Number.NaN,
    );
  });
}

/** As args write it: "[0, 1]". */
function ranksText(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : textOf(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
