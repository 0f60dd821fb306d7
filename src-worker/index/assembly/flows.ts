/** As in ../arrows/matchFlows.ts. */
const START: u32 = 0x73;
const STEP: u32 = 0x74;

/** Puts common ids in the place of a segment's own. */
export function mapWords(ids: usize, map: usize, count: u32): void {
  for (let i: usize = 0; i < count; i++)
    store<u32>(ids + (i << 2), load<u32>(map + ((<usize>load<u32>(ids + (i << 2))) << 2)));
}

/** The same of ids of 16 bits. */
export function mapHalves(ids: usize, map: usize, count: u32): void {
  for (let i: usize = 0; i < count; i++)
    store<u16>(ids + (i << 1), load<u16>(map + ((<usize>load<u16>(ids + (i << 1))) << 2)));
}

/**
 * As `chainByKey` in ../arrows/matchFlows.ts, of the ends [firstEnd, behind), behind `headCount` keys that there are; answers how many
 * there are then. `slots` are zeros at first, a word for each of `mask` + 1.
 */
export function chainByKey(
  idLow: usize,
  idHigh: usize,
  category: usize,
  firstEnd: u32,
  behind: u32,
  slots: usize,
  mask: u32,
  nextOfKey: usize,
  heads: usize,
  headCount: u32,
): u32 {
  for (let end = firstEnd; end < behind; end++) {
    const low = word(idLow, end);
    const high = word(idHigh, end);
    const own: u32 = load<u16>(category + ((<usize>end) << 1));
    let place = (low ^ ((own + 1) * 0x9e3779b1)) & mask;
    let slot: usize;
    while (true) {
      slot = slots + ((<usize>place) << 2);
      const last = load<u32>(slot);
      if (last === 0) {
        setWord(heads, headCount++, end);
        setWord(nextOfKey, end, end + 1);
        break;
      }
      const other = last - 1;
      const isSame =
        word(idLow, other) === low &&
        word(idHigh, other) === high &&
        <u32>load<u16>(category + ((<usize>other) << 1)) === own;
      if (isSame) {
        setWord(nextOfKey, end, word(nextOfKey, other));
        setWord(nextOfKey, other, end + 1);
        break;
      }
      place = (place + 1) & mask;
    }
    store<u32>(slot, end + 1);
  }
  return headCount;
}

/** When all ends are chained: the last one of a key is followed by the first until then. */
export function endChains(slots: usize, slotCount: u32, nextOfKey: usize): void {
  for (let slot: u32 = 0; slot < slotCount; slot++) {
    const last = word(slots, slot);
    if (last !== 0) setWord(nextOfKey, last - 1, 0);
  }
}

let links: u32 = 0;

/** Arrows that there are. */
export function linkCount(): u32 {
  return links;
}

/**
 * As `linkEnds` in ../arrows/matchFlows.ts, from the key with the number `key` on, behind the arrows that there are. Answers the number
 * of the first key that the other side has to link: it has several starts, steps, or several ends without either.
 */
export function linkEnds(
  key: u32,
  keyCount: u32,
  before: u32,
  heads: usize,
  nextOfKey: usize,
  phases: usize,
  from: usize,
  to: usize,
): u32 {
  links = before;
  for (; key < keyCount; key++) {
    const first = word(heads, key) + 1;
    let start: u32 = 0;
    let starts: u32 = 0;
    let steps: u32 = 0;
    for (let at = first; at !== 0; at = word(nextOfKey, at - 1)) {
      const phase: u32 = load<u8>(phases + <usize>at - 1);
      if (phase === STEP) steps++;
      else if (phase === START) {
        start = at;
        starts++;
      }
    }
    if (starts === 1 && steps === 0) {
      for (let at = first; at !== 0; at = word(nextOfKey, at - 1)) {
        if (at === start) continue;
        setWord(from, links, start - 1);
        setWord(to, links++, at - 1);
      }
    } else if (word(nextOfKey, first - 1) !== 0) return key;
  }
  return key;
}

/** Of each arrow the earlier of its two times, and its category. */
export function describeLinks(
  times: usize,
  category: usize,
  from: usize,
  to: usize,
  count: u32,
  earlier: usize,
  categoryOf: usize,
): void {
  for (let link: u32 = 0; link < count; link++) {
    const end: usize = word(to, link);
    const start: usize = word(from, link);
    store<f64>(earlier + ((<usize>link) << 3), min(load<f64>(times + (start << 3)), load<f64>(times + (end << 3))));
    setWord(categoryOf, link, load<u16>(category + (end << 1)));
  }
}

function word(column: usize, i: u32): u32 {
  return load<u32>(column + ((<usize>i) << 2));
}

function setWord(column: usize, i: u32, value: u32): void {
  store<u32>(column + ((<usize>i) << 2), value);
}
