import type { LinkTraffic } from '../../model/collectives/collective';
import { Throughput } from '../../model/patterns/throughput';
import type { JobRecord } from '../record/jobRecord';
import type { FunctionRecord } from '../record/patternsRecord';

/**
 * The functions of the rank at a position, of those that are asked about. Collectives send and receive at the same time: where
 * the matrix has links of a rank, one of them becomes a sending and a receiving one, with the throughput of those links.
 */
export function directedFunctions(
  { ranks, links }: Pick<JobRecord, 'ranks' | 'links'>,
  isAsked: (own: FunctionRecord) => boolean,
): (position: number) => readonly FunctionRecord[] {
  // There are millions of links; of most questions no function has a direction.
  let samples: ReadonlyMap<string, Throughput> | undefined;
  return (position) => {
    const { rank, patterns } = ranks[position];
    return (patterns?.functions ?? []).filter(isAsked).flatMap((own) => {
      if (own.direction !== 'both' || own.transport === '') return own;
      const split = (['send', 'receive'] as const).flatMap((direction) => {
        samples ??= samplesOf(links);
        const found = samples.get(keyOf(rank, direction, { transport: own.transport, type: own.name }));
        return found ? { ...plain(own), direction, ...found.result } : [];
      });
      return split.length > 0 ? split : own;
    });
  };
}

/** Member by member: those of a summary's are not its own. */
function plain(own: FunctionRecord): Omit<FunctionRecord, 'direction' | 'throughputGBps' | 'throughputDeviation'> {
  const { class: ofClass, name, detail, transport, count, exposedNs, freeNs, meanNs, medianNs, deviationNs } = own;
  const told = { class: ofClass, name, detail, transport, count, exposedNs, freeNs, meanNs, medianNs, deviationNs };
  return { ...told, ...(own.longest && { longest: own.longest }) };
}

function samplesOf(links: JobRecord['links']): ReadonlyMap<string, Throughput> {
  const samples = new Map<string, Throughput>();
  for (const link of links) {
    if (!link.isGlobal || link.source === link.target || !(link.sizeBytes > 0)) continue;
    add(samples, keyOf(link.source, 'send', link), link);
    add(samples, keyOf(link.target, 'receive', link), link);
  }
  return samples;
}

/** The matrix writes "allreduce" for what all other files call "allReduce". */
function keyOf(rank: number, direction: string, { transport, type }: Pick<LinkTraffic, 'transport' | 'type'>): string {
  return `${rank}\n${direction}\n${transport}\n${type.toLowerCase()}`;
}

function add(samples: Map<string, Throughput>, key: string, { sizeBytes, transitNs }: LinkTraffic): void {
  const own = samples.get(key) ?? new Throughput();
  samples.set(key, own);
  own.add(sizeBytes, transitNs);
}
