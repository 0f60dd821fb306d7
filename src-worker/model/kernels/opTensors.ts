/** Tensors of a framework op as PyTorch records them with `record_shapes=True`. */
import type { ArgEntry, ArgValue } from '../../../src-contract';
import type { Shape } from './shapes';

/** What an op was called with, by the position of its parameters. */
export interface OpTensors {
  /** Undefined where the parameter is a list of tensors; empty for what is no tensor. */
  readonly shapes: readonly (Shape | undefined)[];
  /** "c10::BFloat16", "float", "Scalar", … */
  readonly types: readonly string[];
  /** Values of what is no tensor: "[1, 1]", "True", "0.125"; none in traces of PyTorch before 2.1. */
  readonly values: readonly string[];
  /** As kernel_details.csv writes shapes, "4,3,224,224;768,3,16,16": without what is no tensor behind the last one. */
  readonly shapesText: string;
  readonly typesText: string;
}

/** Undefined where the op has no shapes. */
export function opTensors(args: readonly ArgEntry[]): OpTensors | undefined {
  // Versions before 1.9 wrote "Input dims".
  const dims = itemsOf(args, /^input dims$/i);
  if (!dims) return undefined;
  const types = (itemsOf(args, /^input type$/i) ?? []).map(textOf);
  const texts = dims.map(shapeText);
  const count = texts.findLastIndex((text) => text !== '') + 1;
  return {
    shapes: dims.map(shapeOf),
    types,
    values: (itemsOf(args, /^concrete inputs$/i) ?? []).map(textOf),
    shapesText: texts.slice(0, count).join(';'),
    typesText: types.slice(0, count).join(';'),
  };
}

function itemsOf(args: readonly ArgEntry[], key: RegExp): readonly ArgValue[] | undefined {
  const value = args.find((entry) => key.test(entry.key))?.value;
  return value?.kind === 'list' ? value.items : undefined;
}

function textOf(value: ArgValue): string {
  if (value.kind === 'number') return value.digits;
  return value.kind === 'text' || value.kind === 'literal' ? value.text : '';
}

function shapeOf(value: ArgValue): Shape | undefined {
  if (value.kind !== 'list') return undefined;
  const sizes = value.items.map((item) => (item.kind === 'number' ? Number(item.digits) : Number.NaN));
  return sizes.every((size) => Number.isInteger(size) && size >= 0) ? sizes : undefined;
}

/** Tensors of a list stand one behind the other: "2,3 4,5". */
function shapeText(value: ArgValue): string {
  if (value.kind !== 'list') return '';
  const isListOfTensors = value.items.some(({ kind }) => kind === 'list');
  return value.items
    .map((item) => (isListOfTensors ? shapeText(item) : textOf(item)))
    .join(isListOfTensors ? ' ' : ',');
}
