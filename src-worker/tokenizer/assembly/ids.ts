import { COLON, QUOTE } from './characters';
import { BATCH_IDS, idEventColumn, idKindColumn, idValueHighColumn, idValueLowColumn } from './columns';
import { digitCount, eightFrom, joinDigits, powerOfTen } from './digits';
import { isLiteralEnd, isPlainColon, skipSpaces } from './scan';
import { state } from './state';

/** As `EventId` in ../eventIds.ts. */
enum EventId {
  correlation,
  external,
  connection,
  queue,
  sourceRank,
  destinationRank,
}

/** As in ../eventIds.ts. */
export const IDS_PER_EVENT: u32 = 16;
const MOST_DIGITS: u32 = 20;

export function isRoomForIds(): bool {
  return state.idCount <= BATCH_IDS - IDS_PER_EVENT;
}

/**
 * Hashes the first four letters of keys to six bits, those of ids to the bits of `ID_KEYS`. Found by trying, so that hardly
 * any other key that profilers write falls on one of them.
 */
const KEY_SEED: u32 = 0xc421ac11;
const ID_KEYS: u64 = 0x00221a0000100000;

/** False of nearly all keys at `p` but those of ids. */
export function mayBeIdKey(p: usize): bool {
  return ((ID_KEYS >> <u64>((load<u32>(p) * KEY_SEED) >> 26)) & 1) !== 0;
}

const NO_KEY: u32 = 0;
/** The key that only args of collectives have: no id, but as good as one to tell a collective by. */
const COLLECTIVE_KEY: u32 = 0xffff;
const COLLECTIVE_KEY_LENGTH: usize = 15;
/** The first eight letters of keys, as numbers. */
const CORRELAT: u64 = 0x74616c6572726f63;
const CONNECTI: u64 = 0x697463656e6e6f63;
const CAPITAL_EXTERNAL: u64 = 0x6c616e7265747845;
const SMALL_EXTERNAL: u64 = 0x6c616e7265747865;
const COLLECTI: u64 = 0x697463656c6c6f43;
const SRC_RANK: u64 = 0x6b6e617220637273;
const DST_RANK: u64 = 0x6b6e617220747364;

/**
 * If the key that begins at `p` names an id: its length, and its kind in the bits from 8 on; else `NO_KEY`. Told by its
 * first eight letters as one number, and what stands behind them:
 *
 *     correlation"   'correlat' 'ion"'      External id"   'External' ' id"'
 */
function idKeyAt(p: usize): u32 {
  const eight = load<u64>(p);
  const four = load<u32>(p, 8);
  if (eight === CORRELAT) {
    if (four === 0x226e6f69) return keyOf(EventId.correlation, 11);
    const isQueue = four === 0x5f6e6f69 && load<u32>(p, 11) === 0x2264695f;
    return isQueue ? keyOf(EventId.queue, 14) : NO_KEY;
  }
  if (eight === CONNECTI) {
    const isConnection = four === 0x695f6e6f && <u32>load<u16>(p, 12) === 0x2264;
    return isConnection ? keyOf(EventId.connection, 13) : NO_KEY;
  }
  if (eight === CAPITAL_EXTERNAL || eight === SMALL_EXTERNAL)
    return four === 0x22646920 ? keyOf(EventId.external, 11) : NO_KEY;
  if (eight === COLLECTI) {
    // 've n', 'ame"'
    return four === 0x6e206576 && load<u32>(p, 12) === 0x22656d61 ? COLLECTIVE_KEY : NO_KEY;
  }
  if ((four & 0xff) !== QUOTE) return NO_KEY;
  if (eight === SRC_RANK) return keyOf(EventId.sourceRank, 8);
  return eight === DST_RANK ? keyOf(EventId.destinationRank, 8) : NO_KEY;
}

function keyOf(id: EventId, length: u32): u32 {
  return ((<u32>id) << 8) | length;
}

/**
 * Puts the id into the batch whose key begins at `p`, if there is one: as the next event's, whose first id is `firstId`. Of
 * the key of collectives it is noted that it is there.
 */
export function readId(p: usize, firstId: u32): void {
  const key = idKeyAt(p);
  if (key === COLLECTIVE_KEY) {
    if (!isPlainColon(p + COLLECTIVE_KEY_LENGTH) && load<u8>(skipSpaces(p + COLLECTIVE_KEY_LENGTH + 1)) !== COLON)
      return;
    state.hasCollectiveArgs = 1;
    return;
  }
  if (key === NO_KEY || state.idCount - firstId === IDS_PER_EVENT) return;
  p += <usize>(key & 0xff);
  if (isPlainColon(p)) p += 3;
  else {
    p = skipSpaces(p + 1);
    if (load<u8>(p) !== COLON) return;
    p = skipSpaces(p + 1);
  }
  const isQuoted = load<u8>(p) === QUOTE;
  if (isQuoted) p++;

  let eight = eightFrom(p);
  let count = digitCount(eight);
  if (count === 0) return;
  let value = joinDigits(eight, count);
  let digits = count;
  while (count === 8) {
    p += 8;
    eight = eightFrom(p);
    count = digitCount(eight);
    if (count === 0) break;
    digits += count;
    if (digits > MOST_DIGITS) return;
    const more = joinDigits(eight, count);
    const power = powerOfTen(count);
    // Only the last of 20 digits can make it too large: then the sum or the product has gone round.
    if (value > (u64.MAX_VALUE - more) / power) return;
    value = value * power + more;
  }
  p += count;
  const end: u32 = load<u8>(p);
  if (isQuoted ? end !== QUOTE : !isLiteralEnd(end)) return;
  if (value === 0xffffffff || value === u64.MAX_VALUE) return;

  const row = <usize>state.idCount;
  state.idCount++;
  store<u32>(idEventColumn + (row << 2), state.count);
  store<u8>(idKindColumn + row, key >> 8);
  store<u32>(idValueLowColumn + (row << 2), <u32>value);
  store<u32>(idValueHighColumn + (row << 2), <u32>(value >> 32));
}
