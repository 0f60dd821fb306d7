import { type Chunk, type Chunks, createChunk, createColumns, rowCount } from './chunks';
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
  /** Begin and end offsets of slices made of two events. */
  readonly offsets: readonly { readonly begin: number; readonly end: number }[];
  readonly unfinishedCount: number;
  /** Offsets of the ends that nothing began. */
  readonly unmatched: readonly number[];
}

/** A begin that waits for its end: its row in the marks, and its place among the slices. */
interface Open {
  readonly mark: number;
  readonly slice: number;
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
  const offsets: { begin: number; end: number }[] = [];
  const unmatched: number[] = [];
  const stacks = new Map<string, Open[]>();
  const { phase, timeNs, lane, name, category, idLow, idHigh, byteOffset } = marks.columns;
  let sliceCount = 0;
  let unfinishedCount = 0;

  const addSlice = (mark: number, flags: number): number => {
    const isAsync = (flags & SliceFlag.asynchronous) !== 0;
    slices.startNs[sliceCount] = timeNs[mark];
    slices.endNs[sliceCount] = timeNs[mark];
    slices.lane[sliceCount] = isAsync ? asyncLaneOf(lane[mark], category[mark]) : lane[mark];
    slices.name[sliceCount] = name[mark];
    slices.category[sliceCount] = category[mark];
    slices.flags[sliceCount] = flags;
    slices.byteOffset[sliceCount] = byteOffset[mark];
    return sliceCount++;
  };

  for (const mark of orderByKey(timeNs, 0, marks.count)) {
    const isThread = phase[mark] === BEGIN || phase[mark] === END;
    if (ASYNC_INSTANTS.has(phase[mark])) {
      addSlice(mark, SliceFlag.instant | SliceFlag.asynchronous);
      continue;
    }
    const key = isThread ? `${lane[mark]}` : `${category[mark]} ${idLow[mark]} ${idHigh[mark]}`;
    let stack = stacks.get(key);
    if (!stack) {
      stack = [];
      stacks.set(key, stack);
    }
    if (phase[mark] === BEGIN || ASYNC_BEGINS.has(phase[mark])) {
      stack.push({ mark, slice: addSlice(mark, isThread ? 0 : SliceFlag.asynchronous) });
      continue;
    }
    const open = takeOpen(stack, (begin) => name[begin] === name[mark]);
    if (open) {
      slices.endNs[open.slice] = timeNs[mark];
      offsets.push({ begin: byteOffset[open.mark], end: byteOffset[mark] });
    } else unmatched.push(byteOffset[mark]);
  }
  for (const stack of stacks.values())
    for (const { slice } of stack) {
      slices.endNs[slice] = Math.max(slices.startNs[slice], lastNs);
      slices.flags[slice] |= SliceFlag.unfinished;
      unfinishedCount++;
    }
  return { slices: { count: sliceCount, columns: slices }, offsets, unfinishedCount, unmatched };
}

function takeOpen(stack: Open[], hasSameName: (mark: number) => boolean): Open | undefined {
  for (let i = stack.length - 1; i >= 0; i--) if (hasSameName(stack[i].mark)) return stack.splice(i, 1)[0];
  return stack.pop();
}

/** All marks in file order, under the common ids. */
function gather(sources: readonly PairSource[]): Chunk<typeof MARK_COLUMNS> {
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
        to.lane[at] = maps.lane[columns.lane[i]];
        to.name[at] = maps.name[columns.name[i]];
        to.category[at] = maps.category[columns.category[i]];
        to.idLow[at] = columns.idLow[i];
        to.idHigh[at] = columns.idHigh[i];
        to.byteOffset[at] = columns.byteOffset[i];
      }
  return all;
}
