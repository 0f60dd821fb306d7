import { QUOTE } from './characters';

/** The keys that count. The low four bits are the key's length. */
export enum Field {
  other = 0,
  phase = 0x12,
  start = 0x22,
  id = 0x32,
  bindingPoint = 0x42,
  pid = 0x13,
  tid = 0x23,
  duration = 0x33,
  category = 0x43,
  secondId = 0x53,
  name = 0x14,
  args = 0x24,
  scope = 0x15,
}

export function keyLength(field: Field): usize {
  return <usize>field & 15;
}

/**
 * The key that begins at `p`, told by four bytes loaded as one number, the closing quote among them:
 *
 *     "dur":          0x22 'r' 'u' 'd'   lowest byte last
 *     "ts":           (…)  0x22 's' 't'  the fourth byte masked out
 *     "name":         'e' 'm' 'a' 'n'    and a quote behind
 *     "scope":        'p' 'o' 'c' 's'    and an 'e' and a quote behind
 */
export function fieldAt(p: usize): Field {
  const four = load<u32>(p);
  switch (four) {
    case 0x656d616e:
      return load<u8>(p, 4) === QUOTE ? Field.name : Field.other;
    case 0x22646970:
      return Field.pid;
    case 0x22646974:
      return Field.tid;
    case 0x22727564:
      return Field.duration;
    case 0x22746163:
      return Field.category;
    case 0x73677261:
      return load<u8>(p, 4) === QUOTE ? Field.args : Field.other;
    case 0x22326469:
      return Field.secondId;
    case 0x706f6373:
      return load<u16>(p, 4) === 0x2265 ? Field.scope : Field.other;
  }
  switch (four & 0xffffff) {
    case 0x226870:
      return Field.phase;
    case 0x227374:
      return Field.start;
    case 0x226469:
      return Field.id;
    case 0x227062:
      return Field.bindingPoint;
  }
  return Field.other;
}
