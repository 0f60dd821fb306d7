/*
 * Columns of slices of an index: when each starts, in ns; how long it takes, in ns, or which of the long ones it is; its name. Each question has
 * its own memory, so that one part is looked at at a time.
 */
let longEnds: usize = 0;
let areNamesShort: bool = false;

/** Slices of this part are next: where the ends of its long ones are, and whether names are of 16 bits. */
export function beginPart(ofLong: usize, namesAre16: bool): void {
  longEnds = ofLong;
  areNamesShort = namesAre16;
}

export function startOf(column: usize, i: u32): f64 {
  return load<f64>(column + ((<usize>i) << 3));
}

export function endOf(startNs: f64, durations: usize, i: u32): f64 {
  const ns = load<i32>(durations + ((<usize>i) << 2));
  return ns >= 0 ? startNs + <f64>ns : load<f64>(longEnds + ((<usize>~ns) << 3));
}

export function nameOf(column: usize, i: u32): u32 {
  return areNamesShort ? load<u16>(column + ((<usize>i) << 1)) : load<u32>(column + ((<usize>i) << 2));
}
