import { orderByKey } from './arranging/sortLane';
import { type Chunk, type Chunks, type Columns, createChunk, createColumns, rowCount } from './columns/chunks';
import { MARK_COLUMNS, SLICE_COLUMNS, SliceFlag } from './columns/segmentColumns';
import { type GroupNumbers, groupNumbers } from './groupNumbers';
import type { IdMaps } from './idMaps';

const CODE = (letter: string) => letter.charCodeAt(0);
const BEGIN = CODE('B');
const END = CODE('E');
const ASYNC_INSTANTS: ReadonlySet<number> = new Set(['n', 'T', 'p'].map(CODE));
const ASYNC_BEGINS: ReadonlySet<number> = new Set(['b', 'S'].map(CODE));

export interface PairSource {
  readonly paired: Chunks<typeof MARK_COLUMNS>;
  /** With lanes to threads: those that share a lane don't end each other's slices. */
  readonly maps: Pick<IdMaps, 'name' | 'category' | 'lane'>;
}

export interface PairedSlices {
  /** Under the common ids. */
  readonly slices: Chunk<typeof SLICE_COLUMNS>;
  /** Of slices made of two events: the event sources of both. */
  readonly sources: PairColumns;
  readonly unfinishedCount: number;
  /** Event sources of the ends that nothing began. */
  readonly unmatched: Float64Array;
}

/** One row a pair. Columns, since there can be millions. */
export interface PairColumns {
  readonly begin: Float64Array;
  readonly end: Float64Array;
}

/**
 * Makes slices of begin and end events: B/E by a stack per lane, b/n/e and the older S/T/p/F by (category, id). Ends pop
 * the innermost begin of their name, or else the innermost of all, as the Chrome viewer does. What begins and never ends
 * gets `lastNs` as its end, or its own start if that is later.
 */
export function pairEvents(
  sources: readonly PairSource[],
  lastNs: number,
  laneOf: (thread: number) => number,
  asyncLaneOf: (thread: number, category: number) => number,
): PairedSlices {
  const marks = gather(sources);
  const slices = createColumns(SLICE_COLUMNS, marks.count);
  const pairs = createColumns({ begin: Float64Array, end: Float64Array }, marks.count >> 1);
  let pairCount = 0;
  const unmatched = new Float64Array(marks.count);
  let unmatchedCount = 0;
  const { timeNs, lane, name, category, source } = marks.columns;
  /** Of each begin: its place among the slices. */
  const sliceOf = new Uint32Array(marks.count);
  let sliceCount = 0;

  const addSlice = (mark: number, flags: number): void => {
    const isAsync = (flags & SliceFlag.asynchronous) !== 0;
    slices.startNs[sliceCount] = timeNs[mark];
    slices.endNs[sliceCount] = timeNs[mark];
    slices.lane[sliceCount] = isAsync ? asyncLaneOf(lane[mark], category[mark]) : laneOf(lane[mark]);
    slices.name[sliceCount] = name[mark];
    slices.category[sliceCount] = category[mark];
    slices.flags[sliceCount] = flags;
    slices.source[sliceCount] = source[mark];
    sliceOf[mark] = sliceCount++;
  };

  const unfinished = walkMarks(marks, {
    instant: (mark) => addSlice(mark, SliceFlag.instant | SliceFlag.asynchronous),
    begin: (mark, isThread) => addSlice(mark, isThread ? 0 : SliceFlag.asynchronous),
    end: (mark, begin) => {
      if (begin === undefined) {
        unmatched[unmatchedCount++] = source[mark];
        return;
      }
      slices.endNs[sliceOf[begin]] = timeNs[mark];
      pairs.begin[pairCount] = source[begin];
      pairs.end[pairCount++] = source[mark];
    },
  });
  for (const begin of unfinished) {
    const slice = sliceOf[begin];
    slices.endNs[slice] = Math.max(slices.startNs[slice], lastNs);
    slices.flags[slice] |= SliceFlag.unfinished;
  }
  const unfinishedCount = unfinished.length;
  return {
    slices: { count: sliceCount, columns: slices },
    sources: { begin: pairs.begin.subarray(0, pairCount), end: pairs.end.subarray(0, pairCount) },
    unfinishedCount,
    unmatched: unmatched.slice(0, unmatchedCount),
  };
}

/** A slice made of two events, or of one that is an instant: then both are the same. */
export interface MarkPair {
  /** Rows of the marks. */
  readonly begin: number;
  readonly end: number;
}

/** Of the marks of one segment those that begin and end in it: what the rest of the file can't change any more. */
export function completePairs(paired: Chunks<typeof MARK_COLUMNS>): MarkPair[] {
  const pairs: MarkPair[] = [];
  const marks = gather([{ paired, maps: undefined }]);
  walkMarks(marks, {
    instant: (mark) => pairs.push({ begin: mark, end: mark }),
    begin: () => {},
    end: (mark, begin) => {
      if (begin !== undefined) pairs.push({ begin, end: mark });
    },
  });
  return pairs;
}

/** What the marks are, told in the order of time. */
interface MarkVisitor {
  instant(mark: number): void;
  begin(mark: number, isThread: boolean): void;
  /** `begin` is undefined where nothing had begun. */
  end(mark: number, begin: number | undefined): void;
}

/** Finds each end's begin; answers the begins that have no end. */
function walkMarks({ columns, count }: Chunk<typeof MARK_COLUMNS>, visitor: MarkVisitor): number[] {
  const { phase, timeNs, name } = columns;
  const open = new OpenBegins(stacksOf(columns, count), name, count);
  for (const mark of orderByKey(timeNs, 0, count)) {
    if (ASYNC_INSTANTS.has(phase[mark])) visitor.instant(mark);
    else if (phase[mark] === BEGIN || ASYNC_BEGINS.has(phase[mark])) {
      visitor.begin(mark, phase[mark] === BEGIN);
      open.push(mark);
    } else visitor.end(mark, open.take(mark));
  }
  return open.all();
}

/** The stack that each mark belongs to: its thread's, or that of its (category, id). */
function stacksOf(columns: Columns<typeof MARK_COLUMNS>, count: number): GroupNumbers {
  const isAsync = new Uint8Array(count);
  const first = new Uint32Array(count);
  const [low, high] = [new Uint32Array(count), new Uint32Array(count)];
  for (let mark = 0; mark < count; mark++) {
    if (columns.phase[mark] === BEGIN || columns.phase[mark] === END) first[mark] = columns.lane[mark];
    else {
      isAsync[mark] = 1;
      first[mark] = columns.category[mark];
      low[mark] = columns.idLow[mark];
      high[mark] = columns.idHigh[mark];
    }
  }
  return groupNumbers([isAsync, first, low, high], count);
}

const NONE = -1;

/**
 * The begins that have no end yet, a stack for each thread or id. The innermost of a name may be anywhere in its stack, so
 * that each is a chain in both directions, and the begins of a name in it are chained as well: an end costs the same
 * however many are open.
 */
class OpenBegins {
  /** Of each mark that is open: the one below it and the one above it in its stack, and the one below of the same name. */
  readonly #below: Int32Array;
  readonly #above: Int32Array;
  readonly #belowOfName: Int32Array;
  readonly #isOpen: Uint8Array;
  /** The uppermost of each stack. */
  readonly #top: Int32Array;
  /** Of each mark the number of its stack and name together; of that, the uppermost mark that is not the top. */
  readonly #named: GroupNumbers;
  readonly #topOfName: Int32Array;

  constructor(
    readonly stacks: GroupNumbers,
    readonly name: Uint32Array,
    count: number,
  ) {
    this.#below = new Int32Array(count);
    this.#above = new Int32Array(count);
    this.#belowOfName = new Int32Array(count);
    this.#isOpen = new Uint8Array(count);
    this.#top = new Int32Array(stacks.count).fill(NONE);
    this.#named = groupNumbers([stacks.of, name], count);
    this.#topOfName = new Int32Array(this.#named.count).fill(NONE);
  }

  push(mark: number): void {
    const stack = this.stacks.of[mark];
    const top = this.#top[stack];
    this.#below[mark] = top;
    this.#above[mark] = NONE;
    this.#isOpen[mark] = 1;
    this.#top[stack] = mark;
    if (top === NONE) return;
    this.#above[top] = mark;
    // What is not the top any more has to be found by its name.
    const named = this.#named.of[top];
    this.#belowOfName[top] = this.#topOfName[named];
    this.#topOfName[named] = top;
  }

  /** The innermost begin of the end's name, or else the innermost of all; undefined if none is open. */
  take(end: number): number | undefined {
    const top = this.#top[this.stacks.of[end]];
    if (top === NONE) return undefined;
    const named = this.name[top] === this.name[end] ? NONE : this.#topOfName[this.#named.of[end]];
    if (named !== NONE) {
      this.#removeNamed(named);
      return named;
    }
    this.#removeTop(top);
    return top;
  }

  all(): number[] {
    const open: number[] = [];
    for (let mark = 0; mark < this.#isOpen.length; mark++) if (this.#isOpen[mark] === 1) open.push(mark);
    return open;
  }

  #removeTop(top: number): void {
    this.#isOpen[top] = 0;
    const below = this.#below[top];
    this.#top[this.stacks.of[top]] = below;
    if (below === NONE) return;
    this.#above[below] = NONE;
    // It is the top from now on, and has been the uppermost of its name.
    this.#topOfName[this.#named.of[below]] = this.#belowOfName[below];
  }

  /** One that is the uppermost of its name, and not the top. */
  #removeNamed(mark: number): void {
    this.#isOpen[mark] = 0;
    const [below, above] = [this.#below[mark], this.#above[mark]];
    this.#below[above] = below;
    if (below !== NONE) this.#above[below] = above;
    this.#topOfName[this.#named.of[mark]] = this.#belowOfName[mark];
  }
}

/** All marks in file order, under the common ids, or their own where there are no maps. */
function gather(
  sources: readonly (Pick<PairSource, 'paired'> & { readonly maps: PairSource['maps'] | undefined })[],
): Chunk<typeof MARK_COLUMNS> {
  const all = createChunk(
    MARK_COLUMNS,
    sources.reduce((sum, { paired }) => sum + rowCount(paired), 0),
  );
  const to = all.columns;
  let at = 0;
  for (const { paired, maps } of sources)
    for (const { columns, count } of paired)
      for (let i = 0; i < count; i++, at++) {
        to.phase[at] = columns.phase[i];
        to.flags[at] = columns.flags[i];
        to.timeNs[at] = columns.timeNs[i];
        to.lane[at] = maps ? maps.lane[columns.lane[i]] : columns.lane[i];
        to.name[at] = maps ? maps.name[columns.name[i]] : columns.name[i];
        to.category[at] = maps ? maps.category[columns.category[i]] : columns.category[i];
        to.idLow[at] = columns.idLow[i];
        to.idHigh[at] = columns.idHigh[i];
        to.source[at] = columns.source[i];
      }
  return all;
}
