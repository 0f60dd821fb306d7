/** How the args of a slice are best shown: as a call stack, as a table of shapes, or as they are. Pure. */
import type { ArgEntry, ArgValue } from '../../../../src-contract';

export type ArgView =
  | { readonly kind: 'plain'; readonly key: string; readonly value: ArgValue }
  | { readonly kind: 'stack'; readonly key: string; readonly frames: readonly string[] }
  | { readonly kind: 'shapes'; readonly key: string; readonly tensors: readonly TensorRow[] };

/** One tensor of an op: its shape, type and layout as written, '' where the dump tells none. */
export interface TensorRow {
  readonly shape: string;
  readonly type: string;
  readonly format: string;
}

/** "Input Dims", "Input type" (Ascend); "Input Shapes", "Input Data Types", "Input Formats" (msprof, Kineto). */
const TENSOR_KEY = /^(input|output)[ _]?(dims|shapes?|types?|data ?types?|formats?)$/i;
const STACK_KEY = /^(call ?stack|stack|python ?stack|code ?stack)$/i;

/** The args in the dump's order; keys that belong to one table of tensors stand where the first of them stood. */
export function argViews(args: readonly ArgEntry[]): readonly ArgView[] {
  const views: ArgView[] = [];
  const tabled = new Set<string>();
  for (const { key, value } of args) {
    const side = TENSOR_KEY.exec(key)?.[1]?.toLowerCase();
    if (side !== undefined && tabled.has(side)) continue;
    const tensors = side === undefined ? undefined : tensorRows(args, side);
    const frames = stackFrames(key, value);
    if (side !== undefined && tensors) {
      tabled.add(side);
      views.push({ kind: 'shapes', key: side, tensors });
    } else if (frames) views.push({ kind: 'stack', key, frames });
    else views.push({ kind: 'plain', key, value });
  }
  return views;
}

/** Frames of a call stack, innermost first as the dump has them; undefined when the arg is none. */
function stackFrames(key: string, value: ArgValue): readonly string[] | undefined {
  if (value.kind !== 'text' || TENSOR_KEY.test(key)) return undefined;
  if (!STACK_KEY.test(key) && !value.text.includes(';\r\n')) return undefined;
  const frames = value.text
    .split(/;\s*\r?\n|;(?=\S)|\r?\n/)
    .map((frame) => frame.trim().replace(/;$/, ''))
    .filter((frame) => frame !== '');
  return frames.length > 0 ? frames : undefined;
}

/** The tensors of one side, or undefined when the columns are no lists or none tells a shape. */
function tensorRows(args: readonly ArgEntry[], side: string): readonly TensorRow[] | undefined {
  const columns: Record<'shape' | 'type' | 'format', readonly string[]> = { shape: [], type: [], format: [] };
  for (const { key, value } of args) {
    const match = TENSOR_KEY.exec(key);
    if (match?.[1]?.toLowerCase() !== side) continue;
    const items = listItems(value);
    if (!items) return undefined;
    columns[columnOf(match[2]!)] = items;
  }
  const count = Math.max(columns.shape.length, columns.type.length, columns.format.length);
  if (columns.shape.length === 0 || count === 0) return undefined;
  return Array.from({ length: count }, (_, index) => ({
    shape: columns.shape[index] ?? '',
    type: columns.type[index] ?? '',
    format: columns.format[index] ?? '',
  }));
}

function columnOf(what: string): keyof TensorRow {
  if (/^(dims|shape)/i.test(what)) return 'shape';
  return /type/i.test(what) ? 'type' : 'format';
}

/** "32,3,224,224;64,3" or ";\r\n" between the items (Ascend), or a JSON list (Kineto). */
function listItems(value: ArgValue): readonly string[] | undefined {
  if (value.kind === 'list') return value.items.map((item) => argText(item).replace(/^\[(.*)\]$/s, '$1'));
  if (value.kind !== 'text') return undefined;
  // Kernel details wrap the list in quotes once more.
  const text = value.text.replace(/^"+|"+$/g, '');
  return text.split(/;\s*/).map((item) => item.trim().replace(/^\[(.*)\]$/s, '$1'));
}

/** The value in one line: text as it is, the rest as JSON with every digit of the file. */
export function argText(value: ArgValue): string {
  switch (value.kind) {
    case 'text':
    case 'literal':
      return value.text;
    case 'number':
      return value.digits;
    case 'list':
      return `[${value.items.map(argJson).join(', ')}]`;
    case 'object':
      return `{${value.entries.map((entry) => `${JSON.stringify(entry.key)}: ${argJson(entry.value)}`).join(', ')}}`;
  }
}

/** The value as JSON. Numbers keep their digits: written by hand, since JSON.stringify would round them. */
export function argJson(value: ArgValue): string {
  return value.kind === 'text' ? JSON.stringify(value.text) : argText(value);
}
