/** memory_usage_details_N.json of MindSpore: memory along the order of execution, with the tensors alive at each place. */
import type { ExecutionMemory, MemoryTables, RankIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { at } from '../../model/rankJson';
import type { TableRank } from '../../model/tableRanks';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { summaryCapacity } from './capacity';

/** The files count in GiB. */
const BYTES_PER_GB = 1 << 30;

/** Rejects with a `TableError` where the file can't be read. */
export function executionMemory(dump: DumpContext, index: RankIndex): Promise<readonly ExecutionMemory[]> {
  return dump.memo(`memory by execution of rank ${index}`, async () => {
    const rank = dump.rankAt(index);
    if (!rank) return [];
    const capacityBytes = await summaryCapacity(dump, rank);
    const graphs = await graphsOf(dump, rank);
    return [...graphs].map(([id, graph]) => graphMemory(id, graph, capacityBytes));
  });
}

/** By their id in the file. */
async function graphsOf(dump: DumpContext, rank: TableRank): Promise<ReadonlyMap<string, unknown>> {
  const [path] = dump.paths(rank, 'memory-usage');
  const value = path === undefined ? undefined : await dump.json(path);
  const isGraph = ([, graph]: [string, unknown]) => nodesOf(graph).length > 0;
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value).filter(isGraph) : []);
}

/** A list, or an object by name, in order. */
function nodesOf(graph: unknown): readonly unknown[] {
  const nodes = at(graph, 'nodes');
  if (Array.isArray(nodes)) return nodes;
  return typeof nodes === 'object' && nodes !== null ? Object.values(nodes) : [];
}

function graphMemory(id: string, graph: unknown, capacityBytes: number | undefined): ExecutionMemory {
  const nodes = nodesOf(graph);
  const lines = list(at(graph, 'lines'));
  const ids = Float64Array.from(nodes, (node) => number(at(node, 'node_id')));
  const position = (key: string) => {
    const wanted = at(graph, key);
    const found = typeof wanted === 'number' ? ids.indexOf(wanted) : -1;
    return found < 0 ? undefined : found;
  };
  const [forwardStart, backwardEnd] = [position('fp_start'), position('bp_end')];
  return {
    graph: id,
    operators: {
      id: ids,
      name: nodes.map((node) => text(at(node, 'fullname')) || text(at(node, 'name'))),
      sizeBytes: Float64Array.from(nodes, (node) => bytes(at(node, 'size'))),
      heldBytes: Float64Array.from(nodes, (_, i) => bytes(lines[i])),
      changeBytes: Float64Array.from(nodes, (node) => bytes(at(node, 'allocated'))),
    },
    staticBytes: bytes(at(graph, 'static_mem')),
    ...(capacityBytes !== undefined && { capacityBytes }),
    ...(forwardStart !== undefined && { forwardStart }),
    ...(backwardEnd !== undefined && { backwardEnd }),
  };
}

export async function executionTensors(
  dump: DumpContext,
  { rank: index, graph, at: position }: MemoryTables['memory.executionTensors'],
): Promise<ColumnTable> {
  const rank = dump.rankAt(index);
  const own = rank && (await graphsOf(dump, rank)).get(graph);
  const tensors = list(list(at(own, 'breakdowns'))[position]);
  const texts = (key: string, label: string, field: string) =>
    textColumn(
      key,
      tensors.map((tensor) => anyText(at(tensor, field))),
      { label },
    );
  const numbers = (key: string, label: string, field: string) =>
    numberColumn(
      key,
      'count',
      tensors.map((tensor) => number(at(tensor, field))),
      { label },
    );
  return columnTable([
    texts('name', 'Tensor', 'tensor_name'),
    numberColumn(
      'sizeBytes',
      'bytes',
      tensors.map((tensor) => bytes(at(tensor, 'size'))),
      { label: 'Size' },
    ),
    texts('tensorType', 'Kind', 'type'),
    texts('dataType', 'Data type', 'data_type'),
    texts('shape', 'Shape', 'shape'),
    texts('format', 'Format', 'format'),
    numbers('lifeStart', 'Alive from', 'life_start'),
    numbers('lifeEnd', 'Alive to', 'life_end'),
    texts('lifeLong', 'Lifetime', 'life_long'),
  ]);
}

function bytes(value: unknown): number {
  return Math.round(number(value) * BYTES_PER_GB);
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A shape may be a list. */
function anyText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : text(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
