import { connectionOf } from '../facts/cannCalls';
import { type CollectiveFacts, collectiveFacts, type PlaneTask } from '../facts/collectives';
import { collectiveEndTask, type DeviceTask, launchTasks, planeStreamTask } from '../facts/deviceTasks';
import { cubeParts, kernelCounters, type PipelineCounters, vectorParts } from '../facts/kernelCounters';
import { overlapSlices } from '../facts/overlapSlices';
import type { RankFacts } from '../facts/rankFacts';
import { unendedWork } from '../facts/unendedWork';
import { nominalMhz } from '../faults/fault';
import type { AcceleratorCore, KernelTemplate } from '../model/opSpec';
import type { CollectiveLaunch } from '../model/program';
import type { CollectiveRecord, StepRecords, UnendedCollective } from '../simulation/stepRecords';
import type { AddRow, DatabaseFile } from './databaseFile';
import { copyOperations, dataTypes, linkTypes, rdmaTypes, transportTypes } from './enumerations';
import { deviceTables } from './schema';
import type { StringIds } from './stringIds';

/** Stands for "none" in what was an unsigned 32-bit number, and in a notify's 64. */
const none = 4_294_967_295;
const noNotify = 9_223_372_036_854_775_807n;

/** What the hardware calls a compute task; the libraries name the cores that it runs on. */
const taskTypes: Readonly<Record<AcceleratorCore, string>> = {
  AI_CORE: 'KERNEL_AICORE',
  AI_VECTOR_CORE: 'KERNEL_AIVEC',
  MIX_AIC: 'MIX_AIC',
};

/** The device's tables of one rank: tasks, compute tasks, collectives with their tasks. */
export class DeviceRows {
  private readonly task: AddRow;
  private readonly computeTask: AddRow;
  private readonly op: AddRow;
  private readonly planeTask: AddRow;
  private readonly copyInfo: AddRow;
  private readonly counter: AddRow;
  private readonly overlap: AddRow;
  private nextOverlapId = 1;
  private nextTaskId = 0;
  private nextOpId = 1;

  constructor(
    file: DatabaseFile,
    private readonly facts: RankFacts,
    private readonly strings: StringIds,
  ) {
    this.task = file.table(deviceTables.task);
    this.computeTask = file.table(deviceTables.computeTaskInfo);
    this.op = file.table(deviceTables.communicationOp);
    this.planeTask = file.table(deviceTables.communicationTaskInfo);
    this.copyInfo = file.table(deviceTables.copyInfo);
    this.counter = file.table(deviceTables.taskPmuInfo);
    this.overlap = file.table(deviceTables.overlap);
  }

  *add(records: StepRecords): Generator<void> {
    const { launches, firstIds } = records;
    for (let row = 0; row < launches.launch.length; row++) {
      const launchId = firstIds.launch + row;
      const launch = launches.launch[row]!;
      const isConnected = this.facts.hasFlows(launchId);
      if (launch.kind === 'collective') {
        this.collective(collectiveFacts(this.facts, records, row), launchId, isConnected);
      } else {
        for (const task of launchTasks(records, row)) {
          const globalTaskId = this.addTask(task, isConnected, none);
          if (task.kernel !== undefined) {
            this.compute(task.kernel, globalTaskId);
            this.counters(task.kernel, globalTaskId, task.durationNs, launchId, records.coreMhz);
          }
          if (launch.kind === 'copyToDevice') {
            this.copyInfo([globalTaskId, launch.sizeBytes, copyOperations['host to device']]);
          }
        }
      }
      yield;
    }
    for (const own of unendedWork(records))
      if (own.kind === 'collective') this.addOp(own.collective, null, none, own.collective.launch, own.algorithm);
    const { deviceId } = this.facts.place;
    for (const { lane, startNs, endNs } of overlapSlices(records)) {
      this.overlap([this.nextOverlapId++, deviceId, startNs, endNs, lane]);
      yield;
    }
  }

  /** Without arrows it has no connection that anyone could follow. */
  private addTask(task: DeviceTask, isConnected: boolean, context: number): number {
    const { place } = this.facts;
    const globalTaskId = this.nextTaskId++;
    const { kernel } = task;
    this.task([
      task.startNs,
      task.startNs + task.durationNs,
      place.deviceId,
      isConnected ? task.connection : none,
      globalTaskId,
      place.hostPid,
      this.strings.idOf(kernel === undefined ? task.name : taskTypes[kernel.core]),
      context,
      task.stream,
      task.taskId,
      none,
    ]);
    return globalTaskId;
  }

  private compute(kernel: KernelTemplate, globalTaskId: number): void {
    const id = (text: string): number => this.strings.idOf(text);
    this.computeTask([
      id(kernel.name),
      globalTaskId,
      kernel.blockDim,
      kernel.core === 'MIX_AIC' ? kernel.blockDim * 2 : 0,
      id(kernel.core),
      id(kernel.type),
      id(kernel.inputFormats),
      id(kernel.inputTypes),
      id(`"${kernel.inputShapes}"`),
      id(kernel.outputFormats),
      id(kernel.outputTypes),
      id(`"${kernel.outputShapes}"`),
      id('N/A'),
      id(kernel.isDynamic === true ? 'dynamic' : 'static'),
      id('NO'),
    ]);
  }

  private counters(
    kernel: KernelTemplate,
    globalTaskId: number,
    durationNs: number,
    launchId: number,
    coreMhz = nominalMhz,
  ): void {
    const add = (name: string, value: number): void => this.counter([globalTaskId, this.strings.idOf(name), value]);
    const pipeline = (prefix: string, parts: readonly string[], counters: PipelineCounters | undefined): void => {
      add(`${prefix}_total_time`, counters?.activeNs ?? 0);
      add(`${prefix}_total_cycles`, counters?.cycles ?? 0);
      parts.forEach((part, i) => {
        const figures = counters?.parts[i]?.[1];
        add(`${prefix}_${part}_time`, figures?.ns ?? 0);
        add(`${prefix}_${part}_ratio`, (figures?.thousandths ?? 0) / 1000);
      });
      add(`${prefix}_icache_miss_rate`, (counters?.missThousandths ?? 0) / 1000);
    };
    const { cube, vector } = kernelCounters(kernel, durationNs, launchId, coreMhz);
    pipeline('aic', cubeParts, cube);
    pipeline('aiv', vectorParts, vector);
  }

  /** Answers by which numbers its tasks name it. `endNs`: null of one that never ended. */
  private addOp(
    { name: text, startNs, group: { id } }: CollectiveRecord | UnendedCollective,
    endNs: number | null,
    connection: number,
    { op }: CollectiveLaunch,
    algorithm: CollectiveFacts['algorithm'],
  ) {
    const opId = this.nextOpId++;
    const name = this.strings.idOnce(text);
    const group = this.strings.idOf(id);
    this.op([
      name,
      startNs,
      endNs,
      connection,
      group,
      opId,
      0,
      0,
      dataTypes[op.dataType],
      this.strings.idOf(algorithm),
      op.count,
      this.strings.idOf(`hcom_${op.type}_`),
      this.facts.place.deviceId,
    ]);
    return { name, group, opId };
  }

  private collective(collective: CollectiveFacts, launchId: number, isConnected: boolean): void {
    const { record, launch, algorithm } = collective;
    const connection = isConnected ? connectionOf(launchId) : none;
    const ids = this.addOp(record, record.endNs, connection, launch, algorithm);
    for (const plane of collective.tasks) {
      const globalTaskId = this.addTask(planeStreamTask(collective, plane, launchId), isConnected, plane.context);
      this.plane(collective, plane, { ...ids, globalTaskId });
    }
    this.addTask(collectiveEndTask(collective, launchId), isConnected, none);
  }

  private plane(
    { record }: CollectiveFacts,
    plane: PlaneTask,
    ids: { readonly name: number; readonly group: number; readonly opId: number; readonly globalTaskId: number },
  ): void {
    const { task } = plane;
    this.planeTask([
      ids.name,
      ids.globalTaskId,
      this.strings.idOf(task.kind),
      task.plane,
      ids.group,
      plane.notifyId ?? noNotify,
      rdmaTypes[task.kind === 'RDMASend' ? 'RDMA_SEND_PAYLOAD' : 'INVALID_TYPE'],
      record.group.groupRank,
      task.peer,
      transportTypes[plane.transport],
      task.sizeBytes,
      dataTypes[plane.isReduction ? 'BFP16' : 'INVALID_TYPE'],
      linkTypes[plane.linkType],
      ids.opId,
      1,
      plane.bandwidthGBps * 1e9,
    ]);
  }
}
