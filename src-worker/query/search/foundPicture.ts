/** How what is found looks in a window: as `Engine.viewport` answers of all slices. */
import type { FoldedBusy, LaneId, LaneQuads, PackedQuads, ViewportQuery } from '../../../src-contract';
import { durationNsOf } from '../../index/columns/indexSlices';
import type { PartView } from '../partView';
import { LANES_PER_RANK, type PartLane, type RankView } from '../rankView';
import { rowsOfLane, slicesTouching } from '../touching';
import type { FoundOnMade } from './foundOnMade';
import type { FoundOfRank, FoundSlices } from './foundSlices';

export type PictureWindow = Omit<ViewportQuery, 'dump'>;

const LARGE = 0xffff_ffff;
const LARGE_COUNT = 0xff;

/** Gathers one rank after another; the lanes are those that the window asks for of it. */
export class FoundPicture {
  readonly lanes: LaneQuads[] = [];
  readonly folded: FoldedBusy[] = [];
  readonly names: { rank: LaneQuads['rank']; ids: Uint32Array; names: string[] }[] = [];
  readonly #columns = {
    rowQuads: [] as number[],
    gapNs: [] as number[],
    durationNs: [] as number[],
    slice: [] as number[],
    sliceCount: [] as number[],
    busy: [] as number[],
    colour: [] as number[],
    name: [] as number[],
    large: [] as number[],
  };
  readonly #originNs: number;
  readonly #namedFromNs: number;

  constructor(
    readonly window: PictureWindow,
    readonly onMade: FoundOnMade,
  ) {
    this.#originNs = Math.floor(window.startNs);
    this.#namedFromNs = window.labelMinPixels * window.nsPerPixel;
  }

  add({ view, found }: FoundOfRank): void {
    const isOwn = (id: number) => Math.floor(id / LANES_PER_RANK) === view.rank;
    const names = new Map<number, string>();
    for (const id of this.window.lanes) if (isOwn(id)) this.#addLane(view, found, id, names);
    for (const id of this.window.folded) if (isOwn(id)) this.#addFolded(view, found, id);
    if (names.size > 0)
      this.names.push({ rank: view.rank, ids: Uint32Array.from(names.keys()), names: [...names.values()] });
  }

  quads(): PackedQuads {
    const { rowQuads, gapNs, durationNs, slice, sliceCount, busy, colour, name, large } = this.#columns;
    return {
      originNs: this.#originNs,
      namedFromNs: this.#namedFromNs,
      rowQuads: Uint32Array.from(rowQuads),
      gapNs: Uint32Array.from(gapNs),
      durationNs: Uint32Array.from(durationNs),
      slice: Uint32Array.from(slice),
      sliceCount: Uint8Array.from(sliceCount),
      busy: Uint8Array.from(busy),
      colour: Uint8Array.from(colour),
      name: Uint32Array.from(name),
      large: Float64Array.from(large),
    };
  }

  #addLane(view: RankView, found: FoundSlices, id: LaneId, names: Map<number, string>): void {
    // A lane of slices has an id of its own, and is in one part.
    const own = view.lanesWith(id % LANES_PER_RANK).find(({ part, lane }) => part.laneId(lane) === id);
    if (!own || own.part.index.lanes[own.lane].localId !== id % LANES_PER_RANK) return;
    const { gapNs, rowQuads } = this.#columns;
    const all = rowsOfLane(own.part.index, own.lane);
    const rows = this.window.rows?.find(({ lane }) => lane === id);
    const first = all.first + Math.min(rows?.first ?? 0, all.end - all.first);
    const end = Math.min(all.end, rows ? all.first + rows.end : all.end);
    const lane: { -readonly [K in keyof LaneQuads]: LaneQuads[K] } = {
      lane: id,
      rank: view.rank,
      generation: view.generation,
      firstQuad: gapNs.length,
      quadCount: 0,
      laneRow: first - all.first,
      firstRow: rowQuads.length,
      rowCount: Math.max(0, end - first),
    };
    for (let row = first; row < end; row++) {
      const before = gapNs.length;
      let ns = this.#originNs;
      for (const quad of this.#quadsOf(own, view, found, row)) {
        this.#addQuad(own, quad, ns, names);
        ns = quad.endNs;
      }
      rowQuads.push(gapNs.length - before);
    }
    lane.quadCount = gapNs.length - lane.firstQuad;
    if (lane.quadCount > 0) this.lanes.push(lane);
  }

  #addQuad({ part, lane }: PartLane, quad: Quad, ns: number, names: Map<number, string>): void {
    const columns = this.#columns;
    const add = (column: number[], value: number, largest: number) => {
      const isLarge = !(value >= 0 && value < largest);
      column.push(isLarge ? largest : value);
      if (isLarge) columns.large.push(value);
    };
    const name = part.index.slices.name[quad.longest];
    const durationNs = quad.endNs - quad.startNs;
    add(columns.gapNs, quad.startNs - ns, LARGE);
    add(columns.durationNs, durationNs, LARGE);
    add(columns.sliceCount, quad.count, LARGE_COUNT);
    columns.slice.push(part.place.firstSlice + quad.longest);
    columns.busy.push(quad.count === 1 ? 255 : busyShare(quad));
    columns.colour.push(part.colour(name, lane));
    if (quad.count !== 1 || durationNs < this.#namedFromNs) return;
    const id = part.place.firstName + name;
    columns.name.push(id);
    if (!names.has(id)) names.set(id, part.nameText(name));
  }

  /** A pixel in which anything is found is as busy as what is found makes it, at least a little. */
  #addFolded(view: RankView, found: FoundSlices, id: LaneId): void {
    const { startNs, endNs, nsPerPixel } = this.window;
    const pixels = Math.max(1, Math.ceil((endNs - startNs) / nsPerPixel));
    const busyNs = new Float64Array(pixels);
    const bestNs = new Float64Array(pixels);
    const colour = new Uint8Array(pixels);
    const pixelAt = (ns: number) => Math.max(0, Math.min(pixels - 1, Math.floor((ns - startNs) / nsPerPixel)));
    for (const own of view.lanesWith(id % LANES_PER_RANK)) {
      const { part, lane } = own;
      const rows = rowsOfLane(part.index, lane);
      for (let row = rows.first; row < rows.end; row++) {
        for (const quad of this.#quadsOf(own, view, found, row)) {
          const last = pixelAt(Math.max(quad.startNs, quad.endNs - 1));
          for (let pixel = pixelAt(quad.startNs); pixel <= last; pixel++) {
            const from = startNs + pixel * nsPerPixel;
            const ns = Math.min(quad.endNs, from + nsPerPixel) - Math.max(quad.startNs, from);
            const addNs = Math.max(nsPerPixel / 255, ns);
            busyNs[pixel] += addNs;
            if (addNs <= bestNs[pixel]) continue;
            bestNs[pixel] = addNs;
            colour[pixel] = part.colour(part.index.slices.name[quad.longest], lane);
          }
        }
      }
    }
    const busy = Uint8Array.from(busyNs, (ns) => Math.min(255, Math.round((255 * ns) / nsPerPixel)));
    this.folded.push({ lane: id, startNs, nsPerPixel, busy, colour });
  }

  #quadsOf({ part }: PartLane, view: RankView, found: FoundSlices, row: number): Iterable<Quad> {
    const { startNs, endNs, nsPerPixel } = this.window;
    const touching = slicesTouching(part.index, row, part.time.first(startNs), part.time.last(endNs));
    const own = found[view.parts.indexOf(part)] ?? this.onMade(part);
    return quadsOf(part, own.within(touching), nsPerPixel);
  }
}

interface Quad {
  startNs: number;
  endNs: number;
  count: number;
  /** The longest of its slices, in the part's numbering, and how long that is. */
  longest: number;
  longestNs: number;
  busyNs: number;
}

function busyShare({ startNs, endNs, busyNs }: Quad): number {
  return endNs > startNs ? Math.max(1, Math.min(255, Math.round((255 * busyNs) / (endNs - startNs)))) : 255;
}

/** Slices that are found in a row, those shorter than a pixel and less than a pixel apart as one. Times are the job's. */
function* quadsOf({ index, time }: PartView, slices: Uint32Array, nsPerPixel: number): Generator<Quad> {
  const columns = index.slices;
  let quad: Quad | undefined;
  for (const slice of slices) {
    const ns = durationNsOf(columns, slice);
    const ownStartNs = time.toJob(columns.startNs[slice]);
    if (quad && ns < nsPerPixel && quad.longestNs < nsPerPixel && ownStartNs - quad.endNs < nsPerPixel) {
      quad.endNs = Math.max(quad.endNs, ownStartNs + ns);
      quad.count++;
      quad.busyNs += ns;
      if (ns > quad.longestNs) {
        quad.longest = slice;
        quad.longestNs = ns;
      }
      continue;
    }
    if (quad) yield quad;
    quad = { startNs: ownStartNs, endNs: ownStartNs + ns, count: 1, longest: slice, longestNs: ns, busyNs: ns };
  }
  if (quad) yield quad;
}
