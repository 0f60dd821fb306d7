/**
 * JSON texts that differ in their numbers alone, by the ten thousand: what stands around the numbers is kept once (a shape), and the numbers are
 * those of a column. No text and no object is made of one until somebody asks.
 */
import { plainValue } from './plainJson';

/** Stands for a number in a shape: JSON has no such character. */
const HOLE = 1;
const HOLE_TEXT = String.fromCharCode(HOLE);

/** Numbers one behind another, as many as come. */
export class NumberList {
  #numbers = new Float64Array(FIRST_NUMBERS);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = value;
  }

  /** Those behind it are taken back. */
  cut(length: number): void {
    this.#length = length;
  }

  taken(): Float64Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.#length);
  }
}

const FIRST_NUMBERS = 256;

/** What stands around the numbers of a text. */
export class Shape {
  #tree: Part | undefined;
  readonly #common = new Map<string, CommonParts>();
  #whole: CommonParts | undefined;
  #numberCount: number | undefined;

  constructor(readonly text: string) {}

  /** Throws a `SyntaxError` where it is no JSON. */
  get numberCount(): number {
    this.#numberCount ??= placesIn(this.root).length;
    return this.#numberCount;
  }

  /** The text with these numbers, as JSON. */
  filled(numbers: Float64Array, first: number): string {
    return filled(this.text, (at) => numbers[first + at]);
  }

  /** What it says with these numbers: see `plainValue`. Throws a `SyntaxError`. */
  value(numbers: Float64Array, first: number): unknown {
    return partValue(this.root, numbers, first);
  }

  /** What a member of it says: undefined where it has none. */
  member(name: string, numbers: Float64Array, first: number): unknown {
    const own = this.part(name);
    return own && partValue(own, numbers, first);
  }

  /** The same, as one object for all texts in which it says the same: not to be changed. */
  common(name: string, numbers: Float64Array, first: number): unknown {
    let known = this.#common.get(name);
    if (!known) {
      known = new CommonParts(this.part(name));
      this.#common.set(name, known);
    }
    return known.of(numbers, first);
  }

  /** All that it says, as one object for all texts that say the same: not to be changed. */
  whole(numbers: Float64Array, first: number): unknown {
    this.#whole ??= new CommonParts(this.root);
    return this.#whole.of(numbers, first);
  }

  part(name: string): Part | undefined {
    return memberOf(this.root, name);
  }

  /** Throws a `SyntaxError` where it is no JSON. */
  get root(): Part {
    // Each number is its place among them.
    this.#tree ??= partOf(JSON.parse(filled(this.text, (at) => at)));
    return this.#tree;
  }
}

function filled(text: string, numberAt: (at: number) => number): string {
  const [before, ...behind] = text.split(HOLE_TEXT);
  return before + behind.map((own, at) => `${numberAt(at)}${own}`).join('');
}

/** Kept for as many as are alike in many files; of others each is made anew. */
const MOST_COMMON = 10_000;

/** What a part says with some numbers, by these. */
class CommonParts {
  readonly #places: readonly number[];
  readonly #known = new Map<number, { readonly told: Float64Array; readonly value: unknown }[]>();
  #count = 0;

  constructor(readonly part: Part | undefined) {
    this.#places = part ? placesIn(part) : [];
  }

  of(numbers: Float64Array, first: number): unknown {
    const { part } = this;
    if (!part) return undefined;
    const places = this.#places;
    const key = places.length === 0 ? 0 : numbers[first + places[0]];
    const known = this.#known.get(key);
    if (known)
      for (const { told, value } of known) {
        let at = 0;
        while (at < told.length && Object.is(told[at], numbers[first + places[at]])) at++;
        if (at === told.length) return value;
      }
    const value = partValue(part, numbers, first);
    if (this.#count++ >= MOST_COMMON) return value;
    const own = { told: Float64Array.from(places, (at) => numbers[first + at]), value };
    if (known) known.push(own);
    else this.#known.set(key, [own]);
    return value;
  }
}

/** Of what a shape says; numbers are places among the text's. */
export type Part =
  | { readonly kind: 'number'; readonly at: number }
  | { readonly kind: 'same'; readonly value: unknown }
  | { readonly kind: 'list'; readonly items: readonly Part[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Part> };

function partOf(own: unknown): Part {
  if (typeof own === 'number') return { kind: 'number', at: own };
  if (typeof own !== 'object' || own === null) return { kind: 'same', value: own };
  if (Array.isArray(own)) return { kind: 'list', items: own.map(partOf) };
  if ('$number' in own || '$runs' in own) return { kind: 'same', value: plainValue(JSON.stringify(own)) };
  return { kind: 'object', members: new Map(Object.entries(own).map(([name, value]) => [name, partOf(value)])) };
}

export function memberOf(part: Part, name: string): Part | undefined {
  return part.kind === 'object' ? part.members.get(name) : undefined;
}

function placesIn(part: Part): readonly number[] {
  switch (part.kind) {
    case 'number':
      return [part.at];
    case 'same':
      return [];
    case 'list':
      return part.items.flatMap(placesIn);
    case 'object':
      return [...part.members.values()].flatMap(placesIn);
  }
}

export function partValue(part: Part, numbers: Float64Array, first: number): unknown {
  switch (part.kind) {
    case 'number':
      return numbers[first + part.at];
    case 'same':
      return part.value;
    case 'list':
      return part.items.map((own) => partValue(own, numbers, first));
    case 'object': {
      const own: Record<string, unknown> = {};
      for (const [name, value] of part.members) own[name] = partValue(value, numbers, first);
      return own;
    }
  }
}

/** No place: a text that stands for itself. */
export const NONE = -1;

/** Texts of further shapes stand for themselves. */
const MOST_SHAPES = 4096;
const MOST_ONCE = 1 << 18;
const MOST_BYTES = 4096;

/** Shapes of many files: one of several that are alike stands for all. */
export class ShapePool {
  readonly shapes: Shape[] = [];
  readonly #byText = new Map<string, number>();
  readonly #byHash = new Map<number, Known[]>();
  /** Of texts of no shape yet: only what comes a second time is one. */
  readonly #once = new Set<number>();
  readonly #room = Buffer.allocUnsafe(MOST_BYTES);
  /** By place. */
  readonly #parts: (readonly Uint8Array[])[] = [];
  /** Of each shape the one that came behind it the last time. */
  readonly #next: number[] = [];
  #last = 0;

  placeOf(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    this.#byText.set(text, this.shapes.length);
    return this.shapes.push(new Shape(text)) - 1;
  }

  /**
   * The place of the text's shape, its numbers behind the others. `NONE`, and nothing behind them: a text that has no numbers, or is the first of its
   * kind.
   */
  find(bytes: Uint8Array, from: number, end: number, numbers: NumberList): number {
    // Files are alike: what followed the last shape in the one before follows it in this one, or the same once more.
    const guess = this.#next[this.#last];
    if (guess !== undefined && this.#isOf(guess, bytes, from, end, numbers)) {
      this.#last = guess;
      return guess;
    }
    if (guess !== this.#last && this.#isOf(this.#last, bytes, from, end, numbers)) return this.#last;
    const before = numbers.length;
    const place = end - from > MOST_BYTES ? NONE : this.#search(bytes, from, end, numbers);
    if (place === NONE) numbers.cut(before);
    else {
      this.#next[this.#last] = place;
      this.#last = place;
    }
    return place;
  }

  #isOf(place: number, bytes: Uint8Array, from: number, end: number, numbers: NumberList): boolean {
    const parts = this.#partsOf(place);
    const before = numbers.length;
    let at = from;
    for (let own = 0; own < parts.length && at >= 0; own++) {
      if (own > 0) at = isNumber(bytes[at]) ? readNumber(bytes, at, end, numbers) : NONE;
      const part = parts[own];
      if (at < 0 || at + part.length > end) at = NONE;
      for (let byte = 0; byte < part.length && at >= 0; byte++) if (bytes[at + byte] !== part[byte]) at = NONE;
      if (at >= 0) at += part.length;
    }
    if (at === end && parts.length > 0) return true;
    numbers.cut(before);
    return false;
  }

  /** What stands around the numbers; empty where there is no such shape. */
  #partsOf(place: number): readonly Uint8Array[] {
    const known = this.#parts[place];
    if (known) return known;
    const own = this.shapes[place]?.text.split(HOLE_TEXT).map((text) => Buffer.from(text)) ?? NO_PARTS;
    if (own !== NO_PARTS) this.#parts[place] = own;
    return own;
  }

  #search(bytes: Uint8Array, from: number, end: number, numbers: NumberList): number {
    const room = this.#room;
    const before = numbers.length;
    let length = 0;
    let hash = 0;
    let isText = false;
    for (let at = from; at < end; ) {
      const byte = bytes[at];
      let own = byte;
      if (byte === HOLE) return NONE;
      if (isText) {
        if (byte === BACKSLASH && at + 1 < end) {
          room[length++] = byte;
          hash = (Math.imul(hash, PRIME) + byte) | 0;
          own = bytes[++at];
        } else if (byte === QUOTE) isText = false;
        at++;
      } else if (isNumber(byte)) {
        at = readNumber(bytes, at, end, numbers);
        own = HOLE;
        // No number: whoever parses the text learns that it is damaged.
        if (at < 0) return NONE;
      } else {
        if (byte === QUOTE) isText = true;
        at++;
      }
      room[length++] = own;
      hash = (Math.imul(hash, PRIME) + own) | 0;
    }
    return numbers.length === before ? NONE : this.#known(hash, length);
  }

  #known(hash: number, length: number): number {
    const alike = this.#byHash.get(hash);
    for (const own of alike ?? [])
      if (own.bytes.length === length && this.#room.compare(own.bytes, 0, length, 0, length) === 0) return own.place;
    if (this.shapes.length >= MOST_SHAPES) return NONE;
    if (!this.#once.delete(hash)) {
      if (this.#once.size < MOST_ONCE) this.#once.add(hash);
      return NONE;
    }
    const bytes = Buffer.from(this.#room.subarray(0, length));
    const place = this.placeOf(bytes.toString('utf8'));
    if (alike) alike.push({ bytes, place });
    else this.#byHash.set(hash, [{ bytes, place }]);
    return place;
  }
}

const NO_PARTS: readonly Uint8Array[] = [];

interface Known {
  readonly bytes: Buffer;
  readonly place: number;
}

const PRIME = 0x01000193;
const [QUOTE, BACKSLASH, MINUS, PLUS, POINT, ZERO, NINE] = [0x22, 0x5c, 0x2d, 0x2b, 0x2e, 0x30, 0x39];
const [LARGE_E, SMALL_E] = [0x45, 0x65];
/** So many digits are a whole number that a float64 holds, and powers of ten up to 22 are, too: their quotient is the nearest. */
const EXACT_DIGITS = 15;

function isNumber(byte: number): boolean {
  return byte === MINUS || (byte >= ZERO && byte <= NINE);
}

/** Where it ends; below 0: it is none, by JSON. */
function readNumber(bytes: Uint8Array, from: number, end: number, numbers: NumberList): number {
  let at = from;
  const isNegative = bytes[at] === MINUS;
  if (isNegative) at++;
  const first = at;
  let value = 0;
  let digits = 0;
  let point = NONE;
  let isPlain = true;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte >= ZERO && byte <= NINE) {
      value = value * 10 + (byte - ZERO);
      if (value > 0) digits++;
    } else if (byte === POINT && point < 0) point = at;
    else if (byte === SMALL_E || byte === LARGE_E || byte === PLUS || byte === MINUS || byte === POINT) isPlain = false;
    else break;
  }
  const behindPoint = point < 0 ? 0 : at - point - 1;
  if (isPlain) {
    const wholeDigits = (point < 0 ? at : point) - first;
    if (wholeDigits === 0 || (wholeDigits > 1 && bytes[first] === ZERO) || point === at - 1) return NONE;
    if (digits <= EXACT_DIGITS && behindPoint <= EXACT_DIGITS) {
      const told = behindPoint === 0 ? value : value / 10 ** behindPoint;
      numbers.push(isNegative ? -told : told);
      return at;
    }
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, at - from).toString('latin1');
  if (!isPlain && !JSON_NUMBER.test(text)) return NONE;
  numbers.push(Number(text));
  return at;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
