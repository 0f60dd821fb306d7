/** What the dump tells of the device its kernels ran on. */
import type { DeviceFacts, RankIndex } from '../../../src-contract';
import { edgeValue } from '../../files/traceEdges';
import { type ColumnTable, numbersOf, textReader } from '../../tables/columnTable';
import type { DumpContext } from '../dumpContext';
import { rankEdges } from '../rankEdges';
import { at } from '../rankJson';
import type { TableRank } from '../tableRanks';
import { databaseDevice } from './kernelDatabase';
import { kernelsOf, type RankKernelTable } from './kernels';

/** Shorter ones start and end within the rounding of their times. */
const MIN_NS = 20_000;
const MAX_SAMPLES = 10_000;
/** A grid may have more blocks than there are cores: they run one after another. */
const MAX_CORES = 64;

/** Of the first of these ranks that tells anything. */
export async function deviceFacts(
  dump: DumpContext,
  ranks: readonly RankKernelTable[],
): Promise<DeviceFacts | undefined> {
  for (const kernels of ranks) {
    const facts = await factsOf(dump, kernels.rank, coresIn(kernels));
    if (facts) return facts;
  }
  return undefined;
}

/** The same of one rank. */
export async function deviceOfRank(dump: DumpContext, index: RankIndex): Promise<DeviceFacts | undefined> {
  const cores = await coresOfRank(dump, index);
  const rank = dump.rankAt(index);
  return cores && rank && factsOf(dump, rank, cores);
}

/** What the rank's kernels tell of its device, kept by itself: they need not be. Undefined: it is no rank. */
export function coresOfRank(dump: DumpContext, index: RankIndex): Promise<Cores | undefined> {
  const make = async () => {
    const [kernels] = await kernelsOf(dump, [index]);
    return kernels && coresIn(kernels);
  };
  return dump.memo(`cores of rank ${index}`, make, String(dump.generation(index)));
}

function coresIn({ source, table }: RankKernelTable): Cores {
  return source === 'timeline' || source === 'gpu-trace' ? {} : measuredCores(table);
}

async function factsOf(dump: DumpContext, rank: TableRank, cores: Cores): Promise<DeviceFacts | undefined> {
  const [database] = dump.paths(rank, 'profiler-db');
  const name =
    (await gpuName(dump, rank)) ??
    (database === undefined ? undefined : dump.memo(`device of ${database}`, () => databaseDevice(database)));
  const facts = { ...cores, ...(name === undefined ? {} : { name }) };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** Clock and cores. */
export type Cores = Omit<DeviceFacts, 'name'>;

/** Clock and cores as the PMU counters tell them: cycles of all cores / time / blocks. */
export function measuredCores(table: ColumnTable): Cores {
  const cube = coresOf(table, 'AI_CORE', 'aic_total_cycles', 'aicore_time(us)');
  const vector = coresOf(table, 'AI_VECTOR_CORE', 'aiv_total_cycles', 'aiv_time(us)');
  const clockHz = cube?.clockHz ?? vector?.clockHz;
  return {
    ...(clockHz === undefined ? {} : { clockHz }),
    ...(cube ? { cubeCores: cube.cores } : {}),
    ...(vector ? { vectorCores: vector.cores } : {}),
  };
}

function coresOf(table: ColumnTable, core: string, cyclesKey: string, timeKey: string) {
  const coreText = textReader(table, 'core');
  const [blocks, cycles, time] = ['blockDim', cyclesKey, timeKey].map((key) => numbersOf(table, key));
  if (!coreText || !blocks || !cycles || !time) return undefined;
  const clocks: number[] = [];
  let cores = 0;
  for (let row = 0; row < table.rowCount && clocks.length < MAX_SAMPLES; row++) {
    const isUsable = cycles[row] > 0 && time[row] >= MIN_NS && blocks[row] > 0 && blocks[row] <= MAX_CORES;
    if (!isUsable || coreText(row) !== core) continue;
    clocks.push(cycles[row] / (time[row] * 1e-9) / blocks[row]);
    cores = Math.max(cores, blocks[row]);
  }
  if (clocks.length === 0) return undefined;
  clocks.sort((a, b) => a - b);
  return { clockHz: clocks[clocks.length >> 1], cores };
}

/** GPUs of several kinds: what one of them reaches says nothing of the others. */
export async function haveSeveralGpus(dump: DumpContext, ranks: readonly TableRank[]): Promise<boolean> {
  const names = new Set<string>();
  for (const rank of ranks) {
    const name = await gpuName(dump, rank);
    if (name !== undefined) names.add(name);
  }
  return names.size > 1;
}

/** Name of the first device that a Kineto trace lists; undefined for other traces. */
export async function gpuName(dump: DumpContext, rank: TableRank): Promise<string | undefined> {
  const devices = edgeValue(await rankEdges(dump, rank), 'deviceProperties');
  const name = Array.isArray(devices) ? at(devices[0], 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
