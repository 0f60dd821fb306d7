import { type Remote, releaseProxy } from 'comlink';
import { rowCount, rowsFrom } from './columns/chunks';
import { slicesFrom } from './columns/narrowSlices';
import { chosenRows, excerptOf } from './excerpt';
import type { SliceLoops } from './loops/sliceLoops';
import type { SegmentEvents } from './segmentEvents';

/** Told of one part after the other of a segment while it is still read; `baseUs` as in `SegmentResult`. */
export type OnExcerpt = (excerpt: SegmentEvents, baseUs: number | undefined) => void;

/** Events of the first part: about as many as the first segment of a file that is divided has. */
const FIRST_EVENTS = 10_000;
/** Then a part has as many as all before it, up to so many. */
const PART_EVENTS = 250_000;
/** Slices of a part's excerpt; of the first, all that are asked for. */
const PART_SLICES = 3_000;

const NO_ODDITIES = { badDurations: 0, missingDurations: 0, farTimes: 0, lostCategories: 0, hasCutTexts: false };

/**
 * Excerpts of a segment that takes seconds, in parts, each of what has come since the last: a packed file can't be
 * divided, and is one segment. What could not be read is told of at the end, for the whole of it.
 */
export class EarlyExcerpts {
  #nextEvents = FIRST_EVENTS;
  #before: SegmentEvents | undefined;

  constructor(
    readonly firstSlices: number,
    readonly onExcerpt: OnExcerpt | Remote<OnExcerpt>,
    readonly choose: SliceLoops['chosenRows'] = chosenRows,
  ) {}

  offer(eventCount: number, soFar: () => SegmentEvents, baseUs: number | undefined): void {
    if (eventCount < this.#nextEvents) return;
    // In proportion to what there is: each part costs a copy of all names.
    this.#nextEvents = eventCount + Math.min(eventCount, Math.max(PART_EVENTS, eventCount / 4));
    const all = soFar();
    const excerpt = excerptOf(
      partBehind(all, this.#before),
      this.#before ? PART_SLICES : this.firstSlices,
      this.choose,
    );
    this.#before = all;
    void this.onExcerpt(excerpt, baseUs);
  }

  /** No more will come. */
  end(): void {
    if (releaseProxy in this.onExcerpt) this.onExcerpt[releaseProxy]();
  }
}

/** What `all` has behind what `before` had. */
function partBehind(all: SegmentEvents, before: SegmentEvents | undefined): SegmentEvents {
  const said = { oddities: NO_ODDITIES, skipped: [], notices: [] };
  if (!before) return { ...all, ...said };
  return {
    ...all,
    ...said,
    slices: slicesFrom(all.slices, rowCount(before.slices)),
    paired: rowsFrom(all.paired, rowCount(before.paired)),
    samples: rowsFrom(all.samples, rowCount(before.samples)),
    // Tables of counters are divided, and so never take long.
    sampleGroups: [],
    slicesPerLane: all.slicesPerLane.map((count, lane) => count - (before.slicesPerLane[lane] ?? 0)),
    metadata: rowsFrom(all.metadata, rowCount(before.metadata)),
    countByPhase: all.countByPhase.map((count, phase) => count - before.countByPhase[phase]),
    eventCount: all.eventCount - before.eventCount,
  };
}
