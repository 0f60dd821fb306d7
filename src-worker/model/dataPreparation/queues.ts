/** Host queue and device queue, from lines of words. */
import { basename } from 'node:path';
import type { DataPreparation, Notice, QueueBySteps } from '../../../src-contract';
import { numberOfWord, readWordLines } from '../../tables/wordLines';

const NS_PER_MS = 1e6;

export interface HostQueue extends Pick<DataPreparation, 'hostQueue' | 'hostTimes'> {
  /** Of each line of the queue, by step: when it was looked at, ms of the pipeline's clock. */
  readonly sampledMs: Float64Array;
  /** The training takes its data from this queue itself: there is none on the device. */
  readonly isLast: boolean;
  readonly notices: readonly Notice[];
}

/**
 * `device_queue_profiling_N.txt` (data is sunk to the device) or `dataset_iterator_profiling_N.txt` (it is not). Lines of
 * five numbers: `0 kind step ms at` (kind 0: to get a batch, 1: to send it, 2: both), `1 capacity step size at` of the queue.
 */
export async function readHostQueue(path: string): Promise<HostQueue> {
  const queue: { step: number; size: number; atMs: number }[] = [];
  const times = new Map<number, { getMs: number; sendMs: number }>();
  let capacity = Number.NaN;
  const notices = await readWordLines(path, 'kind detail step value time', (words) => {
    const [kind, detail, step, value, atMs] = words.map(numberOfWord);
    if (Number.isNaN(step) || !(value >= 0)) return false;
    if (kind === 1) {
      capacity = detail;
      queue.push({ step, size: value, atMs: atMs ?? Number.NaN });
      return true;
    }
    if (kind !== 0 || !(detail >= 0 && detail <= 2)) return false;
    const own = times.get(step) ?? { getMs: Number.NaN, sendMs: Number.NaN };
    times.set(step, detail === 0 ? { ...own, getMs: value } : detail === 1 ? { ...own, sendMs: value } : own);
    return true;
  });
  queue.sort((a, b) => a.step - b.step);
  const steps = [...times.keys()].sort((a, b) => a - b);
  return {
    ...(queue.length > 0 && {
      hostQueue: queueOf(
        queue.map(({ step }) => step),
        queue.map(({ size }) => size),
        capacity,
      ),
    }),
    ...(steps.length > 0 && {
      hostTimes: {
        steps: Float64Array.from(steps),
        getNs: Float64Array.from(steps, (step) => NS_PER_MS * (times.get(step)?.getMs ?? Number.NaN)),
        sendNs: Float64Array.from(steps, (step) => NS_PER_MS * (times.get(step)?.sendMs ?? Number.NaN)),
      },
    }),
    sampledMs: Float64Array.from(queue, ({ atMs }) => atMs),
    isLast: basename(path).startsWith('dataset_iterator'),
    notices,
  };
}

export interface DeviceQueue extends Pick<DataPreparation, 'deviceQueue' | 'fetchTimes'> {
  readonly notices: readonly Notice[];
}

/**
 * `minddata_aicpu_N.txt` (times in µs) or, of a GPU, `minddata_getnext_profiling_N.txt` (ns). Lines `name start end size`;
 * those whose name begins with "GetNext" are a step each. An AI CPU writes two of a step, the wait and the fetch: those that
 * wait (`GetNext_dequeue_wait`) count where there are any.
 */
export async function readDeviceQueue(path: string): Promise<DeviceQueue> {
  const nsPerTick = basename(path).startsWith('minddata_getnext') ? 1 : 1000;
  const found: { isWait: boolean; fetchNs: number; size: number }[] = [];
  const notices = await readWordLines(path, 'node_name start_time end_time queue_size', (words) => {
    const [name, start, end, size] = words;
    if (words.length < 3) return false;
    if (!name.startsWith('GetNext')) return true;
    const fetchNs = (numberOfWord(end) - numberOfWord(start)) * nsPerTick;
    if (!(fetchNs >= 0)) return false;
    found.push({ isWait: name.includes('dequeue_wait'), fetchNs, size: numberOfWord(size) });
    return true;
  });
  const waits = found.filter(({ isWait }) => isWait);
  const used = waits.length > 0 ? waits : found;
  if (used.length === 0) return { notices };
  const steps = Float64Array.from(used, (_, at) => at + 1);
  const hasSizes = used.some(({ size }) => !Number.isNaN(size));
  return {
    ...(hasSizes && {
      deviceQueue: queueOf(
        steps,
        used.map(({ size }) => size),
        Number.NaN,
      ),
    }),
    fetchTimes: { steps, fetchNs: Float64Array.from(used, ({ fetchNs }) => fetchNs) },
    notices,
  };
}

function queueOf(steps: ArrayLike<number>, sizes: readonly number[], capacity: number): QueueBySteps {
  return {
    steps: Float64Array.from(steps),
    sizes: Float64Array.from(sizes),
    capacity,
    emptyCount: sizes.filter((size) => size === 0).length,
    fullCount: Number.isNaN(capacity) ? Number.NaN : sizes.filter((size) => size >= capacity).length,
  };
}
