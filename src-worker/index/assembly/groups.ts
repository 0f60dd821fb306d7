import { orderOfKeys } from './order';

/**
 * As `orderByGroup` in ../arrows/groupOrder.ts: rows by `groupOf`, and within a group by `keys`, stable, in `order`. `first` has room for
 * the groups and one more. `sorted` has room for as many keys, `spare` for three words a row.
 */
export function orderByGroup(
  groupOf: usize,
  keys: usize,
  count: u32,
  groupCount: u32,
  first: usize,
  order: usize,
  sorted: usize,
  spare: usize,
): void {
  memory.fill(first, 0, (<usize>groupCount + 1) << 2);
  for (let i: usize = 0; i < count; i++) {
    const at = first + ((<usize>load<u32>(groupOf + (i << 2))) << 2) + 4;
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let group: usize = 0; group <= groupCount; group++) {
    sum += load<u32>(first + (group << 2));
    store<u32>(first + (group << 2), sum);
  }
  for (let i: usize = 0; i < count; i++) {
    const next = first + ((<usize>load<u32>(groupOf + (i << 2))) << 2);
    const to: usize = load<u32>(next);
    store<u32>(next, <u32>to + 1);
    store<u32>(order + (to << 2), <u32>i);
    store<f64>(sorted + (to << 3), load<f64>(keys + (i << 3)));
  }
  // Each has become the end of its group, which is where the next one begins.
  memory.copy(first + 4, first, (<usize>groupCount) << 2);
  store<u32>(first, 0);
  for (let group: usize = 0; group < groupCount; group++) {
    const from: usize = load<u32>(first + (group << 2));
    sortGroup(order + (from << 2), sorted + (from << 3), load<u32>(first + (group << 2), 4) - <u32>from, spare);
  }
}

function sortGroup(order: usize, keys: usize, count: u32, spare: usize): void {
  if (isAscending(keys, count)) return;
  const bytes = (<usize>count) << 2;
  const before = spare + bytes;
  memory.copy(before, order, bytes);
  orderOfKeys(keys, count, spare, before + bytes);
  for (let i: usize = 0; i < count; i++)
    store<u32>(order + (i << 2), load<u32>(before + ((<usize>load<u32>(spare + (i << 2))) << 2)));
}

function isAscending(keys: usize, count: u32): bool {
  for (let i: usize = 1; i < count; i++) if (load<f64>(keys + (i << 3)) < load<f64>(keys + (i << 3) - 8)) return false;
  return true;
}
