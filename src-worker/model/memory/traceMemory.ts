import type { ArgEntry } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import { SliceFlag } from '../../index/columns/segmentColumns';
import { isStepMark } from '../../names/stepMarks';
import type { RankView } from '../../query/rankView';
import { readSliceArgs } from '../../query/slice/sliceArgs';
import { slicesTouching } from '../../query/touching';
import { codedColumn, columnTable, numberColumn, TextPool } from '../../tables/columnTable';
import { allocationsOf } from './allocations';
import type { ComponentRecords, MemoryData } from './memoryData';
import { withUnused } from './records';
import { nameId } from './sliceNames';

/**
 * Memory events of a PyTorch (Kineto) trace: instants named "[memory]" whose args tell the bytes (negative: released), the
 * address, the device, and that device's totals after it. Where the trace is cut, a release without its allocation is of
 * memory from before, and an allocation whose address is given out again was released unseen.
 */
const EVENT_NAME = '[memory]';

/** c10::DeviceType, as PyTorch numbers them. */
const deviceTypes: Readonly<Record<number, string>> = {
  0: 'CPU',
  1: 'CUDA',
  6: 'HIP',
  9: 'XLA',
  12: 'XPU',
  13: 'MPS',
  15: 'HPU',
  19: 'MTIA',
  20: 'NPU',
};

interface MemoryEvent {
  readonly slice: number;
  readonly timeNs: number;
  readonly device: string;
  readonly address: string;
  readonly bytes: number;
  readonly allocated: number;
  readonly reserved: number;
  readonly order: number;
}

export function hasMemoryEvents(view: RankView): boolean {
  return nameId(view.index, EVENT_NAME) !== undefined;
}

/** `toBaseNs`: from the index's times to those of the tables. Undefined where the trace has no memory events. */
export async function traceMemory(view: RankView, toBaseNs: (ns: number) => number): Promise<MemoryData | undefined> {
  const events = await readEvents(view, toBaseNs);
  if (events.length === 0) return undefined;
  const components = deviceRecords(events);
  return { source: 'trace', components, allocations: pairedAllocations(view, events, components), notices: [] };
}

async function readEvents(view: RankView, toBaseNs: (ns: number) => number): Promise<MemoryEvent[]> {
  const name = nameId(view.index, EVENT_NAME);
  if (name === undefined) return [];
  const { slices } = view.index;
  const wanted: number[] = [];
  for (let slice = 0; slice < slices.name.length; slice++) if (slices.name[slice] === name) wanted.push(slice);
  const events: MemoryEvent[] = [];
  await readSliceArgs(view.index, wanted, (slice, args) => {
    const event = eventOf(slice, toBaseNs(slices.startNs[slice]), args);
    if (event) events.push(event);
  });
  // Several events fall into one µs: the profiler's own count tells which came first.
  return events.sort((a, b) => a.timeNs - b.timeNs || a.order - b.order);
}

function eventOf(slice: number, timeNs: number, args: readonly ArgEntry[]): MemoryEvent | undefined {
  const digits = new Map(args.map(({ key, value }) => [key, value.kind === 'number' ? value.digits : undefined]));
  const number = (key: string) => Number(digits.get(key) ?? Number.NaN);
  const bytes = number('Bytes');
  if (Number.isNaN(bytes)) return undefined;
  const type = number('Device Type');
  const id = number('Device Id');
  const typeName = deviceTypes[type] ?? (Number.isNaN(type) ? '' : `Device type ${type}`);
  return {
    slice,
    timeNs,
    device: id >= 0 ? `${typeName} ${id}`.trim() : typeName,
    address: digits.get('Addr') ?? '',
    bytes,
    allocated: number('Total Allocated'),
    reserved: number('Total Reserved'),
    order: number('Ev Idx') || 0,
  };
}

function deviceRecords(events: readonly MemoryEvent[]): ComponentRecords[] {
  const byDevice = new Map<string, MemoryEvent[]>();
  for (const event of events) {
    const own = byDevice.get(event.device);
    if (own) own.push(event);
    else byDevice.set(event.device, [event]);
  }
  return [...byDevice].map(([device, own]) => {
    const reserved = Float64Array.from(own, (event) => event.reserved);
    return {
      id: device,
      component: device,
      from: 'records',
      isTimeLost: false,
      timeNs: Float64Array.from(own, ({ timeNs }) => timeNs),
      values: withUnused({
        allocated: Float64Array.from(own, ({ allocated }) => allocated),
        // The CPU's allocator reserves nothing: its total is always 0.
        reserved: reserved.some((bytes) => bytes > 0) ? reserved : undefined,
        active: undefined,
      }),
    };
  });
}

/** At least one of the two is there. */
interface Allocation {
  readonly made: MemoryEvent | undefined;
  readonly released: MemoryEvent | undefined;
  /** Of an address given out again without a release in between. */
  readonly lostNs?: number;
}

function pairedAllocations(view: RankView, events: readonly MemoryEvent[], components: readonly ComponentRecords[]) {
  const open = new Map<string, MemoryEvent>();
  const done: Allocation[] = [];
  for (const event of events) {
    if (event.bytes === 0) continue;
    const key = `${event.device} ${event.address}`;
    const made = open.get(key);
    open.delete(key);
    if (event.bytes < 0) done.push({ made, released: event });
    else {
      if (made) done.push({ made, released: undefined, lostNs: event.timeNs });
      open.set(key, event);
    }
  }
  for (const made of open.values()) done.push({ made, released: undefined });
  const place = new Map(events.map((event, at) => [event, at]));
  const at = ({ made, released }: Allocation) => place.get((made ?? released) as MemoryEvent) ?? 0;
  done.sort((a, b) => at(a) - at(b));
  return allocationsOf({ table: allocationTable(view, done), isTimeLost: false }, components);
}

function allocationTable(view: RankView, allocations: readonly Allocation[]) {
  const texts = (of: (allocation: Allocation) => string) => {
    const pool = new TextPool();
    return { codes: Uint32Array.from(allocations, (one) => pool.code(of(one))), texts: pool.texts };
  };
  const numbers = (of: (allocation: Allocation) => number | undefined) =>
    Float64Array.from(allocations, (one) => of(one) ?? Number.NaN);
  const name = texts(({ made }) => (made ? enclosingOp(view, made.slice) : ''));
  const device = texts(({ made, released }) => (made ?? released)?.device ?? '');
  const address = texts(({ made, released }) => (made ?? released)?.address ?? '');
  const hidden = { isHidden: true };
  return columnTable([
    codedColumn('name', name.codes, name.texts),
    numberColumn(
      'sizeBytes',
      'bytes',
      numbers(({ made, released }) => Math.abs((made ?? released)?.bytes ?? 0)),
    ),
    codedColumn('component', device.codes, device.texts),
    numberColumn(
      'allocatedNs',
      'time',
      numbers(({ made }) => made?.timeNs),
    ),
    numberColumn(
      'releasedNs',
      'time',
      numbers(({ released, lostNs }) => released?.timeNs ?? lostNs),
    ),
    numberColumn(
      'lifetimeNs',
      'duration',
      numbers(({ made, released }) => made && released && released.timeNs - made.timeNs),
    ),
    codedColumn('address', address.codes, address.texts, hidden),
    numberColumn(
      'allocatedThen',
      'bytes',
      numbers(({ made }) => made?.allocated),
      hidden,
    ),
    numberColumn(
      'reservedThen',
      'bytes',
      numbers(({ made }) => made?.reserved),
      hidden,
    ),
    numberColumn(
      'allocatedAfter',
      'bytes',
      numbers(({ released }) => released?.allocated),
      hidden,
    ),
    numberColumn(
      'reservedAfter',
      'bytes',
      numbers(({ released }) => released?.reserved),
      hidden,
    ),
    numberColumn(
      'slice',
      'id',
      numbers(({ made }) => made?.slice),
      hidden,
    ),
  ]);
}

/** The op that was running on the event's own thread; else whatever was, but for a step's mark; '' where nothing was. */
function enclosingOp(view: RankView, slice: number): string {
  const around = enclosingSlices(view, slice);
  const { categories, slices } = view.index;
  const nameOf = (slice: number) => view.nameText(slices.name[slice]);
  const op =
    around.find((outer) => categories[slices.category[outer]] === 'cpu_op') ??
    around.find((outer) => !isStepMark(nameOf(outer)));
  return op === undefined ? '' : nameOf(op);
}

/** The slices of its lane that are around a slice, innermost first. */
export function enclosingSlices(view: RankView, slice: number): number[] {
  const { slices, laneFirstRow } = view.index;
  const ns = slices.startNs[slice];
  const lane = view.laneOfRow(view.rowOf(slice));
  const found: number[] = [];
  for (let row = laneFirstRow[lane]; row < laneFirstRow[lane + 1]; row++) {
    const { first, end } = slicesTouching(view.index, row, ns, ns);
    // Instants of the same row stand between.
    let at = end - 1;
    while (at >= first && (slices.flags[at] & SliceFlag.instant) !== 0) at--;
    if (at >= first && at !== slice) found.push(at);
  }
  return found.sort((a, b) => slices.startNs[b] - slices.startNs[a] || endNsOf(slices, a) - endNsOf(slices, b));
}
