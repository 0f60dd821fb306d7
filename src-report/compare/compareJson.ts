import type { Change, ComparedSide, CompareReport, DumpState, SliceRef } from '../../src-contract';

/** One side, with the dump that it is of. */
export type ComparedDump = Pick<DumpState, 'title' | 'paths'>;

/** A comparison for programs, as docs/compare.schema.json describes it. Times in ms, null: not known. */
export function compareJson(a: ComparedDump, b: ComparedDump, report: CompareReport): object {
  const { step, groups, beside, families, kernels, ops } = report;
  return {
    version: report.version,
    a: plainSide(a, report.a),
    b: plainSide(b, report.b),
    step: plainChange(step),
    parts: groups.flatMap(({ parts }) =>
      parts.map(({ group, kind, name, change }) => ({ group, kind, name, ...plainChange(change) })),
    ),
    groups: groups.map(({ group, change }) => ({ group, ...plainChange(change) })),
    beside: beside.map(({ part, change }) => ({ part, ...plainChange(change) })),
    families: families.map(({ family, change }) => ({ family, ...plainChange(change) })),
    kernels: kernels.map(({ type, shapes, countA, countB, total, call, verdict, sliceA, sliceB }) => ({
      type,
      shapes,
      countA,
      countB,
      verdict,
      total: plainChange(total),
      call: plainChange(call),
      sliceA: plainSlice(sliceA),
      sliceB: plainSlice(sliceB),
    })),
    kernelsLeftOut: report.kernelsLeftOut,
    ops: ops
      ? {
          from: ops.from,
          stepA: known(ops.stepA),
          stepB: known(ops.stepB),
          matched: ops.matchedCount,
          onlyA: ops.onlyA,
          onlyB: ops.onlyB,
          isLongest: ops.isLongest,
          leftOut: ops.leftOut,
          names: ops.names.map(({ name, countA, countB, matchedCount, host, device }) => ({
            name,
            countA,
            countB,
            matched: matchedCount,
            host: plainChange(host),
            device: plainChange(device),
          })),
          ops: ops.ops.map(({ name, atA, atB, host, device, sliceA, sliceB }) => ({
            name,
            atA: atA < 0 ? null : atA,
            atB: atB < 0 ? null : atB,
            host: plainChange(host),
            device: plainChange(device),
            sliceA: plainSlice(sliceA),
            sliceB: plainSlice(sliceB),
          })),
        }
      : null,
  };
}

function plainSide({ title, paths }: ComparedDump, { rank, label, source, steps, isLastStep }: ComparedSide): object {
  return { title, paths, rank, label, source: source ?? null, steps: Array.from(steps, known), isLastStep };
}

/** `low` and `high` are null where no repeats tell. */
function plainChange({ a, b, delta, interval }: Change): object {
  return {
    aMs: ms(a),
    bMs: ms(b),
    deltaMs: ms(delta),
    ratio: known(b / a),
    lowMs: interval ? ms(interval.low) : null,
    highMs: interval ? ms(interval.high) : null,
  };
}

/** As `Engine.slice` takes it: place of the rank in its dump, number of the slice. */
function plainSlice(own: SliceRef | undefined): object | null {
  return own ? { rank: own.rank, slice: own.slice, generation: own.generation } : null;
}

function ms(ns: number): number | null {
  return known(ns / 1e6);
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
