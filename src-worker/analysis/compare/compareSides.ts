/** E3: two sides held against each other. Pure: of nothing but the two records. */
import {
  BESIDE_PARTS,
  type ComparedGroup,
  type ComparedPart,
  type ComparedSide,
  type CompareReport,
  type CompareSide,
  KERNEL_FAMILIES,
  PART_GROUPS,
  type PartGroup,
  type PartName,
  type SidePart,
} from '../../../src-contract';
import { compareKernels } from './compareKernels';
import { compareOps } from './compareOps';
import { changeOf, momentsOf } from './intervals';

/** Files round to the ns: what is less is no part. */
const ROUNDING_NS = 1;

/** Kinds of kernels that are parts of their own in the split of the difference. */
const MOST_PARTS = 16;

/**
 * What changed from `a` to `b`: the step’s difference by parts that sum to it, kernels by type and shapes, ops along their longest
 * common subsequence. A part that only one side tells is shown as its group’s whole on both: what is not known is no difference.
 */
export function compareSides(a: CompareSide, b: CompareSide): CompareReport {
  const stepOf = ({ groups }: CompareSide) =>
    groups.computing.map((ns, at) => ns + groups.exposed[at] + groups.free[at]);
  return {
    version: 1,
    a: sideOf(a),
    b: sideOf(b),
    step: changeOf(momentsOf(stepOf(a)), momentsOf(stepOf(b))),
    groups: PART_GROUPS.map((group) => compareGroup(group, a, b)),
    beside: BESIDE_PARTS.map((part) => ({
      part,
      change: changeOf(momentsOf(a.beside[part]), momentsOf(b.beside[part])),
    })),
    families: KERNEL_FAMILIES.map((family) => ({
      family,
      change: changeOf(momentsOf(a.families[family]), momentsOf(b.families[family])),
    })).filter(({ change }) => change.a > 0 || change.b > 0),
    ...compareKernels(a, b),
    ...compareOps(a, b),
  };
}

function sideOf({ rank, label, source, steps, isLastStep }: CompareSide): ComparedSide {
  return { rank, label, source, steps, isLastStep };
}

function compareGroup(group: PartGroup, a: CompareSide, b: CompareSide): ComparedGroup {
  const change = changeOf(momentsOf(a.groups[group]), momentsOf(b.groups[group]));
  const [ofA, ofB] = [a, b].map(({ parts }) => parts.filter((part) => part.group === group));
  const isTold = (parts: readonly SidePart[]) => parts.some(({ kind }) => kind === 'named');
  if (!isTold(ofA) || !isTold(ofB)) return { group, change, parts: [{ group, kind: 'untold', name: '', change }] };
  const names = new Map<string, PartName>();
  for (const { kind, name } of [...ofA, ...ofB]) names.set(`${kind} ${name}`, { group, kind, name });
  const columnsOf = (side: CompareSide, parts: readonly SidePart[]) => {
    const known = new Map(parts.map((part) => [`${part.kind} ${part.name}`, part.ns]));
    return (key: string) => known.get(key) ?? new Float64Array(side.steps.length);
  };
  const [columnA, columnB] = [columnsOf(a, ofA), columnsOf(b, ofB)];
  const parts = [...names].map(([key, name]) => {
    const [nsA, nsB] = [columnA(key), columnB(key)];
    return { ...name, nsA, nsB, change: changeOf(momentsOf(nsA), momentsOf(nsB)) };
  });
  parts.sort((own, other) => Math.abs(other.change.delta) - Math.abs(own.change.delta));
  const named = parts.filter(({ kind }) => kind === 'named');
  const kept = new Set(named.slice(0, MOST_PARTS));
  const rest = parts.filter((part) => part.kind === 'other' || (part.kind === 'named' && !kept.has(part)));
  return {
    group,
    change,
    parts: [
      ...parts.filter((part) => kept.has(part)),
      ...joined(group, rest),
      ...parts.filter((part) => part.kind === 'untold'),
    ]
      .map(({ kind, name, change: own }): ComparedPart => ({ group, kind, name, change: own }))
      .filter(({ change: own }) => Math.abs(own.a) >= ROUNDING_NS || Math.abs(own.b) >= ROUNDING_NS),
  };
}

interface Columns extends ComparedPart {
  readonly nsA: Float64Array;
  readonly nsB: Float64Array;
}

/** All of them as one part, step by step, so that its interval is its own. */
function joined(group: PartGroup, parts: readonly Columns[]): readonly Columns[] {
  const [first] = parts;
  if (!first) return [];
  const sum = (of: (part: Columns) => Float64Array) =>
    of(first).map((_, at) => parts.reduce((ns, part) => ns + of(part)[at], 0));
  const [nsA, nsB] = [sum(({ nsA: own }) => own), sum(({ nsB: own }) => own)];
  return [{ group, kind: 'other', name: '', nsA, nsB, change: changeOf(momentsOf(nsA), momentsOf(nsB)) }];
}
