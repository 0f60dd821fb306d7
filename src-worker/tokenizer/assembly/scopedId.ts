import { COLON, QUOTE } from './characters';
import { literalEnd, skipSpaces, stringEnd } from './scan';

/** What `findScopedId` found: the bytes of the value, without quotes. */
export let scopedIdStart: usize = 0;
export let scopedIdEnd: usize = 0;
export let isScopedIdLocal: bool = false;

/** The keys as numbers. */
const LOCAL: u64 = 0x6c61636f6c;
const GLOBAL: u64 = 0x6c61626f6c67;

/** As `scopedIdIn` of ../eventIds.ts: of the `id2` at `start`, which is known to be whole. */
export function findScopedId(start: usize, to: usize): bool {
  let p = skipSpaces(start + 1);
  if (load<u8>(p) !== QUOTE) return false;
  const eight = load<u64>(p, 1);
  isScopedIdLocal = (eight & 0xffffffffffff) === (LOCAL | ((<u64>QUOTE) << 40));
  if (isScopedIdLocal) p += 6;
  else if ((eight & 0xffffffffffffff) === (GLOBAL | ((<u64>QUOTE) << 48))) p += 7;
  else return false;
  p = skipSpaces(p + 1);
  if (load<u8>(p) !== COLON) return false;
  p = skipSpaces(p + 1);
  const isQuoted = load<u8>(p) === QUOTE;
  scopedIdStart = isQuoted ? p + 1 : p;
  scopedIdEnd = isQuoted ? stringEnd(p + 1, to) : literalEnd(p);
  return true;
}
