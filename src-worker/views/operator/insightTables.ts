/** Tables of MindSpore Insight that are no csv, or keep JSON in their cells. */
import type { StatisticsKind } from '../../../src-contract';
import { at } from '../../model/rankJson';
import {
  type ColumnTable,
  codedColumn,
  columnTable,
  numberColumn,
  TextPool,
  textColumn,
} from '../../tables/columnTable';
import { jsonOf } from '../../tables/jsonText';

export const jsonTables = {
  'scope-flops': scopeFlops,
  'flops-summary': flopsSummary,
  'dynamic-shapes': dynamicShapes,
  'parallel-strategy': parallelStrategy,
} as const satisfies { readonly [K in StatisticsKind]?: (json: unknown) => ColumnTable };

export type JsonKind = keyof typeof jsonTables;

export function isJsonKind(kind: StatisticsKind): kind is JsonKind {
  return Object.hasOwn(jsonTables, kind);
}

/** `flops_scope_N.json`: links from a scope to those within it, in millions of operations; "Total" is the whole graph. */
function scopeFlops(json: unknown): ColumnTable {
  const links = list(at(json, 'data', 'links')).map((link) => ({
    parent: text(at(link, 'source')),
    scope: text(at(link, 'target')),
    flop: 1e6 * number(at(link, 'value')),
  }));
  const total = links.reduce((sum, { parent, flop }) => (parent === 'Total' ? sum + flop : sum), 0);
  return columnTable([
    textColumn(
      'scope',
      links.map(({ scope }) => scope),
      { label: 'Scope' },
    ),
    textColumn(
      'parent',
      links.map(({ parent }) => parent),
      { label: 'In scope' },
    ),
    numberColumn(
      'FLOPs',
      'FLOP',
      links.map(({ flop }) => flop),
    ),
    numberColumn(
      'shareOfAll',
      'percent',
      links.map(({ flop }) => (100 * flop) / total),
      { label: 'Share' },
    ),
  ]);
}

/** `flops_summary_N.json`: of the whole graph, with the scales of `flops_N.txt`: 10⁶ operations, 10⁹ of them a second, %. */
function flopsSummary(json: unknown): ColumnTable {
  const one = (value: unknown, scale = 1) => Float64Array.of(scale * number(value));
  return columnTable([
    numberColumn('FLOPs', 'FLOP', one(at(json, 'FLOPs'), 1e6)),
    numberColumn('FLOPS', 'FLOP/s', one(at(json, 'FLOPS'), 1e9)),
    numberColumn('FLOPS utilization', 'percent', one(at(json, 'FLOPS_Utilization'))),
  ]);
}

/** `dynamic_shape_info_N.json`: the ops of each step of a graph with dynamic shapes, with their shapes and time in µs. */
function dynamicShapes(json: unknown): ColumnTable {
  const byStep = at(json, 'operator');
  const ops = (typeof byStep === 'object' && byStep !== null ? Object.values(byStep) : []).flatMap(list);
  const column = (key: string, label: string, of: (op: unknown) => string) => textColumn(key, ops.map(of), { label });
  const shapesOf = (op: unknown) => list(at(op, 'shape_info')).map(text).join(';');
  return columnTable([
    numberColumn(
      'step',
      'id',
      Float64Array.from(ops, (op) => number(at(op, 'step'))),
      { label: 'Step' },
    ),
    column('name', 'Op', (op) => text(at(op, 'op_name'))),
    column('type', 'Type', (op) => text(at(op, 'op_type'))),
    numberColumn(
      'durationNs',
      'duration',
      Float64Array.from(ops, (op) => Math.round(1e3 * number(at(op, 'dur')))),
      {
        label: 'Duration',
      },
    ),
    column('inputShapes', 'Input Shapes', shapesOf),
    column('side', 'Side', (op) => text(at(op, 'op_side'))),
  ]);
}

/** `parallel_strategy_N.json`: the ops of a rank's graph, each with the shards of each dimension of each input. */
function parallelStrategy(json: unknown): ColumnTable {
  const nodes = list(at(json, 'graph', 'node'));
  const column = (key: string, label: string, of: (node: unknown) => string) =>
    textColumn(key, nodes.map(of), { label });
  const stage = number(at(json, 'config', 'stageId'));
  return columnTable([
    column('name', 'Op', (node) => text(at(node, 'fullName')) || text(at(node, 'name'))),
    column('type', 'Type', (node) => text(at(node, 'opType'))),
    column('strategy', 'Strategy', strategyOf),
    column('instance', 'Instance', (node) => text(at(node, 'instanceName'))),
    column('scope', 'Scope', (node) => text(at(node, 'scope'))),
    numberColumn('stage', 'id', new Float64Array(nodes.length).fill(stage), { label: 'Stage' }),
    column('parallelMode', 'Mode', () => text(at(json, 'config', 'parallelType'))),
  ]);
}

const strategyNames: ReadonlySet<unknown> = new Set(['gen_strategy', 'in_strategy']);

/** "((2, 1), (1, 1))"; '' for an op that has none. */
function strategyOf(node: unknown): string {
  const attribute = list(at(node, 'attribute')).find((own) => strategyNames.has(at(own, 'name')));
  return attribute === undefined ? '' : tupleText(at(attribute, 'value'), MAX_NESTING);
}

const MAX_NESTING = 8;

function tupleText(value: unknown, depth: number): string {
  const values = at(value, 'values');
  if (Array.isArray(values) && depth > 0) return `(${values.map((own) => tupleText(own, depth - 1)).join(', ')})`;
  const single = at(value, 'intVal') ?? at(value, 'strVal');
  return typeof single === 'string' || typeof single === 'number' ? String(single) : '';
}

const tensorColumns = [
  ['inputShapes', 'Input Shapes', 'input', 'shape'],
  ['inputTypes', 'Input Data Types', 'input', 'data_type'],
  ['inputFormats', 'Input Formats', 'input', 'format'],
  ['outputShapes', 'Output Shapes', 'output', 'shape'],
  ['outputTypes', 'Output Data Types', 'output', 'data_type'],
  ['outputFormats', 'Output Formats', 'output', 'format'],
] as const;

/** In place of `op_info`, whose cells are JSON: shapes, types and formats, as kernel_details.csv has them. */
export function withTensors(table: ColumnTable): ColumnTable {
  const info = table.columns.find(({ key }) => key === 'op_info');
  if (info?.kind !== 'text') return table;
  const parsed = info.texts.map((own) => jsonOf(own));
  const tensors = tensorColumns.map(([key, label, side, field]) => {
    const pool = new TextPool();
    const codeOf = parsed.map((value) => pool.code(fieldOf(value, side, field)));
    const codes = Uint32Array.from(info.codes, (code) => codeOf[code]);
    return codedColumn(key, codes, pool.texts, { label });
  });
  return { ...table, columns: [...table.columns.filter((own) => own !== info), ...tensors] };
}

/** Of `{"input_0": {"format", "data_type", "shape"}, …, "output_0": …}`: one field of all inputs, with ";" between. */
function fieldOf(value: unknown, side: 'input' | 'output', field: string): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([name]) => name.startsWith(`${side}_`))
    .map(([, tensor]) => text(at(tensor, field)).replace(/^NUMBER_TYPE_/, ''))
    .join(';');
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
