/** As `endNsOf` in ../columns/indexSlices.ts, of all slices at once. */
export function endsOf(starts: usize, durations: usize, longEnds: usize, count: u32, ends: usize): void {
  for (let i: usize = 0; i < count; i++) store<f64>(ends + (i << 3), endAt(starts, durations, longEnds, i));
}

/** Of one of them. */
export function endAt(starts: usize, durations: usize, longEnds: usize, i: usize): f64 {
  const ns = load<i32>(durations + (i << 2));
  return ns >= 0 ? load<f64>(starts + (i << 3)) + <f64>ns : load<f64>(longEnds + ((<usize>~ns) << 3));
}

/** Where each row begins among the slices, and behind the last one their number. */
export function rowStartsOf(rows: usize, count: u32, rowCount: u32, rowStarts: usize): void {
  memory.fill(rowStarts, 0, (<usize>rowCount + 1) << 2);
  for (let i: usize = 0; i < count; i++) {
    const at = rowStarts + ((<usize>load<u16>(rows + (i << 1))) << 2) + 4;
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let row: usize = 0; row <= rowCount; row++) {
    sum += load<u32>(rowStarts + (row << 2));
    store<u32>(rowStarts + (row << 2), sum);
  }
}

/** For each final place the place it is taken from: by row, and within it as `order` has it. Uses `rowStarts` up. */
export function finalOrder(rows: usize, order: usize, count: u32, rowStarts: usize, into: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const next = rowStarts + ((<usize>load<u16>(rows + (i << 1))) << 2);
    const to: usize = load<u32>(next);
    store<u32>(next, <u32>to + 1);
    store<u32>(into + (to << 2), order === 0 ? <u32>i : load<u32>(order + (i << 2)));
  }
}

/** Whether any of the words is not 0. */
export function hasAny(words: usize, count: u32): bool {
  for (let i: usize = 0; i < count; i++) if (load<u32>(words + (i << 2)) !== 0) return true;
  return false;
}

// Of a column the values in `order`.

export function gather8(from: usize, order: usize, count: u32, to: usize): void {
  for (let i: usize = 0; i < count; i++)
    store<u64>(to + (i << 3), load<u64>(from + ((<usize>load<u32>(order + (i << 2))) << 3)));
}

export function gather4(from: usize, order: usize, count: u32, to: usize): void {
  for (let i: usize = 0; i < count; i++)
    store<u32>(to + (i << 2), load<u32>(from + ((<usize>load<u32>(order + (i << 2))) << 2)));
}

export function gather2(from: usize, order: usize, count: u32, to: usize): void {
  for (let i: usize = 0; i < count; i++)
    store<u16>(to + (i << 1), load<u16>(from + ((<usize>load<u32>(order + (i << 2))) << 1)));
}

export function gather1(from: usize, order: usize, count: u32, to: usize): void {
  for (let i: usize = 0; i < count; i++) store<u8>(to + i, load<u8>(from + load<u32>(order + (i << 2))));
}
