/** A side of a comparison, which comes back from the window, or from the command line: it may be of another dump. */
import { z } from 'zod';
import type {
  ComparedGrouping,
  ComparedRows,
  CompareSide,
  CompareTables,
  Moments,
  PartGroup,
  QuestionOf,
  SideChoice,
  SideKernel,
  SideOps,
  SidePart,
  Sides,
  SplitSource,
} from '..';
import {
  anyNumber,
  count,
  either,
  finite,
  flag,
  type Kind,
  list,
  oneOf,
  optional,
  rankIndex,
  record,
  sliceRef,
  text,
} from './kinds';

const MOST_STEPS = 1 << 20;
const MOST_PARTS = 1_000;
const MOST_KINDS = 10_000;

const numbers: Kind<Float64Array> = z.custom<Float64Array>(
  (value) => value instanceof Float64Array && value.length <= MOST_STEPS,
  { error: 'a Float64Array' },
);
const codes: Kind<Uint32Array> = z.custom<Uint32Array>(
  (value) => value instanceof Uint32Array && value.length <= MOST_STEPS,
  { error: 'a Uint32Array' },
);
const moments = record<Moments>({ count, mean: anyNumber, variance: anyNumber });
const group = oneOf<PartGroup>({ computing: true, exposed: true, free: true });

const ops = record<SideOps>({
  from: oneOf<SideOps['from']>({ ops: true, kernels: true }),
  step: anyNumber,
  names: list(text),
  name: codes,
  durationNs: numbers,
  deviceNs: numbers,
  slice: numbers,
  rank: rankIndex,
  generation: count,
  leftOut: count,
}).refine(
  ({ names, name, durationNs, deviceNs, slice }) =>
    [durationNs, deviceNs, slice].every(({ length }) => length === name.length) &&
    name.every((own) => own < names.length),
  { error: 'ops with as many values in each column, whose names are among the names' },
);

const source = oneOf<SplitSource>({
  'step-trace': true,
  'analysis-db': true,
  'cluster-step-trace': true,
  'cluster-db': true,
  timeline: true,
  'job-summary': true,
});

export const compareSide: Kind<CompareSide> = record<CompareSide>({
  version: z.literal(1, { error: '1' }),
  rank: count,
  label: text,
  source: optional(source),
  steps: numbers,
  isLastStep: flag,
  groups: record<CompareSide['groups']>({ computing: numbers, exposed: numbers, free: numbers }),
  beside: record<CompareSide['beside']>({ communication: numbers, overlapped: numbers, preparing: numbers }),
  parts: list(
    record<SidePart>({
      group,
      kind: oneOf<SidePart['kind']>({ named: true, other: true, untold: true }),
      name: text,
      ns: numbers,
    }),
    MOST_PARTS,
  ),
  families: record<CompareSide['families']>({
    matmul: numbers,
    attention: numbers,
    convolution: numbers,
    other: numbers,
  }),
  kernels: list(record<SideKernel>({ type: text, shapes: text, call: moments, slice: optional(sliceRef) }), MOST_KINDS),
  kernelsLeftOut: count,
  ops: optional(ops),
}).refine(
  ({ steps, groups, beside, families, parts }) =>
    steps.length > 0 &&
    [
      ...[groups, beside, families].flatMap((own) => Object.values<Float64Array>(own)),
      ...parts.map(({ ns }) => ns),
    ].every(({ length }) => length === steps.length),
  { error: 'a side with at least one step, and one value a step in each column' },
);

export const sideChoice = record<SideChoice>({
  rank: rankIndex,
  step: z.union([z.literal('all'), finite], { error: 'the number of a step, or "all"' }),
});

const two = { a: sideChoice, b: sideChoice };
export const sides = record<Sides>(two);
export const sidesAndSlice = record<QuestionOf<'compare.match'>>({ ...two, slice: sliceRef });

type Rows<K extends ComparedRows['kind']> = Extract<ComparedRows, { readonly kind: K }>;
export const comparedRows = record<CompareTables['compare.rows']>({
  ...two,
  of: either<ComparedRows>(
    record<Rows<'kernels'>>({
      kind: oneOf<'kernels'>({ kernels: true }),
      by: oneOf<ComparedGrouping>({
        type: true,
        name: true,
        'name-shapes': true,
        core: true,
        model: true,
        'name-scope-1': true,
        'name-scope-2': true,
        'name-scope-3': true,
        'name-scope-4': true,
        'name-scope-5': true,
        'name-scope-6': true,
      }),
    }),
    record<Rows<'collectives'>>({
      kind: oneOf<'collectives'>({ collectives: true }),
      by: oneOf<'type' | 'group'>({ type: true, group: true }),
    }),
    record<Rows<'ops'>>({ kind: oneOf<'ops'>({ ops: true }) }),
    record<Rows<'memory'>>({ kind: oneOf<'memory'>({ memory: true }) }),
    record<Rows<'memory-ops'>>({ kind: oneOf<'memory-ops'>({ 'memory-ops': true }) }),
    record<Rows<'links'>>({ kind: oneOf<'links'>({ links: true }) }),
  ),
});
