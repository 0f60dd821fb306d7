import type { MemoryMetric, MemorySource, Notice } from '../../../src-contract';
import { upperBound } from '../../query/rankView';
import type { ColumnTable, TextColumn } from '../../tables/columnTable';

/** Everything known about the memory of one rank. Instants count from the base of the `DumpContext`. */
export interface MemoryData {
  readonly source: MemorySource;
  readonly components: readonly ComponentRecords[];
  readonly allocations: Allocations;
  readonly notices: readonly Notice[];
}

/** What one allocator held, by time. */
export interface ComponentRecords {
  /** Unique in the rank. */
  readonly id: string;
  readonly component: string;
  readonly from: 'records' | 'allocations';
  /** Times are rounded or missing: then the samples are in the order of the file. */
  readonly isTimeLost: boolean;
  /** Ascending. */
  readonly timeNs: Float64Array;
  /** Bytes at each of `timeNs`; NaN where there is no value. Absent: the file has no such column, or nothing in it. */
  readonly values: Readonly<Partial<Record<MemoryMetric, Float64Array>>>;
}

/** The allocations of a rank, in the order of the file. */
export interface Allocations {
  /** With the file's columns, and hidden ones for filters. */
  readonly table: ColumnTable;
  readonly sizeBytes: Float64Array;
  /**
   * Alive from `fromNs` until just before `untilNs`: −∞ for one made before the recording, +∞ for one not released in it.
   * NaN where times are lost: never alive.
   */
  readonly fromNs: Float64Array;
  readonly untilNs: Float64Array;
  readonly name: TextColumn;
  readonly component: TextColumn;
  readonly stream: TextColumn;
}

export const METRICS: readonly MemoryMetric[] = ['allocated', 'reserved', 'active', 'unused'];

/** The components that an id such as "PTA+GE" adds up: an allocation belongs to one of them. */
export function addedComponents({ component }: Pick<ComponentRecords, 'component'>): ReadonlySet<string> {
  // "PTA+GE (NPU:1)": the device stands behind every one of them.
  const [, sum = component, device = ''] = /^(.*?)( \([^()]*\))?$/.exec(component) ?? [];
  return new Set(sum.split('+').map((one) => `${one}${device}`));
}

/** For each allocation, 1 if it belongs to the component. */
export function belongsTo(allocations: Allocations, component: ComponentRecords): (row: number) => boolean {
  const wanted = addedComponents(component);
  const { codes, texts } = allocations.component;
  const isWanted = texts.map((text) => wanted.has(text));
  return (row) => isWanted[codes[row]];
}

export function componentById(data: MemoryData, id: string): ComponentRecords | undefined {
  return data.components.find((component) => component.id === id);
}

/** What memory_record.csv calls the allocator of a framework: of PyTorch, of MindSpore. */
const FRAMEWORK_ALLOCATORS: readonly string[] = ['PTA', 'MindSpore'];

/** What the framework's allocator is called in a rank with these records; PyTorch's where they have none. */
export function frameworkName(components: readonly Pick<ComponentRecords, 'component'>[]): string {
  const names = components.map(({ component }) => withoutDevice(component));
  return names.find((name) => FRAMEWORK_ALLOCATORS.includes(name)) ?? FRAMEWORK_ALLOCATORS[0];
}

/**
 * The framework's allocator. A PyTorch trace has one for each device and one for the host, which is taken where there is no
 * other. Of several devices the one that held most.
 */
export function frameworkRecords({ source, components }: Pick<MemoryData, 'source' | 'components'>) {
  const named = components.filter(({ component }) => FRAMEWORK_ALLOCATORS.includes(withoutDevice(component)));
  const ofDevices = components.filter(({ component }) => !/^CPU\b/.test(component));
  const own = named.length > 0 || source !== 'trace' ? named : ofDevices.length > 0 ? ofDevices : components;
  const [first, ...others] = own;
  return others.reduce((most, one) => (heldMost(one) > heldMost(most) ? one : most), first);
}

/** Bytes; a record without a value tells nothing. */
function heldMost({ values }: ComponentRecords): number {
  let most = 0;
  for (const bytes of values.allocated ?? []) if (bytes > most) most = bytes;
  return most;
}

/** "PTA" of "PTA (NPU:1)". */
function withoutDevice(component: string): string {
  return component.replace(/ \([^()]*\)$/, '');
}

/** What holds at `ns`; undefined before the first sample, and where times are lost. */
export function valueAt(
  { timeNs, isTimeLost }: Pick<ComponentRecords, 'timeNs' | 'isTimeLost'>,
  bytes: Float64Array | undefined,
  ns: number,
): number | undefined {
  if (!bytes || isTimeLost) return undefined;
  let at = upperBound(timeNs, ns) - 1;
  while (at >= 0 && Number.isNaN(bytes[at])) at--;
  return at < 0 ? undefined : bytes[at];
}
