import type { DataPreparation, RankIndex, TableKind } from '../../../src-contract';
import { TableError } from '../../tables/tableError';
import type { DumpContext } from '../dumpContext';
import { unlessBroken } from '../rankJson';
import type { TableRank } from '../tableRanks';
import { bottlenecksOf } from './bottlenecks';
import { cpuUseOf } from './cpuUse';
import { type PipelineFile, readPipeline } from './pipeline';
import { readDeviceQueue, readHostQueue } from './queues';
import { threadAdvice } from './threadAdvice';
import { dataVerdict } from './verdict';

const kinds = ['data-pipeline', 'host-queue', 'device-queue', 'data-cpu'] as const satisfies readonly TableKind[];

export function hasDataPreparation(dump: DumpContext): boolean {
  return kinds.some((kind) => dump.has(kind));
}

/** Undefined: the rank has no such files. Throws a `TableError` where it has, and none can be read. */
export function dataPreparation(dump: DumpContext, rank: RankIndex): Promise<DataPreparation | undefined> {
  return dump.memo(`data preparation of rank ${rank}`, async () => {
    const own = dump.rankAt(rank);
    return own && kinds.some((kind) => dump.paths(own, kind).length > 0) ? read(dump, own) : undefined;
  });
}

async function read(dump: DumpContext, rank: TableRank): Promise<DataPreparation> {
  const failures: TableError[] = [];
  const first = async <T>(kind: TableKind, make: (path: string) => Promise<T>): Promise<T | undefined> => {
    // A csv has been made of the JSON of the same name, and is what MindSpore Insight shows.
    const path = [...dump.paths(rank, kind)].sort().at(0);
    return unlessBroken(dump, path, async (known) => {
      try {
        return await make(known);
      } catch (error) {
        if (error instanceof TableError) failures.push(error);
        throw error;
      }
    });
  };
  const host = await first('host-queue', readHostQueue);
  const device = await first('device-queue', readDeviceQueue);
  const pipeline = await first('data-pipeline', (path) => readPipeline(dump, path));
  const cpuJson = await first('data-cpu', (path) => dump.json(path));
  for (const own of [host, device, pipeline].flatMap((file) => file?.notices ?? [])) dump.note(own);
  if (failures.length > 0 && !host && !device && !pipeline && cpuJson === undefined) throw failures[0];
  const cpu = cpuUseOf(cpuJson, host);
  const deviceQueue = host?.isLast ? undefined : device?.deviceQueue;
  const verdict = dataVerdict(host?.hostQueue, deviceQueue);
  const threads = cpu && threadAdvice(cpu, verdict.stage);
  return {
    ...(host?.hostQueue && { hostQueue: host.hostQueue }),
    ...(deviceQueue && { deviceQueue }),
    ...(host?.hostTimes && { hostTimes: host.hostTimes }),
    ...(device?.fetchTimes && { fetchTimes: device.fetchTimes }),
    verdict,
    ...(pipeline && { pipeline: withBottlenecks(pipeline, cpu) }),
    ...(cpu && { cpu: { ...cpu, ...(threads && { threads }) } }),
  };
}

function withBottlenecks(
  { operators, sampleIntervalNs, source }: PipelineFile,
  cpu: DataPreparation['cpu'],
): NonNullable<DataPreparation['pipeline']> {
  return { operators, sampleIntervalNs, source, bottlenecks: bottlenecksOf(operators, cpu) };
}
