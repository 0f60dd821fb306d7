import type { DumpId, LaneId, PackedQuads, RankNames, ViewportQuery, ViewportResult } from '../../../src-contract';

/** Fewer quads are found by one thread before two would have been told. */
const MANY_QUADS = 6000;

/**
 * Divides what is to be drawn between two threads: the first lanes and the others, so that both have about as many quads as
 * they had the last time.
 */
export class SharedDrawing {
  #dump: DumpId | undefined;
  readonly #quadsOf = new Map<LaneId, number>();

  /** The query's two halves; undefined if it is too little for two. */
  halves(query: ViewportQuery): readonly [ViewportQuery, ViewportQuery] | undefined {
    const { lanes } = query;
    const quads = lanes.map((lane) => (query.dump === this.#dump ? (this.#quadsOf.get(lane) ?? 0) : 0));
    const all = quads.reduce((sum, count) => sum + count, 0);
    if (all < MANY_QUADS) return undefined;
    let first = 0;
    let before = 0;
    // A lane belongs to the side that more than half of it is on.
    while (before + quads[first] / 2 < all / 2) before += quads[first++];
    if (first === 0 || first === lanes.length) return undefined;
    return [
      { ...query, lanes: lanes.slice(0, first), folded: [] },
      { ...query, lanes: lanes.slice(first) },
    ];
  }

  /** Takes note of an answer; whether the next one like it is enough for two. */
  note(dump: DumpId, { lanes, quads }: ViewportResult): boolean {
    if (dump !== this.#dump) this.#quadsOf.clear();
    this.#dump = dump;
    for (const { lane, quadCount } of lanes) this.#quadsOf.set(lane, quadCount);
    return quads.gapNs.length >= MANY_QUADS;
  }
}

/**
 * The answer to a query from those to its halves. Undefined where they are of different generations of a rank, and what is
 * called by number would be called differently.
 */
export function joinedViewport(first: ViewportResult, second: ViewportResult): ViewportResult | undefined {
  const generations = new Map(first.lanes.map(({ rank, generation }) => [rank, generation]));
  if (second.lanes.some(({ rank, generation }) => (generations.get(rank) ?? generation) !== generation))
    return undefined;
  const quadsBefore = first.quads.gapNs.length;
  const rowsBefore = first.quads.rowQuads.length;
  const moved = second.lanes.map((lane) => {
    return { ...lane, firstQuad: lane.firstQuad + quadsBefore, firstRow: lane.firstRow + rowsBefore };
  });
  return {
    ...first,
    lanes: [...first.lanes, ...moved],
    quads: joinedQuads(first.quads, second.quads),
    counters: [...first.counters, ...second.counters],
    folded: [...first.folded, ...second.folded],
    names: joinedNames([...first.names, ...second.names]),
  };
}

/** Both count their gaps from the start of the same window, and all columns are read in step. */
function joinedQuads(first: PackedQuads, second: PackedQuads): PackedQuads {
  return {
    originNs: first.originNs,
    namedFromNs: first.namedFromNs,
    rowQuads: words(first.rowQuads, second.rowQuads),
    gapNs: words(first.gapNs, second.gapNs),
    durationNs: words(first.durationNs, second.durationNs),
    slice: words(first.slice, second.slice),
    sliceCount: bytes(first.sliceCount, second.sliceCount),
    busy: bytes(first.busy, second.busy),
    colour: bytes(first.colour, second.colour),
    name: words(first.name, second.name),
    large: Float64Array.from([...first.large, ...second.large]),
  };
}

function words(first: Uint32Array, second: Uint32Array): Uint32Array {
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function bytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Each name of a rank once. */
function joinedNames(all: readonly RankNames[]): RankNames[] {
  const ranks = new Map<RankNames['rank'], Map<number, string>>();
  for (const { rank, ids, names } of all) {
    const own = ranks.get(rank) ?? new Map<number, string>();
    ids.forEach((id, at) => {
      own.set(id, names[at]);
    });
    ranks.set(rank, own);
  }
  return [...ranks].map(([rank, own]) => ({ rank, ids: Uint32Array.from(own.keys()), names: [...own.values()] }));
}
