import type { JobFactId } from '../../../src-contract';
import type { DumpContext, TableRank } from '../../model/dumpContext';
import { at } from '../../model/rankJson';
import { headText, valueIn } from '../../model/traceHead';

/** What a PyTorch trace says of its job before its events: `distributedInfo` and `deviceProperties`. */
export async function kinetoFacts(
  dump: DumpContext,
  rank: TableRank,
): Promise<{ readonly [id in JobFactId]?: string | undefined }> {
  const path = rank.files.find(({ role }) => role === 'timeline')?.path;
  if (path === undefined) return {};
  return dump.memo(`head of ${path}`, async () => {
    const head = headText(path);
    const job = valueIn(head, 'distributedInfo');
    const devices = valueIn(head, 'deviceProperties');
    const names = Array.isArray(devices) ? devices.map((device) => at(device, 'name')) : [];
    const distinct = [...new Set(names.filter((name) => typeof name === 'string'))];
    const [worldSize, backend] = [at(job, 'world_size'), at(job, 'backend')];
    return {
      worldSize: typeof worldSize === 'number' ? String(worldSize) : undefined,
      backend: typeof backend === 'string' ? backend : undefined,
      deviceName: distinct.length > 0 ? `${distinct.join(', ')} × ${names.length}` : undefined,
    };
  });
}
