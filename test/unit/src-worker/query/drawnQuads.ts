import { inject } from 'vitest';
import type { PartView } from '../../../../src-worker/query/partView';
import { columnsOf, type DrawnRows } from '../../../../src-worker/query/quads/drawnRows';
import { type FoundColumns, FoundQuads } from '../../../../src-worker/query/quads/foundQuads';
import type { GatheredRow } from '../../../../src-worker/query/quads/gatheredRows';
import { GatherLane } from '../../../../src-worker/query/quads/gatherLane';
import { makeStretches } from '../../../../src-worker/query/quads/makeStretches';
import { RowQuads } from '../../../../src-worker/query/quads/rowQuads';
import { type RowZoom, type Stretches, stretchesOf, zoomOf } from '../../../../src-worker/query/stretches';
import { loadWasmModule } from '../../../../src-worker/tokenizer/wasmModule';

export const wasm = drawingModule();

function drawingModule(): WebAssembly.Module {
  const module = loadWasmModule(inject('drawingWasm'));
  if (!module) throw new Error('this engine has no WebAssembly, so what draws in it cannot be tested');
  return module;
}

export interface Quad {
  readonly startNs: number;
  readonly endNs: number;
  readonly busyNs: number;
  readonly sliceCount: number;
  readonly longest: number;
  readonly colour: number;
}

export function listed({ count, startNs, endNs, busyNs, sliceCount, longest, colour }: FoundColumns): Quad[] {
  return Array.from({ length: count }, (_, i) => {
    return {
      startNs: startNs[i],
      endNs: endNs[i],
      busyNs: busyNs[i],
      sliceCount: sliceCount[i],
      longest: longest[i],
      colour: colour[i],
    };
  });
}

export function sliceBySlice(
  part: PartView,
  lane: number,
  row: number,
  fromNs: number,
  toNs: number,
  nsPerPixel: number,
): Quad[] {
  const found = new FoundQuads();
  new RowQuads(part, lane, fromNs, toNs, nsPerPixel, found).visit(row, true);
  return listed(found);
}

export function madeStretches(part: PartView): Stretches {
  const making = makeStretches(part, new GatherLane(wasm));
  for (;;) {
    const { done, value } = making.next();
    if (done && value) return value;
    if (done) throw new Error('none were made');
  }
}

export function listedRow(row: GatheredRow | undefined): Quad[] {
  if (!row) throw new Error('there was no memory');
  return listed(row.columns());
}

export function recordsOf(stretches: Stretches, row: number, pixelNs: number): RowZoom {
  const own = stretchesOf(stretches, row);
  const zoom = own && zoomOf(own, pixelNs);
  if (!zoom) throw new Error(`row ${row} has no stretches`);
  return zoom;
}

/** A row as it is drawn. */
export function drawn(
  rows: DrawnRows,
  part: PartView,
  row: number,
  fromNs: number,
  toNs: number,
  nsPerPixel: number,
): Quad[] {
  rows.begin(part, part.laneOfRow(row), fromNs, toNs, nsPerPixel);
  return listed(columnsOf(rows.row(row)));
}

/** An empty text if there is none. */
export function firstDifference(drawn: readonly Quad[], wanted: readonly Quad[]): string {
  const texts = [drawn, wanted].map((quads) => quads.map((quad) => JSON.stringify(quad)));
  const at = texts[1].findIndex((text, i) => text !== texts[0][i]);
  if (at >= 0) return `${texts[0][at]} for ${texts[1][at]}`;
  return drawn.length === wanted.length ? '' : `${drawn.length} for ${wanted.length}`;
}

/** How far what is drawn may be from where it is. */
const OFF_PIXELS = 3;
/** What is narrower may be drawn in the hue of something longer beside it. */
const SEEN_PIXELS = 4;
/** Steps that are told apart are 2/15. */
const DENSITY_OFF = 2 * (2 / 15);

/**
 * What an eye would see of it. Slices and gaps of a pixel are the same; nothing is lost. What is shorter has a hue that it has
 * slice by slice, at this zoom or the nearer one that the stretches are of, within three pixels. What is as wide as four pixels
 * is drawn, and as dense within that.
 */
export function differences(
  drawn: readonly Quad[],
  wanted: readonly Quad[],
  nearer: readonly Quad[],
  pixelNs: number,
): string[] {
  const problems: string[] = [];
  const isWide = ({ sliceCount, startNs, endNs }: Quad) => sliceCount === 1 && endNs - startNs >= pixelNs;
  problems.push(firstDifference(drawn.filter(isWide), wanted.filter(isWide)));
  if (gapsOf(drawn, pixelNs).join() !== gapsOf(wanted, pixelNs).join()) problems.push('another gap');
  for (const key of ['busyNs', 'sliceCount'] as const) {
    const [own, all] = [drawn, wanted].map((quads) => quads.reduce((sum, quad) => sum + quad[key], 0));
    if (own !== all) problems.push(`${own} ${key} for ${all}`);
  }
  eachPixel(drawn, pixelNs, isWide, (quad, ns) => {
    const near = [...quadsNear(wanted, ns, pixelNs), ...quadsNear(nearer, ns, pixelNs)];
    if (!near.some(({ colour }) => colour >> 4 === quad.colour >> 4)) problems.push(`drawn hue at ${ns / pixelNs}`);
  });
  eachPixel(wanted, pixelNs, isWide, (quad, ns) => {
    if (quad.endNs - quad.startNs < SEEN_PIXELS * pixelNs) return;
    const near = quadsNear(drawn, ns, pixelNs);
    if (!near.some(({ colour }) => colour >> 4 === quad.colour >> 4)) problems.push(`no hue at ${ns / pixelNs}`);
    const off = Math.min(...near.map((one) => Math.abs(densityOf(one) - densityOf(quad))));
    if (off > DENSITY_OFF) problems.push(`density ${densityOf(quad)} at ${ns / pixelNs}, off by ${off}`);
  });
  return problems.filter((problem) => problem !== '');
}

function eachPixel(
  quads: readonly Quad[],
  pixelNs: number,
  isLeftOut: (quad: Quad) => boolean,
  look: (quad: Quad, ns: number) => void,
): void {
  for (const quad of quads)
    if (!isLeftOut(quad)) for (let ns = quad.startNs; ns <= quad.endNs; ns += pixelNs) look(quad, ns);
}

/** Those within some pixels: a binary search, since ends ascend. */
function quadsNear(quads: readonly Quad[], ns: number, pixelNs: number): Quad[] {
  let low = 0;
  let high = quads.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (quads[middle].endNs < ns - OFF_PIXELS * pixelNs) low = middle + 1;
    else high = middle;
  }
  const near: Quad[] = [];
  for (let i = low; i < quads.length && quads[i].startNs <= ns + OFF_PIXELS * pixelNs; i++) near.push(quads[i]);
  return near;
}

function densityOf({ startNs, endNs, busyNs }: Quad): number {
  return Math.max(0.4, busyNs / Math.max(1, endNs - startNs));
}

function gapsOf(quads: readonly Quad[], leastNs: number): number[] {
  return quads.flatMap(({ endNs }, i) =>
    i + 1 < quads.length && quads[i + 1].startNs - endNs >= leastNs ? [endNs] : [],
  );
}
