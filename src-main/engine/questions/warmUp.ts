import type { DumpState, LaneId, SliceLane, StatisticsQuery, ViewportQuery } from '../../../src-contract';
import { Leisure } from './leisure';
import { inMs } from './rest';

/** A dump with fewer slices is drawn fast enough by code that has not run before. */
const MIN_SLICES = 1_000_000;
/** The fullest lanes of a dump: what a window of twice a screen's height shows. */
const LANES = 60;
/** So few at a time that whoever asks meanwhile waits for some ms at most. */
const LANES_AT_A_TIME = 6;
const PIXELS = 2000;
/** Parts of the dump that are drawn few lanes at a time. The code takes other ways at each zoom. */
const SHARES = [1, 1 / 20, 1 / 500];
/** So many views of all lanes follow. With fewer V8 has not compiled all of it, and does so while somebody moves the view. */
const WIDE_VIEWS = 120;
/** The narrowest of them shows so much less than the whole dump. */
const NARROWEST = 20_000;
/** Multiples of these, whole numbers left out, lie evenly from 0 to 1: for widths, and for places. */
const WIDTHS_APART = Math.SQRT2;
const PLACES_APART = Math.sqrt(3);
/** A dump with fewer slices is summed up at once by code that has not run before; of so many the first sum takes as long as the next three. */
const MIN_SUMMED = 300_000;
/** V8 compiles what sums slices up once more after it has been called some times, however many there are each time. */
const SUMS = 10;
/** So few at a time that whoever asks meanwhile waits for some ms at most. */
const SUMMED_SLICES = 30_000;
/** Findings that are asked for as soon as a dump has been read, are so within this time: a window draws first. */
const ASKED_WITHIN_MS = 400;

/** A view that nobody has asked for. */
export interface UnaskedView {
  readonly query: ViewportQuery;
  /** One of the threads that draw makes all of it, or both share its lanes. */
  readonly by: 'first' | 'second' | 'two';
}

/**
 * Views that nobody has asked for, of a large dump that has been read: after them both threads that draw, and the engine's, have
 * their code compiled, and know the colours of what is seen first. In all it is what some three views of everything take, and compiling,
 * which the first hundred views would take turns with otherwise.
 */
export function* warmUpViews(state: DumpState): Generator<UnaskedView> {
  const { ids, sliceCount } = fullestOf(state);
  if (sliceCount < MIN_SLICES) return;
  for (const by of ['first', 'second'] as const)
    for (const share of SHARES) {
      for (let at = 0; at < ids.length; at += LANES_AT_A_TIME)
        yield { query: queryOf(state, ids.slice(at, at + LANES_AT_A_TIME), share, 1 / 2), by };
    }
  for (let i = 1; i <= WIDE_VIEWS; i++) {
    const share = NARROWEST ** -((i * WIDTHS_APART) % 1);
    yield { query: queryOf(state, ids, share, (i * PLACES_APART) % 1), by: 'two' };
  }
}

/** Statistics that nobody has asked for, of stretches all over a dump that has been read; none where it has few slices. */
export function* warmUpStatistics(state: DumpState): Generator<StatisticsQuery> {
  const { ids, sliceCount } = fullestOf(state);
  if (sliceCount < MIN_SUMMED) return;
  for (let i = 1; i <= SUMS; i++) {
    const { dump, startNs, endNs } = queryOf(state, ids, SUMMED_SLICES / sliceCount, (i * PLACES_APART) % 1);
    yield { dump, startNs, endNs, lanes: ids, maxRows: 100 };
  }
}

/** The lanes with most slices, and how many there are in all. */
function fullestOf(state: DumpState): { readonly ids: readonly LaneId[]; readonly sliceCount: number } {
  const lanes = state.ranks
    .flatMap(({ groups }) => groups.flatMap((group) => group.lanes))
    .filter((lane): lane is SliceLane => lane.kind === 'slices')
    .sort((a, b) => b.sliceCount - a.sliceCount);
  const sliceCount = lanes.reduce((sum, lane) => sum + lane.sliceCount, 0);
  return { ids: lanes.slice(0, LANES).map(({ id }): LaneId => id), sliceCount };
}

/** A share of the dump's time; `place` 0 is its begin, 1 its end. */
function queryOf(state: DumpState, lanes: readonly LaneId[], share: number, place: number): ViewportQuery {
  const spanNs = state.endNs - state.startNs;
  const startNs = Math.floor(state.startNs + (1 - share) * place * spanNs);
  const endNs = Math.ceil(startNs + share * spanNs);
  return {
    dump: state.id,
    startNs,
    endNs,
    nsPerPixel: (endNs - startNs) / PIXELS,
    lanes,
    folded: [],
    labelMinPixels: 40,
  };
}

/** Has views drawn one after another, whenever nobody has asked for anything, or moved a view, for a moment. */
export class WarmUp {
  /** `draw` answers false where there is nothing to draw any more. It never rejects. */
  constructor(
    readonly draw: (view: UnaskedView) => Promise<boolean>,
    /** Something else that nobody has asked for is made, which the second thread, with its start, and views of all lanes would take both cores from. */
    readonly isBusy: () => boolean = () => false,
    readonly leisure = new Leisure(),
  ) {}

  /** From a moment after now on. Never rejects. */
  async run(views: Iterable<UnaskedView>): Promise<void> {
    this.leisure.rest.note();
    for (const view of views) {
      await this.leisure.comes(() => view.by !== 'first' && this.isBusy());
      if (!(await this.draw(view))) return;
    }
  }

  /**
   * Has all of these summed up. Beside what else takes both cores nothing is. `sum` answers false where there
   * is nothing to sum up any more. Never rejects.
   */
  async runSums<T>(queries: Iterable<T>, sum: (query: T) => Promise<boolean>): Promise<void> {
    await inMs(ASKED_WITHIN_MS);
    for (const query of queries) {
      await this.leisure.comes(() => this.isBusy());
      if (!(await sum(query))) return;
    }
  }
}
