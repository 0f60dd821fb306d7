import type { DumpState, LaneId, SliceLane, ViewportQuery } from '../../../src-contract';

/** A dump with fewer slices is drawn fast enough by code that has not run before. */
const MIN_SLICES = 1_000_000;
/** The fullest lanes of a dump: what a window of twice a screen's height shows. */
const LANES = 60;
/** So few at a time that whoever asks meanwhile waits for some ms at most. */
const LANES_AT_A_TIME = 6;
const PIXELS = 2000;
/** Parts of the dump that are drawn. The code takes other ways at each zoom. */
const SHARES = [1, 1 / 20, 1 / 500];
/** Nothing is drawn before no view has been asked for in this time. */
const REST_MS = 100;

/**
 * Views that nobody has asked for, of a large dump that has been read: after them both threads that draw have their code
 * compiled, and know the colours of what is seen first. In all it is what some three views of everything take, and compiling,
 * which the first views would wait for otherwise.
 */
export function* warmUpQueries(state: DumpState): Generator<ViewportQuery> {
  const lanes = state.ranks
    .flatMap(({ groups }) => groups.flatMap((group) => group.lanes))
    .filter((lane): lane is SliceLane => lane.kind === 'slices')
    .sort((a, b) => b.sliceCount - a.sliceCount);
  if (lanes.reduce((sum, { sliceCount }) => sum + sliceCount, 0) < MIN_SLICES) return;
  const ids = lanes.slice(0, LANES).map(({ id }): LaneId => id);
  const spanNs = state.endNs - state.startNs;
  for (const share of SHARES) {
    const startNs = Math.floor(state.startNs + ((1 - share) / 2) * spanNs);
    const endNs = Math.ceil(startNs + share * spanNs);
    const nsPerPixel = (endNs - startNs) / PIXELS;
    for (let at = 0; at < ids.length; at += LANES_AT_A_TIME) {
      const own = ids.slice(at, at + LANES_AT_A_TIME);
      yield { dump: state.id, startNs, endNs, nsPerPixel, lanes: own, folded: [], labelMinPixels: 40 };
    }
  }
}

/** Has views drawn one after another, whenever nobody else has asked for one for a moment. */
export class WarmUp {
  #askedAtMs = Number.NEGATIVE_INFINITY;

  /** `draw` answers false where there is nothing to draw any more. It never rejects. */
  constructor(
    readonly draw: (query: ViewportQuery) => Promise<boolean>,
    readonly restMs = REST_MS,
  ) {}

  /** Somebody asks for a view. */
  noteAsked(): void {
    this.#askedAtMs = performance.now();
  }

  /** From a moment after now on. Never rejects. */
  async run(queries: Iterable<ViewportQuery>): Promise<void> {
    this.noteAsked();
    for (const query of queries) {
      await this.rest();
      if (!(await this.draw(query))) return;
    }
  }

  /** Resolves when nobody has asked for a view for a moment. */
  async rest(): Promise<void> {
    for (;;) {
      const waitMs = this.#askedAtMs + this.restMs - performance.now();
      if (waitMs <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    }
  }
}
