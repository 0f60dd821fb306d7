import { type Chunk, type Chunks, createChunk, createColumns, rowCount } from './chunks';
import type { EventSource } from './eventSource';
import type { IdMaps } from './mergeTables';
import { MARK_COLUMNS, SLICE_COLUMNS, SliceFlag } from './segmentEvents';
import { orderByKey } from './sortLane';

const CODE = (letter: string) => letter.charCodeAt(0);
const BEGIN = CODE('B');
const END = CODE('E');
const ASYNC_INSTANTS: ReadonlySet<number> = new Set(['n', 'T', 'p'].map(CODE));
const ASYNC_BEGINS: ReadonlySet<number> = new Set(['b', 'S'].map(CODE));

export interface PairSource {
  readonly paired: Chunks<typeof MARK_COLUMNS>;
  readonly maps: IdMaps;
}

export interface PairedSlices {
  /** Under the common ids. */
  readonly slices: Chunk<typeof SLICE_COLUMNS>;
  /** Of slices made of two events. */
  readonly sources: readonly { readonly begin: number; readonly end: number }[];
  readonly unfinishedCount: number;
  /** The ends that nothing began. */
  readonly unmatched: readonly EventSource[];
}

/**
 * Makes slices of begin and end events: B/E by a stack per lane, b/n/e and the older S/T/p/F by (category, id). Ends pop
 * the innermost begin of their name, or else the innermost of all, as the Chrome viewer does. What begins and never ends
 * gets `lastNs` as its end, or its own start if that is later.
 */
export function pairEvents(
  sources: readonly PairSource[],
  lastNs: number,
  asyncLaneOf: (lane: number, category: number) => number,
): PairedSlices {
  const marks = gather(sources);
  const slices = createColumns(SLICE_COLUMNS, marks.count);
  const pairs: { begin: number; end: number }[] = [];
  const unmatched: EventSource[] = [];
  const { timeNs, lane, name, category, source } = marks.columns;
  /** Of each begin: its place among the slices. */
  const sliceOf = new Uint32Array(marks.count);
  let sliceCount = 0;

  const addSlice = (mark: number, flags: number): void => {
    const isAsync = (flags & SliceFlag.asynchronous) !== 0;
    slices.startNs[sliceCount] = timeNs[mark];
    slices.endNs[sliceCount] = timeNs[mark];
    slices.lane[sliceCount] = isAsync ? asyncLaneOf(lane[mark], category[mark]) : lane[mark];
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
        unmatched.push(source[mark] as EventSource);
        return;
      }
      slices.endNs[sliceOf[begin]] = timeNs[mark];
      pairs.push({ begin: source[begin], end: source[mark] });
    },
  });
  for (const begin of unfinished) {
    const slice = sliceOf[begin];
    slices.endNs[slice] = Math.max(slices.startNs[slice], lastNs);
    slices.flags[slice] |= SliceFlag.unfinished;
  }
  const unfinishedCount = unfinished.length;
  return { slices: { count: sliceCount, columns: slices }, sources: pairs, unfinishedCount, unmatched };
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
  const { phase, timeNs, lane, name, category, idLow, idHigh } = columns;
  const stacks = new Map<string, number[]>();
  for (const mark of orderByKey(timeNs, 0, count)) {
    if (ASYNC_INSTANTS.has(phase[mark])) {
      visitor.instant(mark);
      continue;
    }
    const isThread = phase[mark] === BEGIN || phase[mark] === END;
    const key = isThread ? `${lane[mark]}` : `${category[mark]} ${idLow[mark]} ${idHigh[mark]}`;
    let stack = stacks.get(key);
    if (!stack) {
      stack = [];
      stacks.set(key, stack);
    }
    if (phase[mark] === BEGIN || ASYNC_BEGINS.has(phase[mark])) {
      visitor.begin(mark, isThread);
      stack.push(mark);
    } else
      visitor.end(
        mark,
        takeOpen(stack, (begin) => name[begin] === name[mark]),
      );
  }
  return [...stacks.values()].flat();
}

function takeOpen(stack: number[], hasSameName: (mark: number) => boolean): number | undefined {
  for (let i = stack.length - 1; i >= 0; i--) if (hasSameName(stack[i])) return stack.splice(i, 1)[0];
  return stack.pop();
}

/** All marks in file order, under the common ids, or their own where there are no maps. */
function gather(
  sources: readonly (Pick<PairSource, 'paired'> & { readonly maps: IdMaps | undefined })[],
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
