import { beginPart, endOf, nameOf, startOf } from './columns';

/*
 * A quad on its way, 40 bytes: start, end, busy ns, ns of the longest slice; that slice; how many slices, and the colour in the
 * upper eight bits. Stretches are kept so, and pieces passed on.
 */
export const END: usize = 8;
export const BUSY: usize = 16;
const LONGEST_NS: usize = 24;
export const LONGEST: usize = 32;
export const COUNT: usize = 36;
export const RECORD_BYTES: usize = 40;
export const MOST_SLICES: u32 = (1 << 24) - 1;

/** As in ../quads/rowQuads.ts. */
const PIECE_PIXELS: f64 = 2;
const RUN_PIXELS: f64 = 64;
const WIDEST_RUN_PIXELS: f64 = 80;
const LEAST_DENSITY: f64 = 0.4;
const DENSITY_STEP: f64 = 2.0 / 15;
const AS_LANE: u32 = 14;
/** Of a piece whose longest slice has not been asked for its own. */
const NO_COLOUR: u32 = 0x100;

/** What is gathered is kept here between two calls: one for each zoom at which rows are gathered at the same time. */
class Gathered {
  pixelNs: f64;
  pieceStartNs: f64;
  pieceEndNs: f64;
  pieceLimitNs: f64;
  pieceBusyNs: f64;
  pieceLongestNs: f64;
  runStartNs: f64;
  runEndNs: f64;
  runLimitNs: f64;
  runReachNs: f64;
  runBusyNs: f64;
  runLongestNs: f64;
  pieceCount: u32;
  pieceLongest: u32;
  pieceColour: u32;
  runCount: u32;
  runLongest: u32;
  runColour: u32;
  /** Written by the last call. */
  pieces: u32;
}

const GATHERED_BYTES: usize = offsetof<Gathered>();

/** The row whose slices are looked at. */
let starts: usize = 0;
let durations: usize = 0;
let names: usize = 0;
let colours: usize = 0;
let laneHue: u32 = 0;

/** Of which lane the slices are that come next, and by what names have colours. */
export function beginLane(hue: u32, ofNames: usize, ofLong: usize, namesAre16: bool): void {
  laneHue = hue;
  colours = ofNames;
  beginPart(ofLong, namesAre16);
}

/** Begins a row, as it looks from this zoom. */
export function beginRow(at: usize, pixelNs: f64): void {
  memory.fill(at, 0, GATHERED_BYTES);
  const own = changetype<Gathered>(at);
  own.pixelNs = pixelNs;
  own.pieceLimitNs = -Infinity;
  own.runLimitNs = -Infinity;
}

/**
 * Gathers slices of the row, of which the first one has the number `first`. Answers how many quads have been written. The last
 * ones may come with the next call, unless the row `isEnd`.
 */
export function gatherSlices(
  at: usize,
  startsAt: usize,
  durationsAt: usize,
  namesAt: usize,
  first: u32,
  count: u32,
  isEnd: bool,
  quads: usize,
  pieces: usize,
): u32 {
  starts = startsAt;
  durations = durationsAt;
  names = namesAt;
  return gather<u8>(at, 0, first, count, isEnd, quads, pieces);
}

/** The same of records of the row, made at this zoom or a nearer one. */
export function gatherRecords(at: usize, records: usize, count: u32, isEnd: bool, quads: usize, pieces: usize): u32 {
  return gather<u64>(at, records, 0, count, isEnd, quads, pieces);
}

/** How many pieces the last call has written. */
export function piecesOf(at: usize): u32 {
  return changetype<Gathered>(at).pieces;
}

/** Of slices for u8, of records for u64. As `RowQuads.visit` in ../quads/rowQuads.ts, slice by slice, step for step. */
function gather<T>(at: usize, records: usize, first: u32, count: u32, isEnd: bool, quads: usize, pieces: usize): u32 {
  const own = changetype<Gathered>(at);
  const pixelNs = own.pixelNs;
  const pieceNs = PIECE_PIXELS * pixelNs;
  const runNs = RUN_PIXELS * pixelNs;
  const widestNs = WIDEST_RUN_PIXELS * pixelNs;
  const perPieceNs = 1 / pieceNs;
  const perRunNs = 1 / runNs;
  let pieceStartNs = own.pieceStartNs;
  let pieceEndNs = own.pieceEndNs;
  let pieceLimitNs = own.pieceLimitNs;
  let pieceBusyNs = own.pieceBusyNs;
  let pieceLongestNs = own.pieceLongestNs;
  let pieceCount = own.pieceCount;
  let pieceLongest = own.pieceLongest;
  let pieceColour = own.pieceColour;
  let runStartNs = own.runStartNs;
  let runEndNs = own.runEndNs;
  let runLimitNs = own.runLimitNs;
  let runReachNs = own.runReachNs;
  let runBusyNs = own.runBusyNs;
  let runLongestNs = own.runLongestNs;
  let runCount = own.runCount;
  let runLongest = own.runLongest;
  let runColour = own.runColour;
  let quad = quads;
  let piece = pieces;
  let from = records;

  for (let i: u32 = 0; ; i++, from += RECORD_BYTES) {
    const isDone = i === count;
    if (isDone && !isEnd) break;
    let startNs = Infinity;
    let endNs: f64 = 0;
    let busyNs: f64 = 0;
    let longestNs = Infinity;
    let longest: u32 = 0;
    let slices: u32 = 1;
    let colour = NO_COLOUR;
    let isBroad = false;
    if (!isDone) {
      if (sizeof<T>() === 1) {
        startNs = startOf(starts, i);
        endNs = endOf(startNs, durations, i);
        busyNs = endNs - startNs;
        longestNs = busyNs;
        longest = first + i;
      } else {
        startNs = load<f64>(from);
        endNs = load<f64>(from, END);
        busyNs = load<f64>(from, BUSY);
        longestNs = load<f64>(from, LONGEST_NS);
        longest = load<u32>(from, LONGEST);
        const counted = load<u32>(from, COUNT);
        slices = counted & MOST_SLICES;
        colour = counted >> 24;
        // Several pieces in one: it begins anew, and nothing joins it.
        isBroad = slices > 1 && endNs - startNs >= pieceNs;
      }
    }

    const isWide = longestNs >= pixelNs;
    const isNear = startNs - pieceEndNs < pixelNs;
    // All at once: one question that can be foreseen is faster than five that can't.
    const isOver =
      i32(!isNear) | i32(isWide) | i32(isBroad) | i32(startNs >= pieceLimitNs) | i32(pieceCount + slices > MOST_SLICES);
    if ((isOver & i32(pieceCount > 0)) !== 0) {
      const reachNs = max<f64>(1, (isNear ? startNs : pieceEndNs) - pieceStartNs);
      if (sizeof<T>() === 1) {
        if (pieceColour === NO_COLOUR) pieceColour = colourOf(pieceLongest - first);
      }
      const isJoined =
        pieceStartNs < runLimitNs &&
        pieceColour >> 4 === runColour >> 4 &&
        pieceEndNs - runStartNs < widestNs &&
        runCount + pieceCount <= MOST_SLICES &&
        (reachNs < pixelNs ||
          runReachNs < pixelNs ||
          abs(max(LEAST_DENSITY, pieceBusyNs / reachNs) - max(LEAST_DENSITY, runBusyNs / runReachNs)) <= DENSITY_STEP);
      if (!isJoined) {
        if (runCount > 0) {
          write(quad, runStartNs, runEndNs, runBusyNs, runLongestNs, runLongest, runCount, runColour);
          quad += RECORD_BYTES;
        }
        runStartNs = pieceStartNs;
        runLimitNs = (floor(pieceStartNs * perRunNs) + 1) * runNs;
        runReachNs = 0;
        runBusyNs = 0;
        runCount = 0;
        runLongestNs = -1;
      }
      runEndNs = pieceEndNs;
      runReachNs += reachNs;
      runBusyNs += pieceBusyNs;
      runCount += pieceCount;
      if (pieceLongestNs > runLongestNs) {
        runLongestNs = pieceLongestNs;
        runLongest = pieceLongest;
        runColour = pieceColour;
      }
      if (piece !== 0) {
        write(piece, pieceStartNs, pieceEndNs, pieceBusyNs, pieceLongestNs, pieceLongest, pieceCount, pieceColour);
        piece += RECORD_BYTES;
      }
      if (!isNear || isWide) {
        write(quad, runStartNs, runEndNs, runBusyNs, runLongestNs, runLongest, runCount, runColour);
        quad += RECORD_BYTES;
        runCount = 0;
        runLimitNs = -Infinity;
      }
      pieceCount = 0;
    }
    if (isDone) break;
    if (isWide) {
      if (sizeof<T>() === 1) colour = colourOf(i);
      write(quad, startNs, endNs, busyNs, longestNs, longest, 1, colour);
      quad += RECORD_BYTES;
      if (piece !== 0) {
        write(piece, startNs, endNs, busyNs, longestNs, longest, 1, colour);
        piece += RECORD_BYTES;
      }
      continue;
    }
    if (pieceCount === 0) {
      pieceStartNs = startNs;
      pieceLimitNs = isBroad ? -Infinity : (floor(startNs * perPieceNs) + 1) * pieceNs;
      pieceBusyNs = 0;
      pieceLongestNs = -1;
    }
    pieceEndNs = endNs;
    pieceBusyNs += busyNs;
    pieceCount += slices;
    // The same of what is longer now and then.
    const isLonger = longestNs > pieceLongestNs;
    pieceLongestNs = max(longestNs, pieceLongestNs);
    pieceLongest = select<u32>(longest, pieceLongest, isLonger);
    pieceColour = select<u32>(colour, pieceColour, isLonger);
  }

  if (sizeof<T>() === 1) {
    // The next call has other names.
    if (pieceCount > 0 && pieceColour === NO_COLOUR) pieceColour = colourOf(pieceLongest - first);
  }
  own.pieceStartNs = pieceStartNs;
  own.pieceEndNs = pieceEndNs;
  own.pieceLimitNs = pieceLimitNs;
  own.pieceBusyNs = pieceBusyNs;
  own.pieceLongestNs = pieceLongestNs;
  own.pieceCount = pieceCount;
  own.pieceLongest = pieceLongest;
  own.pieceColour = pieceColour;
  own.runStartNs = runStartNs;
  own.runEndNs = runEndNs;
  own.runLimitNs = runLimitNs;
  own.runReachNs = runReachNs;
  own.runBusyNs = runBusyNs;
  own.runLongestNs = runLongestNs;
  own.runCount = runCount;
  own.runLongest = runLongest;
  own.runColour = runColour;
  own.pieces = <u32>((piece - pieces) / RECORD_BYTES);
  return <u32>((quad - quads) / RECORD_BYTES);
}

function write(
  to: usize,
  startNs: f64,
  endNs: f64,
  busyNs: f64,
  longestNs: f64,
  longest: u32,
  slices: u32,
  colour: u32,
): void {
  store<f64>(to, startNs);
  store<f64>(to, endNs, END);
  store<f64>(to, busyNs, BUSY);
  store<f64>(to, longestNs, LONGEST_NS);
  store<u32>(to, longest, LONGEST);
  store<u32>(to, slices | (colour << 24), COUNT);
}

/** Of the slice at this place of the columns. */
function colourOf(i: u32): u32 {
  const colour: u32 = load<u8>(colours + <usize>nameOf(names, i));
  return colour >> 4 === AS_LANE ? (laneHue << 4) | (colour & 15) : colour;
}
