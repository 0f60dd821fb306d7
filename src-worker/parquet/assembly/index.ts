import { endOf, Pool, startOf } from './bytes';
import { table } from './columns';
import { longPlaces, longTexts, numberCount, numbers } from './numbers';
import { texts } from './pages';
import { others, shapes } from './shapes';

export { addColumn, setRow } from './columns';
export { addPair, fileRoom, readFile, textRoom } from './file';

export function tableAt(): usize {
  return table.at;
}

export function numbersAt(): usize {
  return numbers.at;
}

export function numbersCount(): u32 {
  return numberCount;
}

/** Of each long number, which of the others it is. */
export function longPlacesAt(): usize {
  return longPlaces.at;
}

/** Lists of texts, as the other side names them. */
function poolOf(list: i32): Pool {
  return list === 0 ? texts : list === 1 ? shapes : list === 2 ? others : longTexts;
}

export function textCount(list: i32): u32 {
  return poolOf(list).count;
}

export function textFrom(list: i32, number: u32): usize {
  const own = poolOf(list);
  return own.bytes.at + <usize>startOf(own, number);
}

export function textEnd(list: i32, number: u32): usize {
  const own = poolOf(list);
  return own.bytes.at + <usize>endOf(own, number);
}
