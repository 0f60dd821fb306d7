/** How busy the processors of a rank's host are, and with what, as far as something recorded it. */
import { basename } from 'node:path';
import { meanOf, sumOf } from '../base/aggregates';
import type { RankView } from '../query/rankView';
import { type ColumnTable, numbersOf, textReader } from '../tables/columnTable';
import { TableError } from '../tables/tableError';
import { cpuUseOf } from './dataPreparation/cpuUse';
import type { DumpContext } from './dumpContext';
import type { TableRank } from './tableRanks';

/** Means over the recording; shares are of all processors, 0 to 1. NaN: not known. */
export interface HostCpu {
  readonly hostName: string | undefined;
  readonly processorCount: number;
  /** User and system. */
  readonly busy: number;
  /** Of that, the rank's own process; `isJobs`: all those of the job on the host. */
  readonly own: number;
  readonly isJobs: boolean;
  /** Threads that could run, for each processor; over 1 some wait. */
  readonly runnable: number;
  readonly switchesPerSecond: number;
  /** That take most, without the rank's own, most first; the first few. Empty where none are recorded. */
  readonly others: readonly { readonly name: string; readonly share: number }[];
}

const MOST_PROCESSES = 5;

/**
 * MindSpore's `minddata_cpu_utilization_N.json` has the machine and the process. Of msprof `cpu_usage_*.csv` has the machine
 * (`--sys-profiling=on`), `process_cpu_usage_*.csv` all processes (`--sys-pid-profiling=on`), and the counters "CPU Usage" are the rank's process
 * on each processor (`--host-sys=cpu`; torch_npu `host_sys`): by themselves they say nothing of others. Undefined: the machine is not recorded.
 */
export async function hostCpu(dump: DumpContext, rank: TableRank): Promise<HostCpu | undefined> {
  const { hostName } = rank;
  const sampled = await ofDataPipeline(dump, rank);
  if (sampled) return { hostName, ...sampled };
  const { busy, processes } = await ofTables(dump, rank);
  if (Number.isNaN(busy)) return undefined;
  const counted = await dump.ofTimeline('CPU of the process', rank.index, ofCounters);
  const processorCount = counted?.processorCount ?? Number.NaN;
  const unknown = { runnable: Number.NaN, switchesPerSecond: Number.NaN };
  if (processes.length === 0)
    return { hostName, processorCount, busy, own: counted?.own ?? Number.NaN, isJobs: false, others: [], ...unknown };
  return { hostName, processorCount, busy, isJobs: true, ...sharesOf(processes, busy, processorCount), ...unknown };
}

async function ofDataPipeline(dump: DumpContext, rank: TableRank): Promise<Omit<HostCpu, 'hostName'> | undefined> {
  const [path] = dump.paths(rank, 'data-cpu');
  const json = path === undefined ? undefined : await readable(dump, () => dump.json(path));
  const use = json === undefined ? undefined : cpuUseOf(json, undefined);
  if (!use) return undefined;
  const { machine, process, processorCount, timesNs } = use;
  const seconds = (timesNs[timesNs.length - 1] - timesNs[0]) / 1e9;
  return {
    processorCount,
    busy: meanOf(machine.user) + meanOf(machine.system),
    // Of the process in shares of one processor.
    own: (meanOf(process.user) + meanOf(process.system)) / processorCount,
    runnable: meanOf(machine.runnable) / processorCount,
    switchesPerSecond: seconds > 0 ? sumOf(machine.contextSwitches) / seconds : Number.NaN,
    isJobs: false,
    others: [],
  };
}

const OF_PROCESSOR = /^CPU (\d+)(\/|$)/;
const OF_ALL = /^CPU Avg(\/|$)/i;

/** Undefined where the timeline has no such counters. */
export function ofCounters({ index }: RankView): { readonly own: number; readonly processorCount: number } | undefined {
  const single = index.counters.filter(({ counter }) => OF_PROCESSOR.test(counter));
  const all = index.counters.find(({ counter }) => OF_ALL.test(counter));
  if (single.length === 0 && !all) return undefined;
  const percent = all ? meanOf(all.value) : meanOf(single.map(({ value }) => meanOf(value)));
  return { own: percent / 100, processorCount: single.length > 0 ? single.length : Number.NaN };
}

interface Process {
  readonly name: string;
  /** As the file has it. */
  readonly percent: number;
}

async function ofTables(
  dump: DumpContext,
  rank: TableRank,
): Promise<{ readonly busy: number; readonly processes: readonly Process[] }> {
  const paths = dump.paths(rank, 'other-table');
  const read = async (pattern: RegExp) => {
    const path = paths.find((own) => pattern.test(basename(own)));
    return path === undefined ? undefined : readable(dump, () => dump.csv(path, {}));
  };
  const machine = await read(/^cpu_usage_\d.*\.csv$/);
  const idle = machine && hostRows(machine).map((row) => numbersOf(machine, 'Idle(%)')?.[row] ?? Number.NaN);
  const table = await read(/^process_cpu_usage_\d.*\.csv$/);
  const nameOf = table && textReader(table, 'Name');
  const percents = table && numbersOf(table, 'CPU(%)');
  const processes: Process[] = [];
  if (table && nameOf && percents)
    for (const row of hostRows(table))
      if (percents[row] > 0) processes.push({ name: nameOf(row), percent: percents[row] });
  return { busy: idle ? 1 - meanOf(idle) / 100 : Number.NaN, processes };
}

/** Devices have processors, too: their rows have a number where those of the host say so. */
function hostRows(table: ColumnTable): number[] {
  const deviceOf = textReader(table, 'Device_id');
  return Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => !deviceOf || deviceOf(row) === 'host');
}

/**
 * Shares of all processors, of per cent that may be of one: then they sum up to more than all are busy. Own are processes of Python and
 * of MindSpore’s launcher: who else runs on the host of a training is another.
 */
function sharesOf(
  processes: readonly Process[],
  busy: number,
  processorCount: number,
): Pick<HostCpu, 'own' | 'others'> {
  if (processes.length === 0) return { own: Number.NaN, others: [] };
  const sum = sumOf(processes.map(({ percent }) => percent)) / 100;
  const scale = sum > 1.5 * busy && processorCount > 1 ? processorCount : 1;
  const isOwn = ({ name }: Process) => /python|mindspore|msrun|torchrun/i.test(name);
  const shareOf = (wanted: (own: Process) => boolean) =>
    processes.filter(wanted).reduce((total, { percent }) => total + percent / 100 / scale, 0);
  const others = [...new Set(processes.filter((own) => !isOwn(own)).map(({ name }) => name))]
    .map((name) => ({ name, share: shareOf((own) => own.name === name) }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_PROCESSES);
  return { own: shareOf(isOwn), others };
}

/** Undefined where the file can’t be read: that is said, and nothing rests on it. */
async function readable<T>(dump: DumpContext, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    dump.note(error.notice);
    return undefined;
  }
}
