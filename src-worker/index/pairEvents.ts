import { CHUNK_ROWS, type Chunks, createChunks, growChunks, rowCount } from './chunks';
import { type MARK_COLUMNS, SLICE_COLUMNS, SliceFlag } from './eventStore';
import { radixOrder } from './sortLane';

const CODE = (letter: string) => letter.charCodeAt(0);
const BEGIN = CODE('B');
const END = CODE('E');
const ASYNC_INSTANTS = new Set(['n', 'T', 'p'].map(CODE));
const ASYNC_BEGINS = new Set(['b', 'S'].map(CODE));

export interface PairedSlices {
  readonly slices: Chunks<typeof SLICE_COLUMNS>;
  /** Begin and end offsets of slices made of two events. */
  readonly offsets: { begin: number; end: number }[];
  readonly unfinishedCount: number;
}

/** A begin that waits for its end: its row in the marks, and its place among the slices. */
interface Open {
  readonly mark: number;
  readonly slice: number;
}

/**
 * Makes slices of begin and end events: B/E by a stack per lane, b/n/e and the older S/T/p/F by (category, id). Ends pop
 * the innermost begin of their name, or else the innermost of all, as the Chrome viewer does. What begins and never ends
 * gets `lastNs` as its end.
 */
export function pairEvents(
  marks: Chunks<typeof MARK_COLUMNS>,
  lastNs: number,
  asyncLaneOf: (lane: number, category: number) => number,
  onUnmatched: (byteOffset: number) => void,
): PairedSlices {
  const slices = createChunks(SLICE_COLUMNS);
  const offsets: { begin: number; end: number }[] = [];
  const stacks = new Map<string, Open[]>();
  const all = new MarkTable(marks);
  let sliceCount = 0;
  let unfinishedCount = 0;

  const addSlice = (mark: number, flags: number): number => {
    const { chunk, row } = all.at(mark);
    const isAsync = (flags & SliceFlag.asynchronous) !== 0;
    const to = growChunks(slices);
    const at = to.count++;
    to.columns.startNs[at] = chunk.timeNs[row];
    to.columns.endNs[at] = chunk.timeNs[row];
    to.columns.lane[at] = isAsync ? asyncLaneOf(chunk.lane[row], chunk.category[row]) : chunk.lane[row];
    to.columns.name[at] = chunk.name[row];
    to.columns.category[at] = chunk.category[row];
    to.columns.flags[at] = flags;
    to.columns.byteOffset[at] = chunk.byteOffset[row];
    return sliceCount++;
  };
  const endSlice = (slice: number, endNs: number, extraFlags: number) => {
    const at = slices.list[Math.floor(slice / CHUNK_ROWS)].columns;
    at.endNs[slice % CHUNK_ROWS] = Math.max(endNs, at.startNs[slice % CHUNK_ROWS]);
    at.flags[slice % CHUNK_ROWS] |= extraFlags;
  };

  for (const mark of radixOrder(all.times(), 0, all.count)) {
    const { chunk, row } = all.at(mark);
    const phase = chunk.phase[row];
    const isThread = phase === BEGIN || phase === END;
    if (ASYNC_INSTANTS.has(phase)) {
      addSlice(mark, SliceFlag.instant | SliceFlag.asynchronous);
      continue;
    }
    const key = isThread ? `${chunk.lane[row]}` : `${chunk.category[row]} ${chunk.idLow[row]} ${chunk.idHigh[row]}`;
    let stack = stacks.get(key);
    if (!stack) {
      stack = [];
      stacks.set(key, stack);
    }
    if (phase === BEGIN || ASYNC_BEGINS.has(phase)) {
      stack.push({ mark, slice: addSlice(mark, isThread ? 0 : SliceFlag.asynchronous) });
      continue;
    }
    const open = takeOpen(stack, (begin) => all.at(begin).chunk.name[all.at(begin).row] === chunk.name[row]);
    if (!open) {
      onUnmatched(chunk.byteOffset[row]);
      continue;
    }
    endSlice(open.slice, chunk.timeNs[row], 0);
    const begin = all.at(open.mark);
    offsets.push({ begin: begin.chunk.byteOffset[begin.row], end: chunk.byteOffset[row] });
  }
  for (const stack of stacks.values())
    for (const open of stack) {
      endSlice(open.slice, lastNs, SliceFlag.unfinished);
      unfinishedCount++;
    }
  offsets.sort((a, b) => a.begin - b.begin);
  return { slices, offsets, unfinishedCount };
}

function takeOpen(stack: Open[], hasSameName: (mark: number) => boolean): Open | undefined {
  for (let i = stack.length - 1; i >= 0; i--) if (hasSameName(stack[i].mark)) return stack.splice(i, 1)[0];
  return stack.pop();
}

/** Rows of chunked marks by one running number. */
class MarkTable {
  readonly count: number;
  constructor(readonly marks: Chunks<typeof MARK_COLUMNS>) {
    this.count = rowCount(marks);
  }

  /** All chunks but the last are full. */
  at(mark: number) {
    return { chunk: this.marks.list[Math.floor(mark / CHUNK_ROWS)].columns, row: mark % CHUNK_ROWS };
  }

  times(): Float64Array {
    const times = new Float64Array(this.count);
    let at = 0;
    for (const chunk of this.marks.list) {
      times.set(chunk.columns.timeNs.subarray(0, chunk.count), at);
      at += chunk.count;
    }
    return times;
  }
}
