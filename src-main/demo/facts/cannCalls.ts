import type { Launch } from '../model/program';
import type { StepRecords } from '../simulation/stepRecords';
import type { HostThread } from './rankFacts';

export type CannLevel = 'acl' | 'node' | 'runtime' | 'hccl';

/** A call into the CANN libraries on the host. Shown in the trace and summed up in api_statistic.csv. */
export interface CannCall {
  readonly library: 'AscendCL' | 'Node' | 'Runtime' | 'Hccl';
  readonly name: string;
  readonly level: CannLevel;
  readonly thread: HostThread;
  readonly startNs: number;
  readonly durationNs: number;
  readonly connection: number;
}

/** Number that ties a launch's host call to its device tasks; the three above it belong to its other calls. */
export function connectionOf(launchId: number): number {
  return 1_000 + 4 * launchId;
}

/** Connections of calls that launch nothing lie apart; a step has fewer of them than this. */
const firstSyncConnection = 4_000_000_000;
const syncsPerStep = 256;

export function apiOf(launch: Launch): string {
  return launch.kind === 'copyToDevice' ? 'acl_memcpy_host_to_device' : launch.op.api;
}

/** The calls of one launch. The last but one or the last at dequeue carries `connectionOf(launchId)`. */
export function launchCalls(records: StepRecords, row: number): CannCall[] {
  const { launches, firstIds } = records;
  const launchId = firstIds.launch + row;
  const launch = launches.launch[row]!;
  const connection = connectionOf(launchId);
  const outerNs = launches.dequeueNs[row]! + 1_200;
  const outerDurationNs = launches.dequeueDurationNs[row]! - 2_000;
  const compileNs = launches.compileNs[row]!;
  const innerNs = outerNs + compileNs + 2_100;
  const innerDurationNs = outerDurationNs - compileNs - 3_600;
  const atDequeue = (
    library: CannCall['library'],
    name: string,
    level: CannLevel,
    startNs: number,
    durationNs: number,
    id: number,
  ): CannCall => ({ library, name, level, thread: 'dequeue', startNs, durationNs, connection: id });
  switch (launch.kind) {
    case 'collective':
      return [
        atDequeue('Hccl', launch.op.api, 'hccl', outerNs, outerDurationNs, connection + 2),
        atDequeue('Hccl', 'Launch_Ffts', 'hccl', innerNs, innerDurationNs, connection),
      ];
    case 'copyToDevice':
      return [
        atDequeue('AscendCL', 'aclrtMemcpyAsync', 'acl', outerNs, outerDurationNs, connection),
        atDequeue('Runtime', 'MemcpyAsync', 'runtime', innerNs, innerDurationNs, connection + 3),
      ];
    case 'kernel': {
      const { api, hostOps, workspaceApi } = launch.op;
      const first: CannCall[] =
        compileNs > 0
          ? [
              atDequeue('AscendCL', 'aclopCompileAndExecute', 'acl', outerNs, outerDurationNs, connection + 2),
              atDequeue('AscendCL', 'opCompile', 'acl', outerNs + 1_100, compileNs, connection + 1),
            ]
          : [
              {
                library: 'AscendCL',
                name: workspaceApi,
                level: 'acl',
                thread: launch.thread,
                startNs: launches.hostStartNs[row]! + hostOps.length * 1_300 + 7_000,
                durationNs: 5_200 + 10 * (launchId % 170),
                connection: connection + 1,
              },
              atDequeue('AscendCL', api, 'acl', outerNs, outerDurationNs, connection + 2),
            ];
      return [
        ...first,
        atDequeue('Node', 'launch', 'node', innerNs, innerDurationNs, connection),
        atDequeue(
          'Runtime',
          'KernelLaunchWithHandle',
          'runtime',
          innerNs + 1_800,
          innerDurationNs - 3_200,
          connection + 3,
        ),
      ];
    }
  }
}

/** Where the arrow to the device leaves: within the call, when the task is handed over. */
export function handOverNs(records: StepRecords, row: number): number {
  const isCopy = records.launches.launch[row]!.kind === 'copyToDevice';
  return records.launches.dequeueNs[row]! + records.launches.compileNs[row]! + (isCopy ? 1_200 : 4_700);
}

/** The main thread's waits for the device. */
export function syncCalls(records: StepRecords): CannCall[] {
  return records.syncs.map(({ startNs, endNs }, i) => ({
    library: 'AscendCL',
    name: 'aclrtSynchronizeStreamWithTimeout',
    level: 'acl',
    thread: 'main',
    startNs,
    durationNs: endNs - startNs,
    connection: firstSyncConnection + syncsPerStep * records.step + i,
  }));
}
