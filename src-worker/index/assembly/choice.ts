/** The longest slices so far, which are as long as `leastNs` at least; there are no more than `mostLong` of them. */
let mostLong: u32 = 0;
let leastNs: f64 = 1;
let longRows: usize = 0;
let longNs: usize = 0;
let longCount: u32 = 0;
/** Of each run the first and the longest. */
let runRows: usize = 0;
let runCount: u32 = 0;

/** Begins anew. There is room for `most` rows and one more, of 4 bytes and of 8, and for two of each run. */
export function startChoice(most: u32, rows: usize, lengths: usize, rowsOfRuns: usize): void {
  mostLong = most;
  leastNs = 1;
  longRows = rows;
  longNs = lengths;
  longCount = 0;
  runRows = rowsOfRuns;
  runCount = 0;
}

export function chosenLong(): u32 {
  return longCount;
}

export function chosenOfRuns(): u32 {
  return runCount;
}

/** As `chosenSlices` in ../excerpt.ts, of one chunk more, whose first row is `first` among all. */
export function chooseSlices(starts: usize, ends: usize, count: u32, first: u32, runLength: u32): void {
  for (let from: u32 = 0; from < count; from += runLength) {
    const to = min(from + runLength, count);
    let longest = from;
    let longestNs: f64 = -1;
    for (let row = from; row < to; row++) {
      const at = (<usize>row) << 3;
      const ns = load<f64>(ends + at) - load<f64>(starts + at);
      if (ns > longestNs) {
        longestNs = ns;
        longest = row;
      }
      if (ns >= leastNs) offer(first + row, ns);
    }
    const run = runRows + ((<usize>runCount) << 2);
    store<u32>(run, first + from);
    store<u32>(run, first + longest, 4);
    runCount += 2;
  }
}

function offer(row: u32, ns: f64): void {
  store<u32>(longRows + ((<usize>longCount) << 2), row);
  store<f64>(longNs + ((<usize>longCount) << 3), ns);
  longCount++;
  while (longCount > mostLong) {
    leastNs *= 2;
    let kept: u32 = 0;
    for (let i: u32 = 0; i < longCount; i++) {
      const own = load<f64>(longNs + ((<usize>i) << 3));
      if (!(own >= leastNs)) continue;
      store<u32>(longRows + ((<usize>kept) << 2), load<u32>(longRows + ((<usize>i) << 2)));
      store<f64>(longNs + ((<usize>kept) << 3), own);
      kept++;
    }
    longCount = kept;
  }
}
