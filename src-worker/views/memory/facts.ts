import type {
  AllocationCounts,
  MemoryStream,
  MetricFacts,
  Notice,
  RankIndex,
  RankMemory,
  StaticGraph,
} from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { type ComponentRecords, METRICS, type MemoryData } from '../../model/memory/memoryData';
import { memoryOf } from '../../model/memory/rankMemory';
import type { TableRank } from '../../model/tableRanks';
import { TableError } from '../../tables/tableError';
import { deviceCapacity, summaryCapacity } from './capacity';
import { streamSamples } from './curves';
import { modulesExtent, readModules } from './modules';
import { staticGraphs } from './staticGraph';

/** What there is about the memory of these ranks. */
export async function memoryFacts(dump: DumpContext, ranks: readonly RankIndex[]): Promise<RankMemory[]> {
  const known = ranks.flatMap((index) => dump.rankAt(index) ?? []);
  return dump.overRanks(known, (rank) => factsOf(dump, rank));
}

async function factsOf(dump: DumpContext, rank: TableRank): Promise<RankMemory> {
  const data = await memoryOf(dump, rank);
  const { graphs, notices: graphNotices } = await readableGraphs(dump, rank);
  const ofModules = await modulesExtent(dump, rank);
  const capacityOf = await deviceCapacity(dump, rank);
  const capacityBytes = await summaryCapacity(dump, rank);
  const beside = {
    rank: rank.index,
    graphs,
    hasExecution: dump.paths(rank, 'memory-usage').length > 0,
    hasModules: dump.paths(rank, 'module-memory').length > 0 || (await readModules(dump, rank)) !== undefined,
    ...(ofModules && { modulesExtent: ofModules }),
    ...(capacityBytes !== undefined && { capacityBytes }),
  };
  if (!data) return { ...beside, components: [], streams: [], allocations: noAllocations, notices: graphNotices };
  const extent = extentOf(data.components);
  return {
    ...beside,
    source: data.source,
    ...(extent && {
      extent: { startNs: dump.toJobNs(rank.index, extent.startNs), endNs: dump.toJobNs(rank.index, extent.endNs) },
    }),
    components: data.components.map((records) => {
      const ofComponent = capacityOf(records.component);
      return {
        id: records.id,
        component: records.component,
        from: records.from,
        isTimeLost: records.isTimeLost,
        metrics: metricFacts(dump, rank.index, records),
        ...(ofComponent !== undefined && { capacityBytes: ofComponent }),
      };
    }),
    // What is read of files stays as it is; what is read of a trace goes when its index is replaced.
    streams:
      data.source === 'trace' ? streamsOf(data) : dump.memo(`streams of rank ${rank.index}`, () => streamsOf(data)),
    allocations: countsOf(data),
    notices: [...data.notices, ...graphNotices],
  };
}

/** A broken file of static graphs says so, and takes nothing else with it. */
async function readableGraphs(
  dump: DumpContext,
  rank: TableRank,
): Promise<{ graphs: readonly StaticGraph[]; notices: readonly Notice[] }> {
  try {
    return { graphs: await staticGraphs(dump, rank), notices: [] };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    dump.note(error.notice);
    return { graphs: [], notices: [error.notice] };
  }
}

const noAllocations: AllocationCounts = {
  count: 0,
  bytes: 0,
  neverFreedCount: 0,
  neverFreedBytes: 0,
  earlierCount: 0,
};

function extentOf(components: readonly ComponentRecords[]): { startNs: number; endNs: number } | undefined {
  const timed = components.filter(({ isTimeLost, timeNs }) => !isTimeLost && timeNs.length > 0);
  if (timed.length === 0) return undefined;
  return {
    startNs: Math.min(...timed.map(({ timeNs }) => timeNs[0])),
    endNs: Math.max(...timed.map(({ timeNs }) => timeNs[timeNs.length - 1])),
  };
}

function metricFacts(
  dump: DumpContext,
  rank: RankIndex,
  { timeNs, values, isTimeLost }: ComponentRecords,
): MetricFacts[] {
  return METRICS.flatMap((metric) => {
    const bytes = values[metric];
    if (!bytes) return [];
    let [peak, first, last, sampleCount] = [-1, -1, -1, 0];
    for (let at = 0; at < bytes.length; at++) {
      if (Number.isNaN(bytes[at])) continue;
      sampleCount++;
      if (first < 0) first = at;
      last = at;
      if (peak < 0 || bytes[at] > bytes[peak]) peak = at;
    }
    if (sampleCount === 0) return [];
    return [
      {
        metric,
        sampleCount,
        peakBytes: bytes[peak],
        ...(!isTimeLost && { peakNs: dump.toJobNs(rank, timeNs[peak]) }),
        firstBytes: bytes[first],
        lastBytes: bytes[last],
      },
    ];
  });
}

function streamsOf(data: MemoryData): MemoryStream[] {
  const { component, stream, sizeBytes } = data.allocations;
  const counts = new Map<string, { component: string; stream: string; allocationCount: number }>();
  for (let row = 0; row < sizeBytes.length; row++) {
    const key = `${component.codes[row]} ${stream.codes[row]}`;
    const own = counts.get(key);
    if (own) own.allocationCount++;
    else {
      const names = { component: component.texts[component.codes[row]], stream: stream.texts[stream.codes[row]] };
      counts.set(key, { ...names, allocationCount: 1 });
    }
  }
  return [...counts.values()]
    .map((own) => {
      const { bytes } = streamSamples(data, own.component, own.stream);
      return { ...own, peakBytes: bytes.reduce((peak, value) => Math.max(peak, value), 0) };
    })
    .sort((a, b) => b.peakBytes - a.peakBytes);
}

function countsOf({ allocations }: MemoryData): AllocationCounts {
  const { fromNs, untilNs, sizeBytes } = allocations;
  const counts = { count: 0, bytes: 0, neverFreedCount: 0, neverFreedBytes: 0, earlierCount: 0 };
  for (let row = 0; row < sizeBytes.length; row++) {
    counts.count++;
    counts.bytes += sizeBytes[row];
    if (fromNs[row] === Number.NEGATIVE_INFINITY) counts.earlierCount++;
    else if (untilNs[row] === Number.POSITIVE_INFINITY) {
      counts.neverFreedCount++;
      counts.neverFreedBytes += sizeBytes[row];
    }
  }
  return counts;
}
