import type {
  Change,
  ComparedOp,
  ComparedOpName,
  CompareReport,
  CompareSide,
  SideOps,
  SliceIndex,
  SliceRef,
} from '../../../src-contract';
import { momentsOf, studentInterval, withInterval } from './intervals';
import { matchOps } from './matchOps';

/** Names and single ops that are listed. */
const MOST_NAMES = 256;
const MOST_OPS = 1_000;

/** Ops along their longest common subsequence. Nothing where one side has ops and the other only kernels. */
export function compareOps({ ops: a }: CompareSide, { ops: b }: CompareSide): Pick<CompareReport, 'ops'> {
  if (!a || !b || a.from !== b.from) return {};
  const match = matchOps(namesOf(a), namesOf(b));
  const [partnerOfA, isMatchedB] = [new Map<number, number>(), new Set(match.b)];
  for (const [i, at] of match.a.entries()) partnerOfA.set(at, match.b[i]);
  const ops = [
    ...Array.from(a.name, (_, at) => pair(a, at, b, partnerOfA.get(at) ?? -1)),
    ...Array.from(b.name, (_, at) => at).flatMap((at) => (isMatchedB.has(at) ? [] : [pair(a, -1, b, at)])),
  ];
  const matchedCount = match.a.length;
  return {
    ops: {
      from: a.from,
      stepA: a.step,
      stepB: b.step,
      matchedCount,
      onlyA: a.name.length - matchedCount,
      onlyB: b.name.length - matchedCount,
      isLongest: match.isLongest,
      leftOut: a.leftOut + b.leftOut,
      names: byName(ops).sort(mostChanged).slice(0, MOST_NAMES),
      ops: ops.sort(mostChanged).slice(0, MOST_OPS),
    },
  };
}

function namesOf({ names, name }: SideOps): string[] {
  return Array.from(name, (code) => names[code]);
}

function pair(a: SideOps, atA: number, b: SideOps, atB: number): ComparedOp {
  const name = atA >= 0 ? a.names[a.name[atA]] : b.names[b.name[atB]];
  const [sliceA, sliceB] = [refOf(a, atA), refOf(b, atB)];
  return {
    name,
    atA,
    atB,
    host: between(a.durationNs, atA, b.durationNs, atB),
    device: between(a.deviceNs, atA, b.deviceNs, atB),
    ...(sliceA && { sliceA }),
    ...(sliceB && { sliceB }),
  };
}

/** What a side lacks takes none of its time; what launches nothing takes none of the device’s. */
function between(ofA: Float64Array, atA: number, ofB: Float64Array, atB: number): Change {
  const valueAt = (values: Float64Array, at: number) => (at < 0 || Number.isNaN(values[at]) ? 0 : values[at]);
  const [a, b] = [valueAt(ofA, atA), valueAt(ofB, atB)];
  return { a, b, delta: b - a };
}

function refOf({ slice, rank, generation }: SideOps, at: number): SliceRef | undefined {
  const own = at < 0 ? Number.NaN : slice[at];
  return Number.isNaN(own) ? undefined : { rank, slice: own as SliceIndex, generation };
}

function byName(ops: readonly ComparedOp[]): ComparedOpName[] {
  const names = new Map<string, ComparedOp[]>();
  for (const own of ops) {
    const known = names.get(own.name);
    if (known) known.push(own);
    else names.set(own.name, [own]);
  }
  return [...names].map(([name, own]) => {
    const matched = own.filter(({ atA, atB }) => atA >= 0 && atB >= 0);
    return {
      name,
      countA: own.filter(({ atA }) => atA >= 0).length,
      countB: own.filter(({ atB }) => atB >= 0).length,
      matchedCount: matched.length,
      host: sumOf(own, matched, ({ host }) => host),
      device: sumOf(own, matched, ({ device }) => device),
    };
  });
}

/** With Student’s interval of the matched pairs, for all of them; undefined where an op without partner is among them. */
function sumOf(
  all: readonly ComparedOp[],
  matched: readonly ComparedOp[],
  changeOf: (own: ComparedOp) => Change,
): Change {
  const add = (of: (own: Change) => number) => all.reduce((sum, own) => sum + of(changeOf(own)), 0);
  const [a, b] = [add((own) => own.a), add((own) => own.b)];
  const mean = studentInterval(momentsOf(matched.map((own) => changeOf(own).delta)));
  const count = matched.length;
  const isWhole = count === all.length;
  return withInterval(
    { a, b, delta: b - a },
    mean && isWhole ? { low: count * mean.low, high: count * mean.high } : undefined,
  );
}

/** By the device’s time; among those that take none of it by the host’s. */
function mostChanged(own: ComparedOp | ComparedOpName, other: ComparedOp | ComparedOpName): number {
  const byDevice = Math.abs(other.device.delta) - Math.abs(own.device.delta);
  return byDevice || Math.abs(other.host.delta) - Math.abs(own.host.delta);
}
