import { type CodedTexts, numbers, since, texts } from './columns';
import type { Database } from './database';
import { codedTexts, enumNames, textsOfIds } from './stringIds';

/**
 * The database that a profiler writes of one rank (`ascend_pytorch_profiler_N.db`, `msprof_N.db`): what stands beside its
 * timeline. Kernels and memory are in files of their own. Columns come and go between versions: one that is not there is
 * NaN or ''.
 */

/** Collectives, in the order of the table. */
export interface ProfilerCommunication {
  readonly rowCount: number;
  /** "hcom_allReduce__271_0_1". */
  readonly name: CodedTexts;
  /** "hcom_allReduce_". */
  readonly type: CodedTexts;
  readonly group: CodedTexts;
  readonly algorithm: CodedTexts;
  readonly dataType: CodedTexts;
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  /** Elements, not bytes. */
  readonly count: Float64Array;
  readonly opId: Float64Array;
  readonly connectionId: Float64Array;
  /** NaN in older databases. */
  readonly device: Float64Array;
}

/** Starts count from `baseNs`. */
export function readProfilerCommunication(database: Database, baseNs: bigint): ProfilerCommunication {
  const { rowCount, columns: own } = database.readColumns('COMMUNICATION_OP', {
    name: numbers('opName'),
    type: numbers('opType'),
    group: numbers('groupName'),
    algorithm: numbers('algType'),
    dataType: numbers('dataType'),
    startNs: since(baseNs, 'startNs'),
    endNs: since(baseNs, 'endNs'),
    count: numbers('count'),
    opId: numbers('opId'),
    connectionId: numbers('connectionId'),
    device: numbers('deviceId'),
  });
  const { name, type, group, algorithm } = own;
  return {
    rowCount,
    ...textsOfIds(database, { name, type, group, algorithm }),
    dataType: codedTexts(own.dataType, enumNames(database, 'ENUM_HCCL_DATA_TYPE')),
    startNs: own.startNs,
    durationNs: own.endNs.map((end, row) => end - own.startNs[row]),
    count: own.count,
    opId: own.opId,
    connectionId: own.connectionId,
    device: own.device,
  };
}

export interface ProfilerStep {
  /** As the user's program counts. */
  readonly step: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** By time. Instants count from `baseNs`. */
export function readProfilerSteps(database: Database, baseNs: bigint): ProfilerStep[] {
  const { rowCount, columns } = database.readColumns('STEP_TIME', {
    step: numbers('id'),
    startNs: since(baseNs, 'startNs'),
    endNs: since(baseNs, 'endNs'),
  });
  const steps = Array.from({ length: rowCount }, (_, row) => ({
    step: columns.step[row],
    startNs: columns.startNs[row],
    endNs: columns.endNs[row],
  }));
  return steps.sort((a, b) => a.startNs - b.startNs);
}

/** Which step an instant is in; undefined between them. `steps` are by time. */
export function stepAt(steps: readonly ProfilerStep[], ns: number): ProfilerStep | undefined {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (steps[middle].startNs <= ns) low = middle + 1;
    else high = middle;
  }
  const step = steps[low - 1];
  return step && ns < step.endNs ? step : undefined;
}

/** Where and when the rank was recorded; undefined what the database does not tell. */
export interface ProfilerSession {
  /** Number of the rank in the job, by device: mostly one. */
  readonly ranks: readonly { readonly rank: number; readonly device: number }[];
  readonly hostUid: string | undefined;
  readonly hostName: string | undefined;
  /** "Ascend910B", by device. */
  readonly deviceNames: ReadonlyMap<number, string>;
  /** Start and end of the recording, ns by the host's clock. */
  readonly startNs: bigint | undefined;
  readonly endNs: bigint | undefined;
  /** By name, such as SCHEMA_VERSION, and JSON such as ENV_VARIABLES, parallel_group_info. */
  readonly metadata: ReadonlyMap<string, string>;
}

export function readProfilerSession(database: Database): ProfilerSession {
  const ranks: { rank: number; device: number }[] = [];
  database.scan('RANK_DEVICE_MAP', ['rankId', 'deviceId'], (row) => {
    // −1: one device alone, which has no rank.
    if (row.number(0) >= 0) ranks.push({ rank: row.number(0), device: row.number(1) });
  });
  const host = database.readColumns('HOST_INFO', { uid: texts('hostUid'), name: texts('hostName') }).columns;
  let startNs: bigint | undefined;
  let endNs: bigint | undefined;
  database.scan('SESSION_TIME_INFO', ['startTimeNs', 'endTimeNs'], (row) => {
    startNs ??= row.bigint(0);
    endNs ??= row.bigint(1);
  });
  const metadata = new Map<string, string>();
  database.scan('META_DATA', ['name', 'value'], (row) => metadata.set(row.text(0) ?? '', row.text(1) ?? ''));
  return {
    ranks,
    hostUid: host.uid[0],
    hostName: host.name[0],
    deviceNames: enumNames(database, 'NPU_INFO'),
    startNs,
    endNs,
    metadata,
  };
}
