import { numbers } from './columns';
import type { TableReader } from './tableReader';

/** On which devices a file's calls have their work done: by the tasks with the same connection. */
export interface LaunchDevices {
  /** Connections of tasks; and entries of CONNECTION_IDS, that rows of the framework's table have. */
  readonly connections: DeviceOfNumber;
  readonly entries: DeviceOfNumber;
  /** Of the threads (`globalTid`) that launch work of one device alone. */
  readonly deviceOfThread: ReadonlyMap<number, number>;
}

/** Numbers, ascending, with a device each. */
interface DeviceOfNumber {
  readonly numbers: Float64Array;
  readonly devices: Uint8Array;
}

/** A number and its device are sorted as one, exact in a float64 up to here. */
const PER_NUMBER = 256;
const MOST_NUMBER = 2 ** 45;
const NONE_32 = 2 ** 32 - 1;
/** A thread that launches work of several devices. */
const SEVERAL = -1;

/** Reads TASK, CONNECTION_IDS and the tables of calls once, two columns of each. */
export function launchDevices(database: TableReader, isDevice: (device: number) => boolean): LaunchDevices {
  const task = database.readColumns('TASK', { number: numbers('connectionId'), device: numbers('deviceId') }).columns;
  const connections = devicesByNumber(task.number, task.device, isDevice);
  const ids = database.readColumns('CONNECTION_IDS', {
    id: numbers('id'),
    connection: numbers('connectionId'),
  }).columns;
  const deviceOfId = ids.connection.map((connection) => deviceOf(connections, connection) ?? Number.NaN);
  const entries = devicesByNumber(ids.id, deviceOfId, isDevice);
  const deviceOfThread = new Map<number, number>();
  for (const [table, known] of [
    ['CANN_API', connections],
    ['PYTORCH_API', entries],
  ] as const) {
    const calls = database.readColumns(table, { thread: numbers('globalTid'), number: numbers('connectionId') });
    const { thread, number } = calls.columns;
    for (let row = 0; row < calls.rowCount; row++) {
      const device = deviceOf(known, number[row]);
      if (device === undefined) continue;
      const before = deviceOfThread.get(thread[row]);
      if (before === undefined) deviceOfThread.set(thread[row], device);
      else if (before !== device) deviceOfThread.set(thread[row], SEVERAL);
    }
  }
  for (const [thread, device] of deviceOfThread) if (device === SEVERAL) deviceOfThread.delete(thread);
  return { connections, entries, deviceOfThread };
}

/** The device that the number is of: the lowest of several; undefined where there is none. */
export function deviceOf({ numbers: all, devices }: DeviceOfNumber, number: number): number | undefined {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (all[middle] < number) low = middle + 1;
    else high = middle;
  }
  return all[low] === number ? devices[low] : undefined;
}

/** In shared memory: all threads that read the file look up there. */
function devicesByNumber(
  own: Float64Array,
  device: Float64Array,
  isDevice: (device: number) => boolean,
): DeviceOfNumber {
  const both = new Float64Array(own.length);
  let count = 0;
  for (let row = 0; row < own.length; row++) {
    const number = own[row];
    if (number >= 0 && number < MOST_NUMBER && number !== NONE_32 && isDevice(device[row]))
      both[count++] = number * PER_NUMBER + device[row];
  }
  const sorted = both.subarray(0, count).sort();
  let distinct = 0;
  let last = Number.NaN;
  for (let at = 0; at < count; at++) {
    if (numberOf(sorted[at]) === last) continue;
    last = numberOf(sorted[at]);
    sorted[distinct++] = sorted[at];
  }
  const all = new Float64Array(new SharedArrayBuffer(8 * distinct));
  const devices = new Uint8Array(new SharedArrayBuffer(distinct));
  for (let at = 0; at < distinct; at++) {
    all[at] = numberOf(sorted[at]);
    devices[at] = sorted[at] % PER_NUMBER;
  }
  return { numbers: all, devices };
}

function numberOf(both: number): number {
  return Math.floor(both / PER_NUMBER);
}
