const FANOUT: u32 = 8;

/*
 * Nodes of a level, as ../loops/wasmTree.ts reads them: columns one after another, first those of 8 bytes, then of 4, then of 1.
 * A column's address is told by the level's, the number of its nodes and one of these.
 */
const START: usize = 0;
const END: usize = 1;
const BUSY: usize = 2;
const LONGEST_NS: usize = 3;
const GAP: usize = 4;
const GAP_START: usize = 5;
const NEXT_GAP: usize = 6;
const BUSY_BEFORE: usize = 7;
const OTHER_LONGEST_NS: usize = 8;
const FLOATS: usize = 9;
const LONGEST: usize = 0;
const BEFORE: usize = 1;
const OTHER_LONGEST: usize = 2;
const WORDS: usize = 3;
const LEAST_BUSY: usize = 0;
const MOST_BUSY: usize = 1;
const NODE_BYTES: usize = 8 * FLOATS + 4 * WORDS + 2;

/** The level's address and its number of nodes, on which the columns are. */
let below: usize = 0;
let belowCount: u32 = 0;
let above: usize = 0;
let aboveCount: u32 = 0;

/** The row's slices, and the number of the first one among all. */
let starts: usize = 0;
let ends: usize = 0;
let sliceCount: u32 = 0;
let firstSlice: u32 = 0;

/** As `buildIntervalTree` in ../tree/intervalTree.ts, of one row: its levels one behind another from `at` on, each from a multiple of 8. */
export function joinRow(rowStarts: usize, rowEnds: usize, count: u32, first: u32, at: usize): void {
  starts = rowStarts;
  ends = rowEnds;
  sliceCount = count;
  firstSlice = first;
  above = at;
  aboveCount = parents(count);
  joinSlices();
  let sliceStep: u32 = FANOUT;
  for (let level = 2; aboveCount > FANOUT; level++, sliceStep *= FANOUT) {
    below = above;
    belowCount = aboveCount;
    above += (<usize>belowCount * NODE_BYTES + 7) & ~7;
    aboveCount = parents(belowCount);
    joinNodes();
    for (let node: u32 = 0; node < aboveCount; node++) split(node, sliceStep, level > 2);
  }
}

function parents(count: u32): u32 {
  return (count + FANOUT - 1) / FANOUT;
}

function joinSlices(): void {
  let to: u32 = 0;
  for (let child: u32 = 0; child < sliceCount; child += FANOUT, to++) {
    const childEnd = min(child + FANOUT, sliceCount);
    let start = startOf(child);
    let busy: f64 = 0;
    let bestNs: f64 = -1;
    let best = child;
    let gap: f64 = 0;
    let least: f64 = 1;
    let most: f64 = 0;
    let lastEnd = start;
    setFloat(START, to, start);
    for (let slice = child; slice < childEnd; slice++) {
      const sliceEnd = endOf(slice);
      const ownNs = sliceEnd - start;
      lastEnd = sliceEnd;
      busy += ownNs;
      if (ownNs > bestNs) {
        bestNs = ownNs;
        best = slice;
      }
      if (slice + 1 === childEnd) break;
      const next = startOf(slice + 1);
      if (next - sliceEnd > gap) gap = next - sliceEnd;
      const share = next > start ? ownNs / (next - start) : 1;
      if (share < least) least = share;
      if (share > most) most = share;
      start = next;
    }
    setFloat(BUSY, to, busy);
    setWord(LONGEST, to, firstSlice + best);
    setFloat(END, to, lastEnd);
    setFloat(LONGEST_NS, to, bestNs);
    setFloat(GAP, to, gap);
    setByte(LEAST_BUSY, to, rounded(255 * least));
    setByte(MOST_BUSY, to, min(255, rounded(255 * max(least, most))));
  }
}

function joinNodes(): void {
  let to: u32 = 0;
  for (let child: u32 = 0; child < belowCount; child += FANOUT, to++) {
    const childEnd = min(child + FANOUT, belowCount);
    let busy: f64 = 0;
    let best = child;
    let gap: f64 = 0;
    let least: f64 = 1;
    let most: f64 = 0;
    for (let i = child; i < childEnd; i++) {
      const start = float(START, i);
      busy += float(BUSY, i);
      if (float(LONGEST_NS, i) > float(LONGEST_NS, best)) best = i;
      if (float(GAP, i) > gap) gap = float(GAP, i);
      if (i > child && start - float(END, i - 1) > gap) gap = start - float(END, i - 1);
      const reachNs = (i + 1 < childEnd ? float(START, i + 1) : float(END, i)) - start;
      const share = reachNs > 0 ? float(BUSY, i) / reachNs : 1;
      if (share < least) least = share;
      if (share > most) most = share;
    }
    setFloat(BUSY, to, busy);
    setWord(LONGEST, to, word(LONGEST, best));
    setFloat(START, to, float(START, child));
    setFloat(END, to, float(END, childEnd - 1));
    setFloat(LONGEST_NS, to, float(LONGEST_NS, best));
    setFloat(GAP, to, gap);
    setByte(LEAST_BUSY, to, rounded(255 * least));
    setByte(MOST_BUSY, to, min(255, rounded(255 * most)));
  }
}

/** As `split` in ../tree/nodeSplits.ts, step for step. */
function split(node: u32, sliceStep: u32, hasBelow: bool): void {
  const child = node * FANOUT;
  const childEnd = min(child + FANOUT, belowCount);
  const nodeFirst = child * sliceStep;
  let widest: f64 = 0;
  let next: f64 = 0;
  let at = child;
  let isInside = false;
  for (let i = child; i < childEnd; i++) {
    if (i > child) {
      const between = float(START, i) - float(END, i - 1);
      if (between > widest) {
        next = widest;
        widest = between;
        at = i;
        isInside = false;
      } else if (between > next) next = between;
    }
    const own = float(GAP, i);
    if (own > widest) {
      next = widest;
      widest = own;
      at = i;
      isInside = true;
    } else if (own > next) next = own;
  }

  let leftBusyNs: f64 = 0;
  let leftLongest: u32 = 0;
  let leftLongestNs: f64 = -1;
  for (let i = child; i < at; i++) {
    leftBusyNs += float(BUSY, i);
    if (float(LONGEST_NS, i) > leftLongestNs) {
      leftLongestNs = float(LONGEST_NS, i);
      leftLongest = word(LONGEST, i);
    }
  }
  let leftEndNs: f64 = at > child ? float(END, at - 1) : 0;
  let before = (at - child) * sliceStep;
  let rightLongest: u32 = 0;
  let rightLongestNs: f64 = -1;

  if (isInside && hasBelow) {
    const ownBefore = word(BEFORE, at);
    const isLeft = word(LONGEST, at) < firstSlice + nodeFirst + before + ownBefore;
    const other = word(OTHER_LONGEST, at);
    const otherNs = float(OTHER_LONGEST_NS, at);
    const inLeftNs = isLeft ? float(LONGEST_NS, at) : otherNs;
    if (inLeftNs > leftLongestNs) {
      leftLongestNs = inLeftNs;
      leftLongest = isLeft ? word(LONGEST, at) : other;
    }
    rightLongestNs = isLeft ? otherNs : float(LONGEST_NS, at);
    rightLongest = isLeft ? other : word(LONGEST, at);
    leftBusyNs += float(BUSY_BEFORE, at);
    leftEndNs = float(GAP_START, at);
    before += ownBefore;
    if (float(NEXT_GAP, at) > next) next = float(NEXT_GAP, at);
  } else if (isInside) {
    const first = nodeFirst + before;
    const end = min(sliceCount, first + sliceStep);
    let isLeft = true;
    let earlierEndNs: f64 = 0;
    for (let slice = first; slice < end; slice++) {
      const start = startOf(slice);
      if (slice > first) {
        const own = start - earlierEndNs;
        if (isLeft && own === widest) {
          isLeft = false;
          leftEndNs = earlierEndNs;
          before = slice - nodeFirst;
        } else if (own > next) next = own;
      }
      earlierEndNs = endOf(slice);
      const durationNs = earlierEndNs - start;
      if (isLeft) {
        leftBusyNs += durationNs;
        if (durationNs > leftLongestNs) {
          leftLongestNs = durationNs;
          leftLongest = firstSlice + slice;
        }
      } else if (durationNs > rightLongestNs) {
        rightLongestNs = durationNs;
        rightLongest = firstSlice + slice;
      }
    }
  }

  for (let i = isInside ? at + 1 : at; i < childEnd; i++) {
    if (float(LONGEST_NS, i) > rightLongestNs) {
      rightLongestNs = float(LONGEST_NS, i);
      rightLongest = word(LONGEST, i);
    }
  }

  const longest = load<u32>(above + wordOffset(LONGEST, aboveCount, node));
  const isOtherLeft = leftLongestNs < rightLongestNs || longest !== leftLongest;
  setFloat(GAP_START, node, leftEndNs);
  setFloat(NEXT_GAP, node, next);
  setWord(BEFORE, node, before);
  setFloat(BUSY_BEFORE, node, leftBusyNs);
  setWord(OTHER_LONGEST, node, isOtherLeft ? leftLongest : rightLongest);
  setFloat(OTHER_LONGEST_NS, node, isOtherLeft ? leftLongestNs : rightLongestNs);
}

/** As `Math.round` does, of what is not negative. */
function rounded(value: f64): f64 {
  const whole = floor(value);
  return value - whole >= 0.5 ? whole + 1 : whole;
}

function startOf(slice: u32): f64 {
  return load<f64>(starts + ((<usize>slice) << 3));
}

function endOf(slice: u32): f64 {
  return load<f64>(ends + ((<usize>slice) << 3));
}

function float(column: usize, node: u32): f64 {
  return load<f64>(below + ((column * belowCount + node) << 3));
}

function word(column: usize, node: u32): u32 {
  return load<u32>(below + wordOffset(column, belowCount, node));
}

function wordOffset(column: usize, count: u32, node: u32): usize {
  return ((FLOATS * count) << 3) + ((column * count + node) << 2);
}

function setFloat(column: usize, node: u32, value: f64): void {
  store<f64>(above + ((column * aboveCount + node) << 3), value);
}

function setWord(column: usize, node: u32, value: u32): void {
  store<u32>(above + wordOffset(column, aboveCount, node), value);
}

function setByte(column: usize, node: u32, value: f64): void {
  store<u8>(above + (8 * FLOATS + 4 * WORDS + column) * aboveCount + node, <u32>value);
}
