import type { LiveGrouping, LiveTotals, MemoryTables, RankIndex, StackJoin } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import {
  belongsTo,
  type ComponentRecords,
  componentById,
  type MemoryData,
  valueAt,
} from '../../model/memory/memoryData';
import { memoryOf } from '../../model/memory/rankMemory';
import type { TableRank } from '../../model/tableRanks';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { callStacks, type KnownStack } from './callStacks';

interface LiveSet {
  readonly rank: TableRank;
  readonly data: MemoryData;
  readonly records: ComponentRecords;
  readonly atNs: number;
  readonly rows: readonly number[];
  readonly bytes: number;
}

type Instant = Pick<MemoryTables['memory.live'], 'rank' | 'component' | 'atNs'>;

async function liveSet(dump: DumpContext, { rank: index, component, atNs }: Instant): Promise<LiveSet | undefined> {
  const rank = dump.rankAt(index as RankIndex);
  const data = rank && (await memoryOf(dump, rank));
  const records = data && componentById(data, component);
  if (!records) return undefined;
  const ns = dump.fromJobNs(index, atNs);
  const rows = aliveRows(data, records, ns);
  const bytes = rows.reduce((sum, row) => sum + data.allocations.sizeBytes[row], 0);
  return { rank, data, records, atNs: ns, rows, bytes };
}

/** Allocated at `ns` or before and not yet released. */
export function aliveRows({ allocations }: MemoryData, records: ComponentRecords, ns: number): number[] {
  const { fromNs, untilNs } = allocations;
  const isOfComponent = belongsTo(allocations, records);
  const rows: number[] = [];
  for (let row = 0; row < fromNs.length; row++)
    if (fromNs[row] <= ns && untilNs[row] > ns && isOfComponent(row)) rows.push(row);
  return rows;
}

export async function liveTotals(dump: DumpContext, instant: Instant): Promise<LiveTotals> {
  const joins: Record<StackJoin, number> = {
    slice: 0,
    forward: 0,
    enclosing: 0,
    'only-stack': 0,
    ambiguous: 0,
    none: 0,
  };
  const live = await liveSet(dump, instant);
  if (!live) return { liveBytes: 0, liveCount: 0, joins };
  for (const { join } of (await callStacks(dump, live.rank, live.data, live.rows)).values()) joins[join]++;
  const allocatedBytes = valueAt(live.records, live.records.values.allocated, live.atNs);
  const reservedBytes = valueAt(live.records, live.records.values.reserved, live.atNs);
  return {
    ...(allocatedBytes !== undefined && { allocatedBytes, unrecordedBytes: allocatedBytes - live.bytes }),
    ...(reservedBytes !== undefined && { reservedBytes }),
    liveBytes: live.bytes,
    liveCount: live.rows.length,
    joins,
  };
}

interface LiveGroup {
  readonly key: string;
  readonly stack: KnownStack | undefined;
  readonly ops: Map<string, number>;
  readonly joins: Set<StackJoin>;
  count: number;
  bytes: number;
  largestBytes: number;
  oldestNs: number;
  neverFreedBytes: number;
}

/** A row for each op, call stack or stream, largest first. */
export async function liveTable(
  dump: DumpContext,
  { by, ...instant }: MemoryTables['memory.live'],
): Promise<ColumnTable> {
  const live = await liveSet(dump, instant);
  if (!live) return { rowCount: 0, columns: [] };
  const stacks = by === 'stack' ? await callStacks(dump, live.rank, live.data, live.rows) : undefined;
  const groups = [...groupsOf(live, by, stacks).values()].sort((a, b) => b.bytes - a.bytes || b.count - a.count);
  const numbers = (of: (group: LiveGroup) => number) => groups.map(of);
  const texts = (of: (group: LiveGroup) => string) => groups.map(of);
  return columnTable([
    ...(by === 'op'
      ? [
          textColumn(
            'name',
            texts(({ key }) => key),
          ),
        ]
      : []),
    ...(by === 'stream'
      ? [
          textColumn(
            'stream',
            texts(({ key }) => key),
            { label: 'Stream Ptr' },
          ),
        ]
      : []),
    ...(by === 'stack'
      ? [
          textColumn(
            'stack',
            texts(({ stack }) => stack?.frames.join(' ← ') ?? ''),
            { label: 'Call stack' },
          ),
          textColumn(
            'stackJoin',
            texts(({ joins }) => [...joins].sort().join('+')),
            { label: 'Stack from' },
          ),
          textColumn(
            'ops',
            texts(({ ops }) => opsText(ops)),
            { label: 'Ops' },
          ),
        ]
      : []),
    numberColumn(
      'liveBytes',
      'bytes',
      numbers(({ bytes }) => bytes),
      { label: 'Live' },
    ),
    numberColumn(
      'liveShare',
      'percent',
      numbers(({ bytes }) => (100 * bytes) / live.bytes),
      { label: 'Share' },
    ),
    numberColumn(
      'count',
      'count',
      numbers(({ count }) => count),
      { label: 'Count' },
    ),
    numberColumn(
      'largestBytes',
      'bytes',
      numbers(({ largestBytes }) => largestBytes),
      { label: 'Largest' },
    ),
    numberColumn(
      'oldestNs',
      'time',
      numbers(({ oldestNs }) => oldestNs),
      { label: 'Oldest' },
    ),
    numberColumn(
      'neverFreedBytes',
      'bytes',
      numbers((group) => group.neverFreedBytes),
      { label: 'Never released' },
    ),
  ]);
}

function groupsOf(
  { data, rows }: LiveSet,
  by: LiveGrouping,
  stacks: ReadonlyMap<number, KnownStack> | undefined,
): Map<string, LiveGroup> {
  const { name, stream, sizeBytes, fromNs, untilNs } = data.allocations;
  const groups = new Map<string, LiveGroup>();
  for (const row of rows) {
    const op = name.texts[name.codes[row]];
    const stack = stacks?.get(row);
    // Without a stack, at least the op is told apart.
    const stackKey = stack && stack.frames.length > 0 ? stack.frames.join('\n') : `${stack?.join} ${op}`;
    const key = by === 'op' ? op : by === 'stream' ? stream.texts[stream.codes[row]] : stackKey;
    const own = groups.get(key) ?? newGroup(key, stack);
    groups.set(key, own);
    own.count++;
    own.bytes += sizeBytes[row];
    own.largestBytes = Math.max(own.largestBytes, sizeBytes[row]);
    if (Number.isFinite(fromNs[row])) own.oldestNs = Math.min(orElse(own.oldestNs, fromNs[row]), fromNs[row]);
    if (untilNs[row] === Number.POSITIVE_INFINITY) own.neverFreedBytes += sizeBytes[row];
    if (stack) own.joins.add(stack.join);
    own.ops.set(op, (own.ops.get(op) ?? 0) + 1);
  }
  return groups;
}

const newGroup = (key: string, stack: KnownStack | undefined): LiveGroup => ({
  key,
  stack,
  ops: new Map(),
  joins: new Set(),
  count: 0,
  bytes: 0,
  largestBytes: 0,
  oldestNs: Number.NaN,
  neverFreedBytes: 0,
});

const orElse = (value: number, other: number) => (Number.isNaN(value) ? other : value);

function opsText(ops: ReadonlyMap<string, number>): string {
  return [...ops].map(([op, count]) => (count === 1 ? op : `${op} ×${count}`)).join(', ');
}
