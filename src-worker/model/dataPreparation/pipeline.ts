/** The operators of a dataset and the queues between them, from either of the two files that have them. */
import { basename } from 'node:path';
import type { DataOperator, DataPipeline, Notice, OperatorQueue } from '../../../src-contract';
import { textReader } from '../../tables/columnTable';
import { jsonOf } from '../../tables/jsonText';
import { numberOfWord } from '../../tables/wordLines';
import type { DumpContext } from '../dumpContext';
import { at } from '../rankJson';

export interface PipelineFile extends Pick<DataPipeline, 'operators' | 'sampleIntervalNs' | 'source'> {
  readonly notices: readonly Notice[];
}

const NS_PER_MS = 1e6;

/** Rejects with a `TableError`. */
export function readPipeline(dump: DumpContext, path: string): Promise<PipelineFile> {
  return basename(path).endsWith('.csv') ? fromCsv(dump, path) : fromJson(dump, path);
}

/** `minddata_pipeline_raw_N.csv`: an operator a row, samples and children as lists in brackets, the interval in ms. */
async function fromCsv(dump: DumpContext, path: string): Promise<PipelineFile> {
  const textKeys = new Set(['op_id', 'op_type', 'num_workers', 'output_queue_size', 'output_queue_length']);
  for (const key of ['sample_interval', 'parent_id', 'children_id']) textKeys.add(key);
  const table = await dump.csv(path, { textKeys });
  const read = (key: string) => textReader(table, key) ?? (() => '');
  const [id, type, workers] = [read('op_id'), read('op_type'), read('num_workers')];
  const [sizes, capacity, interval] = [read('output_queue_size'), read('output_queue_length'), read('sample_interval')];
  const [parent, children] = [read('parent_id'), read('children_id')];
  const operators = Array.from({ length: table.rowCount }, (_, row): DataOperator => {
    const queue = queueOf(numbersIn(jsonOf(sizes(row))), numberOfWord(capacity(row)));
    const parentId = numberOfWord(parent(row));
    return {
      id: numberOfWord(id(row)),
      type: type(row),
      workers: numberOfWord(workers(row)),
      children: numbersIn(jsonOf(children(row))),
      ...(Number.isNaN(parentId) ? {} : { parent: parentId }),
      ...(queue && { queue }),
    };
  });
  return {
    operators: inOrder(operators),
    sampleIntervalNs: table.rowCount > 0 ? NS_PER_MS * numberOfWord(interval(0)) : Number.NaN,
    source: 'pipeline-raw',
    notices: table.notices,
  };
}

/** `pipeline_profiling_N.json`: the same as the profiler wrote it while it ran. */
async function fromJson(dump: DumpContext, path: string): Promise<PipelineFile> {
  const value = await dump.json(path);
  const entries = at(value, 'op_info');
  const found = (Array.isArray(entries) ? entries : []).map((entry: unknown): DataOperator => {
    const own = at(entry, 'metrics', 'output_queue');
    const queue = queueOf(numbersIn(at(own, 'size')), numberOf(at(own, 'length')));
    const type = at(entry, 'op_type');
    return {
      id: numberOf(at(entry, 'op_id')),
      // "MapOp" is the "Map" of the other file.
      type: typeof type === 'string' ? type.replace(/Op$/, '') : '',
      workers: numberOf(at(entry, 'num_workers')),
      children: numbersIn(at(entry, 'children')),
      ...(queue && { queue }),
    };
  });
  const parents = new Map(found.flatMap(({ id, children }) => children.map((child) => [child, id] as const)));
  const operators = found.map((own): DataOperator => {
    const parent = parents.get(own.id);
    return parent === undefined ? own : { ...own, parent };
  });
  const sampleIntervalNs = NS_PER_MS * numberOf(at(value, 'sampling_interval'));
  return { operators: inOrder(operators), sampleIntervalNs, source: 'pipeline-profiling', notices: [] };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function numbersIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((own): own is number => typeof own === 'number') : [];
}

function queueOf(sizes: readonly number[], capacity: number): OperatorQueue | undefined {
  if (sizes.length === 0) return undefined;
  const meanSize = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const emptyShare = sizes.filter((size) => size === 0).length / sizes.length;
  return { capacity, sizes: Float64Array.from(sizes), meanSize, usage: meanSize / capacity, emptyShare };
}

/** Sources first: whoever stands farther from the end comes earlier. Of a file whose operators go in circles, each once. */
function inOrder(operators: readonly DataOperator[]): readonly DataOperator[] {
  const byId = new Map(operators.map((own) => [own.id, own]));
  const depthOf = (own: DataOperator): number => {
    let depth = 0;
    for (let next = own.parent; next !== undefined && depth < operators.length; next = byId.get(next)?.parent) depth++;
    return depth;
  };
  return [...byId.values()]
    .map((own) => ({ own, depth: depthOf(own) }))
    .sort((a, b) => b.depth - a.depth || a.own.id - b.own.id)
    .map(({ own }) => own);
}
