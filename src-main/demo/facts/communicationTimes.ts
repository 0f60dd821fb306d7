import { isPointToPoint } from '../model/collectiveTemplates';
import type { CollectiveLaunch } from '../model/program';
import { type CollectiveTask, collectiveTasks } from '../simulation/collectiveTasks';
import type { CollectiveRecord, StepRecords } from '../simulation/stepRecords';

/** Data that one rank's tasks moved over one transport. */
export interface TransportSum {
  bytes: number;
  durationNs: number;
  readonly packets: Map<number, { count: number; durationNs: number }>;
}

/** Where a collective's time went on this rank, ns. Elapse = transit + wait + idle. */
export interface CommunicationTimes {
  readonly record: CollectiveRecord;
  readonly launch: CollectiveLaunch;
  readonly elapseNs: number;
  /** Data, waits, and the waits before the first data, on the first link's plane. */
  readonly transitNs: number;
  readonly waitNs: number;
  readonly synchronizationNs: number;
  readonly tasks: readonly CollectiveTask[];
}

export const transports = ['RDMA', 'HCCS', 'PCIE', 'SDMA', 'SIO'] as const;
export type Transport = (typeof transports)[number];

/** The ops of one step, either those between two ranks or those of whole groups. */
export function* communicationTimes(records: StepRecords, kind: 'p2p' | 'collective'): Generator<CommunicationTimes> {
  for (const record of records.collectives) {
    const launch = records.launches.launch[record.launchRow]!;
    if (launch.kind !== 'collective') throw new Error(`${record.name} stems from a ${launch.kind} launch.`);
    if (isPointToPoint(launch.op) !== (kind === 'p2p')) continue;
    const tasks = collectiveTasks(record, launch);
    let transitNs = 0;
    let waitNs = 0;
    let synchronizationNs = 0;
    for (const { plane, kind, durationNs } of tasks) {
      if (plane !== 1) continue;
      if (kind === 'Notify_Wait') {
        waitNs += durationNs;
        if (transitNs === 0) synchronizationNs += durationNs;
      } else if (kind !== 'Notify_Record') {
        transitNs += durationNs;
      }
    }
    yield {
      record,
      launch,
      elapseNs: record.endNs - record.startNs,
      transitNs,
      waitNs,
      synchronizationNs,
      tasks,
    };
  }
}

/** Sums by transport. SDMA is all that moved within the host; local copies count for nothing. */
export function transportSums(tasks: readonly CollectiveTask[]): Map<Transport, TransportSum> {
  const sums = new Map<Transport, TransportSum>();
  const add = (transport: Transport, task: CollectiveTask): void => {
    const sum = sums.get(transport) ?? { bytes: 0, durationNs: 0, packets: new Map() };
    sums.set(transport, sum);
    sum.bytes += task.sizeBytes;
    sum.durationNs += task.durationNs;
    const packet = sum.packets.get(task.sizeBytes) ?? { count: 0, durationNs: 0 };
    sum.packets.set(task.sizeBytes, packet);
    packet.count++;
    packet.durationNs += task.durationNs;
  };
  for (const task of tasks) {
    if (task.sizeBytes === 0 || task.link === 'ON_CHIP') continue;
    add(task.link, task);
    if (task.link !== 'RDMA') add('SDMA', task);
  }
  return sums;
}

/** What one op moved over one transport, in the profiler's units and roundings. */
export interface TransportFigures {
  readonly transport: Transport;
  readonly sizeMB: number;
  readonly timeMs: number;
  readonly bandwidthGBps: number;
  readonly largePacketRatio: number;
  /** Of SDMA none: it repeats the sums of its parts, without their packets. */
  readonly packets: readonly { readonly sizeMB: number; readonly count: number; readonly timeMs: number }[];
}

/** Above this a packet counts as large, by transport, bytes. */
const largePacketBytes = {
  RDMA: 1_000_000,
  HCCS: 32_000_000,
  PCIE: 32_000_000,
  SDMA: 16_000_000,
  SIO: 32_000_000,
} as const;

/** Of the transports that moved something. */
export function transportFigures(tasks: readonly CollectiveTask[]): TransportFigures[] {
  return [...transportSums(tasks)].map(([transport, { bytes, durationNs, packets }]) => {
    const all = [...packets];
    const count = all.reduce((total, [, packet]) => total + packet.count, 0);
    const large = all.filter(([size]) => size >= largePacketBytes[transport]);
    const largeCount = large.reduce((total, [, packet]) => total + packet.count, 0);
    return {
      transport,
      sizeMB: bytes / 1e6,
      timeMs: durationNs / 1e6,
      bandwidthGBps: rounded4(bytes / durationNs),
      largePacketRatio: rounded4(largeCount / count),
      packets:
        transport === 'SDMA'
          ? []
          : all.map(([size, packet]) => ({ sizeMB: size / 1e6, count: packet.count, timeMs: packet.durationNs / 1e6 })),
    };
  });
}

export function rounded4(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
