import type { GraphCurve, RankIndex, StaticGraph, StaticGraphId } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { readTimed } from '../../model/memory/records';
import type { TableRank } from '../../model/tableRanks';
import {
  type ColumnTable,
  concatTables,
  numberColumn,
  numbersOf,
  textColumn,
  textReader,
} from '../../tables/columnTable';

/** An op whose memory is released with its graph has this for its end. */
const END_OF_GRAPH = 4_294_967_295;
/** Not an op: the file's own sum of what the graph asked for. */
const TOTAL = 'TOTAL';

const keys = {
  'Device ID': 'device',
  Device_id: 'device',
  'Op Name': 'name',
  'Model Name': 'model',
  'Graph ID': 'graph',
  'Node Index Start': 'nodeStart',
  'Node Index End': 'nodeEnd',
  'Size(KB)': 'sizeBytes',
  'Size(MB)': 'sizeBytes',
} as const;

/** static_op_mem.csv: when (in logical time) the ops of a static graph take and give back memory. */
function readStatic(dump: DumpContext, rank: TableRank): Promise<ColumnTable> {
  return dump.memo(`static memory of rank ${rank.index}`, async () => {
    const read = await readTimed(dump, dump.paths(rank, 'static-memory'), {
      keys,
      textKeys: new Set(['device', 'name', 'model', 'graph']),
      numberKeys: new Set(['nodeStart', 'nodeEnd']),
    });
    for (const own of read.notices) dump.note(own);
    if (read.error && read.table.rowCount === 0) throw read.error;
    return read.table;
  });
}

interface StaticOp {
  readonly row: number;
  readonly start: number;
  /** Infinity: with the graph. */
  readonly end: number;
  readonly bytes: number;
}

interface GraphOps extends StaticGraphId {
  readonly ops: StaticOp[];
  totalBytes?: number;
}

function graphsOf(table: ColumnTable): GraphOps[] {
  const text = (key: string) => textReader(table, key) ?? (() => '');
  const [name, graph, model, device] = [text('name'), text('graph'), text('model'), text('device')];
  const [start, end, size] = [
    numbersOf(table, 'nodeStart'),
    numbersOf(table, 'nodeEnd'),
    numbersOf(table, 'sizeBytes'),
  ];
  const graphs = new Map<string, GraphOps>();
  for (let row = 0; row < table.rowCount; row++) {
    const id = { graph: graph(row), model: model(row), device: device(row) };
    const key = JSON.stringify(id);
    const own = graphs.get(key) ?? { ...id, ops: [] };
    graphs.set(key, own);
    const bytes = known(size?.[row], 0);
    if (name(row) === TOTAL) own.totalBytes = bytes;
    else {
      const last = known(end?.[row], END_OF_GRAPH);
      own.ops.push({
        row,
        start: known(start?.[row], 0),
        end: last >= END_OF_GRAPH ? Number.POSITIVE_INFINITY : last,
        bytes,
      });
    }
  }
  return [...graphs.values()];
}

function known(value: number | undefined, otherwise: number): number {
  return value === undefined || Number.isNaN(value) ? otherwise : value;
}

/** Memory held from each op's start until just before its end. */
function curveOf(ops: readonly StaticOp[]): GraphCurve {
  const changes = new Map<number, number>();
  let lastNode = 0;
  for (const { start, end, bytes } of ops) {
    changes.set(start, (changes.get(start) ?? 0) + bytes);
    if (Number.isFinite(end)) changes.set(end, (changes.get(end) ?? 0) - bytes);
    lastNode = Math.max(lastNode, start, Number.isFinite(end) ? end : 0);
  }
  // What lives as long as the graph is drawn one node further.
  if (!changes.has(lastNode + 1)) changes.set(lastNode + 1, 0);
  const nodes = [...changes].sort(([a], [b]) => a - b);
  let held = 0;
  return {
    node: Float64Array.from(nodes, ([node]) => node),
    bytes: Float64Array.from(nodes, ([, change]) => {
      held += change;
      return held;
    }),
  };
}

export async function staticGraphs(dump: DumpContext, rank: TableRank): Promise<StaticGraph[]> {
  return graphsOf(await readStatic(dump, rank)).map(({ graph, model, device, ops, totalBytes }) => {
    const { node, bytes } = curveOf(ops);
    const peak = bytes.reduce((best, value, at) => (value > bytes[best] ? at : best), 0);
    return {
      graph,
      model,
      device,
      opCount: ops.length,
      ...(totalBytes !== undefined && { totalBytes }),
      peakBytes: bytes[peak] ?? 0,
      peakNode: node[peak] ?? 0,
    };
  });
}

export async function graphCurve(dump: DumpContext, index: RankIndex, id: StaticGraphId): Promise<GraphCurve> {
  const rank = dump.rankAt(index);
  const graphs = rank ? graphsOf(await readStatic(dump, rank)) : [];
  const own = graphs.find(
    ({ graph, model, device }) => graph === id.graph && model === id.model && device === id.device,
  );
  return curveOf(own?.ops ?? []);
}

/** The ops of all graphs; "end of graph" as no value, so that sorting and ranges mean what they say. */
export async function staticTable(dump: DumpContext, ranks: readonly RankIndex[]): Promise<ColumnTable> {
  const tables: ColumnTable[] = [];
  for (const index of ranks) {
    const rank = dump.rankAt(index);
    if (!rank) continue;
    const table = await readStatic(dump, rank);
    const ops = graphsOf(table).flatMap((graph) => graph.ops);
    ops.sort((a, b) => a.row - b.row);
    if (ops.length === 0) continue;
    const texts = (key: string) => {
      const read = textReader(table, key) ?? (() => '');
      return ops.map(({ row }) => read(row));
    };
    tables.push({
      rowCount: ops.length,
      columns: [
        numberColumn('rankIndex', 'id', new Float64Array(ops.length).fill(rank.index), { isHidden: true }),
        textColumn('rankLabel', new Array<string>(ops.length).fill(rank.label), { label: 'Rank' }),
        textColumn('name', texts('name'), { label: 'Op Name' }),
        numberColumn(
          'sizeBytes',
          'bytes',
          ops.map(({ bytes }) => bytes),
          { label: 'Size' },
        ),
        numberColumn(
          'nodeStart',
          'count',
          ops.map(({ start }) => start),
          { label: 'Node Index Start' },
        ),
        numberColumn(
          'nodeEnd',
          'count',
          ops.map(({ end }) => (Number.isFinite(end) ? end : Number.NaN)),
          {
            label: 'Node Index End',
          },
        ),
        textColumn('graph', texts('graph'), { label: 'Graph ID' }),
        textColumn('model', texts('model'), { label: 'Model Name' }),
        textColumn('staticDevice', texts('device'), { label: 'Device ID' }),
      ],
    });
  }
  return tables.length > 0 ? concatTables(tables) : { rowCount: 0, columns: [] };
}
