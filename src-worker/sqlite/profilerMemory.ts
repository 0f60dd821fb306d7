import { type Column, type ColumnTable, codedColumn, numberColumn, TextPool } from '../tables/columnTable';
import { type CannAllocations, readCannAllocations } from './cannAllocations';
import { type CodedTexts, numbers, since } from './columns';
import type { Database } from './database';
import { codedTexts, enumNames, textsOfIds, writtenOut } from './stringIds';

/**
 * The memory tables of a profiler's database, with the keys that the readers of the csv files give them. Bytes stand there
 * as they are, instants count from `baseNs`. Without rows where the table is absent.
 */

/** MEMORY_RECORD, as memory_record.csv: what each allocator held, whenever it changed. */
export function readProfilerMemoryRecords(database: Database, baseNs: bigint): ColumnTable {
  const { rowCount, columns: own } = database.readColumns('MEMORY_RECORD', {
    component: numbers('component'),
    timeNs: since(baseNs, 'timestamp', 'timestampNs'),
    allocated: numbers('totalAllocated'),
    reserved: numbers('totalReserved'),
    active: numbers('totalActive'),
    stream: numbers('streamPtr'),
    device: numbers('deviceId'),
  });
  const { component } = textsOfIds(database, { component: own.component });
  return {
    rowCount,
    columns: [
      textColumn('component', 'Component', component),
      numberColumn('timeNs', 'time', own.timeNs, { label: 'Timestamp' }),
      numberColumn('allocated', 'bytes', own.allocated, { label: 'Total Allocated' }),
      numberColumn('reserved', 'bytes', own.reserved, { label: 'Total Reserved' }),
      numberColumn('active', 'bytes', own.active, { label: 'Total Active' }),
      textColumn('stream', 'Stream Ptr', writtenOut(own.stream, String)),
      textColumn('device', 'Device Type', deviceTexts(own.device)),
    ],
  };
}

function readOpMemory(database: Database, baseNs: bigint) {
  return database.readColumns('OP_MEMORY', {
    name: numbers('name'),
    sizeBytes: numbers('size'),
    allocatedNs: since(baseNs, 'allocationTime'),
    releasedNs: since(baseNs, 'releaseTime'),
    activeReleasedNs: since(baseNs, 'activeReleaseTime'),
    lifetimeNs: numbers('duration'),
    activeLifetimeNs: numbers('activeDuration'),
    allocatedThen: numbers('allocationTotalAllocated'),
    reservedThen: numbers('allocationTotalReserved'),
    activeThen: numbers('allocationTotalActive'),
    allocatedAfter: numbers('releaseTotalAllocated'),
    reservedAfter: numbers('releaseTotalReserved'),
    activeAfter: numbers('releaseTotalActive'),
    stream: numbers('streamPtr'),
    device: numbers('deviceId'),
  });
}

/**
 * OP_MEMORY, as operator_memory.csv: every allocation with its operator; a release that is missing was never made. Without
 * it, as msprof's databases are, those of CANN alone, which it has as well.
 */
export function readProfilerAllocations(database: Database, baseNs: bigint): ColumnTable {
  const { rowCount, columns: own } = readOpMemory(database, baseNs);
  if (rowCount === 0) return cannAllocationTable(database, readCannAllocations(database, baseNs));
  const { name } = textsOfIds(database, { name: own.name });
  const total = (key: keyof typeof totalLabels) =>
    numberColumn(key, 'bytes', own[key], { label: totalLabels[key], isHidden: true });
  return {
    rowCount,
    columns: [
      textColumn('name', 'Name', name),
      numberColumn('sizeBytes', 'bytes', own.sizeBytes, { label: 'Size' }),
      numberColumn('allocatedNs', 'time', own.allocatedNs, { label: 'Allocation Time' }),
      numberColumn('releasedNs', 'time', own.releasedNs, { label: 'Release Time' }),
      numberColumn('activeReleasedNs', 'time', own.activeReleasedNs, { label: 'Active Release Time' }),
      numberColumn('lifetimeNs', 'duration', own.lifetimeNs, { label: 'Duration' }),
      numberColumn('activeLifetimeNs', 'duration', own.activeLifetimeNs, { label: 'Active Duration', isHidden: true }),
      total('allocatedThen'),
      total('reservedThen'),
      total('activeThen'),
      total('allocatedAfter'),
      total('reservedAfter'),
      total('activeAfter'),
      textColumn('stream', 'Stream Ptr', writtenOut(own.stream, String)),
      textColumn('device', 'Device Type', deviceTexts(own.device)),
    ],
  };
}

function cannAllocationTable(database: Database, own: CannAllocations): ColumnTable {
  const { rowCount, allocatedNs, releasedNs } = own;
  const { name, component } = textsOfIds(database, { name: own.name, component: own.component });
  const total = (key: 'allocatedThen' | 'reservedThen' | 'allocatedAfter' | 'reservedAfter') =>
    numberColumn(key, 'bytes', own[key], { label: totalLabels[key], isHidden: true });
  const lifetimeNs = releasedNs.map((ns, row) => ns - allocatedNs[row]);
  return {
    rowCount,
    columns: [
      textColumn('name', 'Name', name),
      numberColumn('sizeBytes', 'bytes', own.sizeBytes, { label: 'Size' }),
      // By the ops' names it would be the framework's, which has nothing here.
      textColumn('component', 'Component', orElse(component, CANN_ALLOCATOR)),
      numberColumn('allocatedNs', 'time', allocatedNs, { label: 'Allocation Time' }),
      numberColumn('releasedNs', 'time', releasedNs, { label: 'Release Time' }),
      numberColumn('lifetimeNs', 'duration', lifetimeNs, { label: 'Duration' }),
      total('allocatedThen'),
      total('reservedThen'),
      total('allocatedAfter'),
      total('reservedAfter'),
      textColumn('device', 'Device Type', deviceTexts(own.device)),
    ],
  };
}

/** What memory_record.csv calls the allocator of CANN's graph engine. */
const CANN_ALLOCATOR = 'GE';

const totalLabels = {
  allocatedThen: 'Allocation Total Allocated',
  reservedThen: 'Allocation Total Reserved',
  activeThen: 'Allocation Total Active',
  allocatedAfter: 'Release Total Allocated',
  reservedAfter: 'Release Total Reserved',
  activeAfter: 'Release Total Active',
} as const;

/** NPU_MODULE_MEM, as npu_module_mem.csv: what each component of the driver and the runtime has reserved. */
export function readProfilerModules(database: Database, baseNs: bigint): ColumnTable {
  const { rowCount, columns: own } = database.readColumns('NPU_MODULE_MEM', {
    module: numbers('moduleId'),
    timeNs: since(baseNs, 'timestampNs', 'timestamp'),
    reserved: numbers('totalReserved'),
    device: numbers('deviceId'),
  });
  const names = enumNames(database, 'ENUM_MODULE');
  // Newer modules than the enumeration knows are told by their number, as in the file.
  const known = new Map([...new Set(own.module)].map((id) => [id, names.get(id) ?? String(id)]));
  return {
    rowCount,
    columns: [
      textColumn('component', 'Component', codedTexts(own.module, known)),
      numberColumn('timeNs', 'time', own.timeNs, { label: 'Timestamp' }),
      numberColumn('reserved', 'bytes', own.reserved, { label: 'Total Reserved' }),
      textColumn('device', 'Device', deviceTexts(own.device)),
    ],
  };
}

/** With a text for the rows that have none. */
function orElse({ codes, texts }: CodedTexts, other: string): CodedTexts {
  const pool = new TextPool();
  return { codes: codes.map((code) => pool.code(texts[code] || other)), texts: pool.texts };
}

function textColumn(key: string, label: string, { codes, texts }: CodedTexts): Column {
  return codedColumn(key, codes, texts, { label });
}

function deviceTexts(devices: Float64Array): CodedTexts {
  return writtenOut(devices, (device) => `NPU:${device}`);
}
