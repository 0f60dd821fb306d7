/** V8's code of the large parts of a program that threads load later: what the first to load one has compiled, all others have. */
export interface PartCode {
  /** One part each: whose it is, whether it is there, length of its name and of its code; both stand behind, the code from `CODE_AT` on. */
  readonly slots: readonly SharedArrayBuffer[];
}

/** There are four. */
const SLOTS = 6;
/** V8 takes a fifth of the source's size. Memory that nobody writes to is not taken. */
const MOST_BYTES = 4 << 20;
const CODE_AT = 512;
const cells = { owner: 0, isThere: 1, nameLength: 2, codeLength: 3, count: 4 } as const;
const NAME_AT = cells.count * Int32Array.BYTES_PER_ELEMENT;

export function newPartCode(): PartCode {
  return { slots: Array.from({ length: SLOTS }, () => new SharedArrayBuffer(MOST_BYTES)) };
}

/** Of the part of that name; undefined: none has compiled it yet. */
export function codeOfPart({ slots }: PartCode, name: string): Uint8Array | undefined {
  for (const shared of slots) {
    const header = headerOf(shared);
    if (Atomics.load(header, cells.isThere) === 0) continue;
    const own = Buffer.from(shared, NAME_AT, header[cells.nameLength]).toString();
    if (own === name) return new Uint8Array(shared, CODE_AT, header[cells.codeLength]);
  }
  return undefined;
}

/** For all others; does nothing where there is some already, or another thread is about to keep it, or there is no room. */
export function keepPartCode({ slots }: PartCode, name: string, code: Uint8Array): void {
  const ownName = Buffer.from(name);
  if (NAME_AT + ownName.length > CODE_AT || CODE_AT + code.length > MOST_BYTES) return;
  const owner = numberOf(ownName);
  for (const shared of slots) {
    const header = headerOf(shared);
    const before = Atomics.compareExchange(header, cells.owner, 0, owner);
    if (before === owner) return;
    if (before !== 0) continue;
    new Uint8Array(shared, NAME_AT).set(ownName);
    new Uint8Array(shared, CODE_AT).set(code);
    header[cells.nameLength] = ownName.length;
    header[cells.codeLength] = code.length;
    Atomics.store(header, cells.isThere, 1);
    return;
  }
}

function headerOf(shared: SharedArrayBuffer): Int32Array {
  return new Int32Array(shared, 0, cells.count);
}

/** Not 0. Of two names that have the same, only one is kept. */
function numberOf(name: Uint8Array): number {
  return name.reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 7) || 1;
}
