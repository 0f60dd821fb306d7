import { deviceOf, type LaunchDevices, launchDevices } from './launchDevices';
import { findColumn, type TableSchema } from './schema';
import type { TableReader } from './tableReader';
import type { TableRow } from './tableRow';

/** What tells whose rows are whose in a file with several devices. */
export interface DeviceShare {
  readonly device: number;
  /** What belongs to no one device is shown with the first. */
  readonly isFirst: boolean;
  /** Programs that drive this device alone, and those that drive another one alone. */
  readonly ownPids: ReadonlySet<number>;
  readonly otherPids: ReadonlySet<number>;
  /** What tells of the rows of programs that drive several, and of rows that name neither device nor program. */
  readonly launches?: LaunchDevices;
}

/** A device of a file, and the rank that it is of, where the file tells. */
export interface FileDevice {
  readonly device: number;
  readonly rank: number | undefined;
}

/** Numbers of devices that are none, or more of them than a host has. */
export interface DeviceDamage {
  readonly table: string;
  readonly column: string;
  /** The first number that can't be a device, and its row; without them there are too many devices. */
  readonly stray?: { readonly value: number; readonly row: number | bigint };
  readonly count: number;
}

export interface FileDevices {
  /** Ascending. One at most, where the file is of one device, as it mostly is; none where its numbers can't be devices. */
  readonly devices: readonly FileDevice[];
  readonly damage: readonly DeviceDamage[];
}

/** Of so many tasks it is looked at which device they ran on, and for which program. */
const SAMPLED_TASKS = 1 << 16;
/** Tell of devices and are of all of them. */
const OF_ALL = /^(RANK_DEVICE_MAP|NPU_INFO)$/i;
const WORD = 2 ** 32;
/** A host has fewer, virtual ones included: a larger number is damage, and would be a rank for each row. */
const MOST_DEVICE = 255;
/** Each device reads all of the file once more. A file that claims more of them than a host has is read as of one. */
const MOST_DEVICES = 64;

class Enough extends Error {}

export function devicesOf(database: TableReader): FileDevices {
  const rankOf = new Map<number, number>();
  const damage: DeviceDamage[] = [];
  let stray: DeviceDamage | undefined;
  database.scan('RANK_DEVICE_MAP', ['rankId', 'deviceId', 'rowid'], (row) => {
    const [rank, device] = [row.number(0), row.number(1)];
    if (isDevice(device)) rankOf.set(device, rank >= 0 ? rank : Number.NaN);
    stray ??= strayNumber('RANK_DEVICE_MAP', device, row, 2);
  });
  if (stray) damage.push(stray);
  const sampled = sampledTasks(database);
  if (sampled.stray) damage.push(sampled.stray);
  const devices = new Set([...rankOf.keys(), ...sampled.pids.keys()]);
  if (devices.size > MOST_DEVICES) {
    const table = rankOf.size > MOST_DEVICES ? 'RANK_DEVICE_MAP' : 'TASK';
    return { devices: [], damage: [...damage, { table, column: 'deviceId', count: devices.size }] };
  }
  const all = [...devices]
    .sort((a, b) => a - b)
    .map((device) => {
      const rank = rankOf.get(device);
      return { device, rank: rank === undefined || Number.isNaN(rank) ? undefined : rank };
    });
  return { devices: all, damage };
}

export function deviceShare(database: TableReader, device: number): DeviceShare {
  const { pids } = sampledTasks(database);
  const { devices } = devicesOf(database);
  const [first] = devices;
  const devicesOfPid = new Map<number, number>();
  for (const own of pids.values()) for (const pid of own) devicesOfPid.set(pid, (devicesOfPid.get(pid) ?? 0) + 1);
  const isOfOne = (pid: number) => devicesOfPid.get(pid) === 1;
  const others = [...pids].flatMap(([other, own]) => (other === device ? [] : [...own]));
  const share = {
    device,
    isFirst: first === undefined || first.device === device,
    ownPids: new Set([...(pids.get(device) ?? [])].filter(isOfOne)),
    otherPids: new Set(others.filter(isOfOne)),
  };
  const collectives = database.table('COMMUNICATION_OP');
  const isUndecided =
    [...devicesOfPid.values()].some((count) => count > 1) || (collectives && !findColumn(collectives, 'deviceId'));
  return devices.length > 1 && isUndecided ? { ...share, launches: launchDevices(database, isDevice) } : share;
}

interface SampledTasks {
  /** Programs by the devices that their tasks ran on. */
  readonly pids: ReadonlyMap<number, ReadonlySet<number>>;
  readonly stray: DeviceDamage | undefined;
}

function sampledTasks(database: TableReader): SampledTasks {
  const pids = new Map<number, Set<number>>();
  let stray: DeviceDamage | undefined;
  let count = 0;
  try {
    database.scan('TASK', ['deviceId', 'globalPid', 'rowid'], (row) => {
      const device = row.number(0);
      if (isDevice(device)) {
        const own = pids.get(device) ?? new Set();
        pids.set(device, own.add(pidOf(row.number(1))));
      }
      stray ??= strayNumber('TASK', device, row, 2);
      if (++count === SAMPLED_TASKS) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return { pids, stray };
}

/** NULL and "none" (−1, also in 32 bits) name no device, and are no damage. */
function strayNumber(table: string, device: number, row: TableRow, rowId: number): DeviceDamage | undefined {
  if (isDevice(device) || Number.isNaN(device) || device === -1 || device === WORD - 1) return undefined;
  const id = row.value(rowId);
  const at = typeof id === 'number' || typeof id === 'bigint' ? id : Number.NaN;
  return { table, column: 'deviceId', stray: { value: device, row: at }, count: 1 };
}

function isDevice(device: number): boolean {
  return Number.isInteger(device) && device >= 0 && device <= MOST_DEVICE;
}

/** Of a number that has the id of a thread in its lower half, or of one that has none. */
function pidOf(value: number): number {
  return value >= WORD ? Math.floor(value / WORD) : value;
}

/** Which columns tell whose a row of the table is, and how; undefined where all rows are everybody's. */
export interface RowChoice {
  readonly columns: readonly string[];
  /** `column`: place of the first of them in the row. */
  readonly isWanted: (row: TableRow, column: number) => boolean;
}

export function rowChoice(schema: TableSchema, share: DeviceShare): RowChoice | undefined {
  const { device, isFirst, ownPids, otherPids, launches } = share;
  if (OF_ALL.test(schema.name)) return undefined;
  if (findColumn(schema, 'deviceId')) {
    return {
      columns: ['deviceId'],
      isWanted: (row, column) => {
        const own = row.number(column);
        return own === device || (isFirst && !isDevice(own));
      },
    };
  }
  // Of the framework's table the numbers are entries of CONNECTION_IDS.
  const launched = /^PYTORCH_API$/i.test(schema.name) ? launches?.entries : launches?.connections;
  if (findColumn(schema, 'globalTid')) {
    return {
      columns: ['globalTid', 'connectionId'],
      isWanted: (row, column) => {
        const thread = row.number(column);
        const pid = pidOf(thread);
        if (ownPids.has(pid)) return true;
        if (otherPids.has(pid)) return false;
        const own = launched && (deviceOf(launched, row.number(column + 1)) ?? launches?.deviceOfThread.get(thread));
        return own === undefined ? isFirst : own === device;
      },
    };
  }
  if (!/^COMMUNICATION_OP$/i.test(schema.name)) return undefined;
  // Older files do not tell of which device a collective is.
  return {
    columns: ['connectionId'],
    isWanted: (row, column) => {
      const own = launched && deviceOf(launched, row.number(column));
      return own === undefined ? isFirst : own === device;
    },
  };
}
