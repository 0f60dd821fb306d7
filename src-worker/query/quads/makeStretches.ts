import { createColumns } from '../../index/columns/chunks';
import { endNsOf } from '../../index/columns/indexSlices';
import { GatherMemory } from '../gatherMemory';
import type { PartView } from '../partView';
import { FEWEST_SLICES, RECORD_BYTES, RECORD_FLOATS, type Stretches } from '../stretches';
import { rowsOfLane } from '../touching';
import { GatherLane } from './gatherLane';

/** Slices that are gathered at a time, */
const STEP_SLICES = 1 << 12;
/** and names whose colours are found. */
const STEP_NAMES = 1 << 8;
/** Zooms are kept of which a row has so many times fewer stretches than slices, */
const LEAST_SHARE = 1 / 6;
/** so many times fewer than the one kept before, */
const LEAST_GAIN = 0.8;
/** and until there are no more of them than this. */
const FEW_STRETCHES = 64;
/** Places of a row where is looked how near its slices stand, and slices that are looked at. */
const SAMPLES = 64;
const SAMPLE_SLICES = 256;

/** A row at a zoom, as it is being made. */
interface Zoom {
  readonly pixelNs: number;
  readonly state: number;
  /** Records, in parts; undefined if there are too many. */
  parts: Float64Array[] | undefined;
  count: number;
}

interface MadeZoom {
  readonly pixelNs: number;
  readonly parts: readonly Float64Array[];
  readonly count: number;
}

/** By part; undefined of one that is drawn without. */
export type RankStretches = readonly (Stretches | undefined)[];

/** Those of all parts, with `module` of assembly/: without it there are none. Each turn takes a millisecond or some. */
export function* makeRankStretches(
  parts: readonly PartView[],
  module: WebAssembly.Module | undefined,
): Generator<undefined, RankStretches> {
  if (!module) return [];
  const gather = new GatherLane(module);
  const made: (Stretches | undefined)[] = [];
  for (const part of parts) made.push(yield* makeStretches(part, gather));
  return made;
}

/** Makes the stretches of a part, in `gather`, which nobody else uses meanwhile. Undefined: they can't be made here. */
export function* makeStretches(part: PartView, gather: GatherLane): Generator<undefined, Stretches | undefined> {
  if (!GatherLane.canHold(part)) return undefined;
  while (part.colourNames(STEP_NAMES)) yield;
  const { index } = part;
  const rows: number[] = [];
  const zoomsOf: (readonly MadeZoom[])[] = [];
  for (let lane = 0; lane < index.lanes.length; lane++) {
    const { first, end } = rowsOfLane(index, lane);
    for (let row = first; row < end; row++) {
      if (index.rowFirstSlice[row + 1] - index.rowFirstSlice[row] < FEWEST_SLICES) continue;
      const made = yield* makeRow(part, lane, row, gather);
      if (!made) return undefined;
      if (made.length === 0) continue;
      rows.push(row);
      zoomsOf.push(made);
    }
  }
  return yield* joined(rows, zoomsOf, part.nameColours);
}

/** From each zoom go pieces to the next one, which are halves of its own: so each is as if it had been made from the slices. */
function* makeRow(
  part: PartView,
  lane: number,
  row: number,
  gather: GatherLane,
): Generator<undefined, readonly MadeZoom[] | undefined> {
  const { rowFirstSlice } = part.index;
  const [first, end] = [rowFirstSlice[row], rowFirstSlice[row + 1]];
  if (!gather.begin(part, lane)) return undefined;
  const { memory, free: slicesAt } = gather;
  const { wasm } = memory;
  const recordBytes = RECORD_BYTES * (STEP_SLICES + 4);
  const piecesAt = slicesAt + GatherMemory.sliceBytes(STEP_SLICES);
  const quadsAt = piecesAt + 2 * recordBytes;
  if (!memory.reach(quadsAt + recordBytes)) return undefined;

  const zooms: Zoom[] = zoomsFor(part, first, end).map((pixelNs, i) => {
    return { pixelNs, state: gather.state(i), parts: [], count: 0 };
  });
  for (const { state, pixelNs } of zooms) wasm.beginRow(state, pixelNs);
  const mostStretches = Math.floor((end - first) * LEAST_SHARE);

  for (let at = first; at < end; at += STEP_SLICES) {
    const stepEnd = Math.min(end, at + STEP_SLICES);
    const count = stepEnd - at;
    const isEnd = stepEnd === end ? 1 : 0;
    const { durations, names } = memory.putSlices(part.index.slices, at, stepEnd, slicesAt);
    let pieceCount = 0;
    zooms.forEach((zoom, i) => {
      const [from, to] = i % 2 === 0 ? [piecesAt + recordBytes, piecesAt] : [piecesAt, piecesAt + recordBytes];
      const { state } = zoom;
      const quadCount =
        i === 0
          ? wasm.gatherSlices(state, slicesAt, durations, names, at, count, isEnd, quadsAt, to)
          : wasm.gatherRecords(state, from, pieceCount, isEnd, quadsAt, to);
      pieceCount = wasm.piecesOf(state);
      keep(zoom, memory.floats.subarray(quadsAt / 8, (quadsAt + RECORD_BYTES * quadCount) / 8), mostStretches);
    });
    yield;
  }
  return worthKeeping(zooms);
}

function keep(zoom: Zoom, records: Float64Array, most: number): void {
  if (!zoom.parts) return;
  zoom.count += records.length / RECORD_FLOATS;
  if (zoom.count > most) zoom.parts = undefined;
  else if (records.length > 0) zoom.parts.push(records.slice());
}

/** The nearest first: from where about one slice is in a pixel, to where all of the row is in some. */
function zoomsFor(part: PartView, first: number, end: number): number[] {
  const { slices } = part.index;
  const spanNs = endNsOf(slices, end - 1) - slices.startNs[first];
  const apart: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const at = first + Math.floor(((end - first - SAMPLE_SLICES) * i) / SAMPLES);
    apart.push((slices.startNs[at + SAMPLE_SLICES] - slices.startNs[at]) / SAMPLE_SLICES);
  }
  apart.sort((a, b) => a - b);
  const zooms: number[] = [];
  const nearest = 2 ** Math.floor(Math.log2(Math.max(1, apart[SAMPLES >> 2])));
  for (let pixelNs = nearest; pixelNs < spanNs && zooms.length < GatherLane.zooms; pixelNs *= 2) zooms.push(pixelNs);
  return zooms;
}

function worthKeeping(zooms: readonly Zoom[]): MadeZoom[] {
  const kept: MadeZoom[] = [];
  for (const { pixelNs, parts, count } of zooms) {
    const last = kept.at(-1)?.count ?? Number.POSITIVE_INFINITY;
    if (parts && count <= LEAST_GAIN * last) kept.push({ pixelNs, parts, count });
    if (count <= FEW_STRETCHES) break;
  }
  return kept;
}

function* joined(
  rows: readonly number[],
  zoomsOf: readonly (readonly MadeZoom[])[],
  nameColours: Uint8Array,
): Generator<undefined, Stretches> {
  const zooms = zoomsOf.flat();
  const recordCount = zooms.reduce((sum, { count }) => sum + count, 0);
  // Nothing of a rank that is small: it takes no memory then.
  const one = zooms.length > 0 ? 1 : 0;
  const made: Stretches = {
    ...createColumns({ rows: Uint32Array }, rows.length),
    ...createColumns({ firstZoom: Uint32Array }, rows.length + one),
    ...createColumns({ pixelNs: Float64Array }, zooms.length),
    ...createColumns({ firstRecord: Uint32Array }, zooms.length + one),
    ...createColumns({ records: Float64Array }, RECORD_FLOATS * recordCount),
    ...createColumns({ nameColours: Uint8Array }, one * nameColours.length),
  };
  if (one) made.nameColours.set(nameColours);
  made.rows.set(rows);
  zoomsOf.forEach((own, i) => {
    made.firstZoom[i + 1] = made.firstZoom[i] + own.length;
  });
  for (const [i, { pixelNs, parts, count }] of zooms.entries()) {
    made.pixelNs[i] = pixelNs;
    made.firstRecord[i + 1] = made.firstRecord[i] + count;
    let at = RECORD_FLOATS * made.firstRecord[i];
    for (const part of parts) {
      made.records.set(part, at);
      at += part.length;
    }
    yield;
  }
  return made;
}
