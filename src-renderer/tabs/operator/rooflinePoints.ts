/** Of the kinds of kernels in a report, those that have a place under the roofline. Pure. */
import type { ChipFacts, ComputeType, KernelKindRow, KernelRoofline } from '../../../src-contract';
import { computeTypes } from './chipChoice';

export interface RooflinePoints {
  /** By time, each with its position among the report's rows. */
  readonly placed: readonly { readonly at: number; readonly row: KernelKindRow; readonly computeType: ComputeType }[];
  /** Data types that occur, in the order of all. */
  readonly types: readonly ComputeType[];
  /** Kinds without a place: nothing tells their FLOPs or bytes. */
  readonly leftOut: { readonly count: number /** Of the computing of all ranks, 0 to 1. */; readonly share: number };
}

export function rooflinePoints({ rows }: Pick<KernelRoofline, 'rows'>): RooflinePoints {
  const placed = rows.flatMap((row, at) => {
    const { computeType, flopPerByte, flopPerSecond } = row;
    const hasPlace =
      flopPerByte > 0 && flopPerSecond > 0 && Number.isFinite(flopPerByte) && Number.isFinite(flopPerSecond);
    return hasPlace && computeType !== undefined ? [{ at, row, computeType }] : [];
  });
  const left = new Set(rows);
  for (const { row } of placed) left.delete(row);
  return {
    placed,
    types: computeTypes.filter((type) => placed.some((own) => own.computeType === type)),
    leftOut: { count: left.size, share: [...left].reduce((sum, { share }) => sum + (share || 0), 0) },
  };
}

/** What the device reaches for each of the types, FLOP/s, and its memory, B/s; undefined where that is not known. */
export function roofsOf(chip: Pick<ChipFacts, 'peaks' | 'memoryGBps'> | undefined, types: readonly ComputeType[]) {
  return {
    peaks: types.map((type) => chip?.peaks[type]),
    memoryBytesPerSecond: chip?.memoryGBps === undefined ? undefined : chip.memoryGBps * 1e9,
  };
}
