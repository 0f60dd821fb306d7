/** V8's code of the large part of a program that threads load later: what the first to load it has compiled, all others have. */
export interface PartCode {
  /** State, length of the name, length of the code; both stand behind, the code from `CODE_AT` on. */
  readonly shared: SharedArrayBuffer;
}

/** V8 takes a fifth of the source's size. Memory that nobody writes to is not taken. */
const MOST_BYTES = 4 << 20;
const CODE_AT = 512;
const cells = { state: 0, nameLength: 1, codeLength: 2, count: 3 } as const;
const NAME_AT = cells.count * Int32Array.BYTES_PER_ELEMENT;
const states = { none: 0, written: 1, there: 2 } as const;

export function newPartCode(): PartCode {
  return { shared: new SharedArrayBuffer(MOST_BYTES) };
}

/** Of the part of that name; undefined: none has compiled it yet. */
export function codeOfPart({ shared }: PartCode, name: string): Uint8Array | undefined {
  const header = new Int32Array(shared, 0, cells.count);
  if (Atomics.load(header, cells.state) !== states.there) return undefined;
  const own = Buffer.from(shared, NAME_AT, header[cells.nameLength]).toString();
  return own === name ? new Uint8Array(shared, CODE_AT, header[cells.codeLength]) : undefined;
}

/** For all others; does nothing where there is some already, or no room. */
export function keepPartCode({ shared }: PartCode, name: string, code: Uint8Array): void {
  const header = new Int32Array(shared, 0, cells.count);
  const ownName = Buffer.from(name);
  if (NAME_AT + ownName.length > CODE_AT || CODE_AT + code.length > shared.byteLength) return;
  if (Atomics.compareExchange(header, cells.state, states.none, states.written) !== states.none) return;
  new Uint8Array(shared, NAME_AT).set(ownName);
  new Uint8Array(shared, CODE_AT).set(code);
  header[cells.nameLength] = ownName.length;
  header[cells.codeLength] = code.length;
  Atomics.store(header, cells.state, states.there);
}
