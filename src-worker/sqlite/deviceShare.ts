import type { Database } from './database';
import { findColumn, type TableSchema } from './schema';
import type { TableRow } from './tableRow';

/** What tells whose rows are whose in a file with several devices. */
export interface DeviceShare {
  readonly device: number;
  /** What belongs to no one device is shown with the first. */
  readonly isFirst: boolean;
  /** Programs that drive this device alone, and those that drive another one alone. */
  readonly ownPids: ReadonlySet<number>;
  readonly otherPids: ReadonlySet<number>;
}

/** A device of a file, and the rank that it is of, where the file tells. */
export interface FileDevice {
  readonly device: number;
  readonly rank: number | undefined;
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

/** Ascending. One at most, where the file is of one device, as it mostly is; none where its numbers can't be devices. */
export function devicesOf(database: Database): FileDevice[] {
  const rankOf = new Map<number, number>();
  database.scan('RANK_DEVICE_MAP', ['rankId', 'deviceId'], (row) => {
    const [rank, device] = [row.number(0), row.number(1)];
    if (isDevice(device)) rankOf.set(device, rank >= 0 ? rank : Number.NaN);
  });
  const devices = new Set([...rankOf.keys(), ...sampledTasks(database).keys()]);
  if (devices.size > MOST_DEVICES) return [];
  return [...devices]
    .sort((a, b) => a - b)
    .map((device) => {
      const rank = rankOf.get(device);
      return { device, rank: rank === undefined || Number.isNaN(rank) ? undefined : rank };
    });
}

export function deviceShare(database: Database, device: number): DeviceShare {
  const pids = sampledTasks(database);
  const [first] = devicesOf(database);
  const devicesOfPid = new Map<number, number>();
  for (const own of pids.values()) for (const pid of own) devicesOfPid.set(pid, (devicesOfPid.get(pid) ?? 0) + 1);
  const isOfOne = (pid: number) => devicesOfPid.get(pid) === 1;
  const others = [...pids].flatMap(([other, own]) => (other === device ? [] : [...own]));
  return {
    device,
    isFirst: first === undefined || first.device === device,
    ownPids: new Set([...(pids.get(device) ?? [])].filter(isOfOne)),
    otherPids: new Set(others.filter(isOfOne)),
  };
}

/** Programs by the devices that their tasks ran on. */
function sampledTasks(database: Database): Map<number, Set<number>> {
  const pids = new Map<number, Set<number>>();
  let count = 0;
  try {
    database.scan('TASK', ['deviceId', 'globalPid'], (row) => {
      const device = row.number(0);
      if (isDevice(device)) {
        const own = pids.get(device) ?? new Set();
        pids.set(device, own.add(pidOf(row.number(1))));
      }
      if (++count === SAMPLED_TASKS) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return pids;
}

function isDevice(device: number): boolean {
  return Number.isInteger(device) && device >= 0 && device <= MOST_DEVICE;
}

/** Of a number that has the id of a thread in its lower half, or of one that has none. */
function pidOf(value: number): number {
  return value >= WORD ? Math.floor(value / WORD) : value;
}

/** Which column tells whose a row of the table is, and how; undefined where all rows are everybody's. */
export function rowChoice(
  schema: TableSchema,
  { device, isFirst, ownPids, otherPids }: DeviceShare,
): { readonly column: string; readonly isWanted: (row: TableRow, column: number) => boolean } | undefined {
  if (OF_ALL.test(schema.name)) return undefined;
  if (findColumn(schema, 'deviceId')) {
    return {
      column: 'deviceId',
      isWanted: (row, column) => {
        const own = row.number(column);
        return own === device || (isFirst && !isDevice(own));
      },
    };
  }
  if (findColumn(schema, 'globalTid')) {
    return {
      column: 'globalTid',
      isWanted: (row, column) => {
        const pid = pidOf(row.number(column));
        return ownPids.has(pid) || (isFirst && !otherPids.has(pid));
      },
    };
  }
  // Older files do not tell of which device a collective is.
  return /^COMMUNICATION_OP$/i.test(schema.name) ? { column: 'rowid', isWanted: () => isFirst } : undefined;
}
