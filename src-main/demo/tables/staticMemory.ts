import { hash2 } from '../random';
import { crlf } from './cells';
import type { TableFile } from './tableWriter';

/** A small graph that was compiled ahead: the data preprocessing. */
const graphs = [
  { id: 0, ops: ['cast_input', 'layer_norm', 'pad', 'gather_mask', 'mask_fill', 'transpose_out', 'concat_batch'] },
  { id: 1, ops: ['position_ids', 'arange', 'outer', 'cos', 'sin', 'cat_rotary'] },
] as const;
/** Node number that stands for the end of the graph. */
const graphEnd = 4_294_967_295;
const repeats = 4;

interface Row {
  readonly op: string;
  readonly start: number;
  readonly end: number;
  readonly sizeKib: number;
}

/** static_op_mem.csv: what a compiled graph holds, from which of its nodes to which. */
export const staticMemoryFile: TableFile = {
  fileName: 'static_op_mem.csv',
  create: (trace) => ({
    begin: () => `Device_id,Op Name,Model Name,Graph ID,Node Index Start,Node Index End,Size(KB)${crlf}`,
    step: () => [],
    end: () =>
      graphs
        .flatMap(({ id, ops }) => {
          const rows = rowsOf(id, ops, trace.plan.seed);
          return rows.map(
            ({ op, start, end, sizeKib }) => `host,${op},preprocess,${id},${start},${end},${sizeKib}${crlf}`,
          );
        })
        .join(''),
  }),
};

function rowsOf(graph: number, ops: readonly string[], seed: number): Row[] {
  const rows = Array.from({ length: repeats * ops.length }, (_, i): Row => {
    const noise = hash2(seed + graph, i);
    const start = i + 1;
    // The last ops' results leave the graph.
    const end = i >= (repeats - 1) * ops.length && noise % 2 === 0 ? graphEnd : start + 1 + (noise % 5);
    const op = `${ops[i % ops.length]}_${String(Math.floor(i / ops.length)).padStart(2, '0')}`;
    return { op, start, end, sizeKib: 64 * (1 + (noise % 48)) + 0.03125 };
  });
  return [...rows, { op: 'TOTAL', start: 1, end: graphEnd, sizeKib: peakKib(rows) }];
}

/** The most that is held at any node. */
function peakKib(rows: readonly Row[]): number {
  return Math.max(
    ...rows.map(({ start }) =>
      rows.reduce((sum, row) => (row.start <= start && start <= row.end ? sum + row.sizeKib : sum), 0),
    ),
  );
}
