import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  isSpace,
  isText,
  OPEN_BRACE,
  QUOTE,
  RAN_OUT,
  stringEnd,
  valueEnd,
} from '../../tokenizer/scan';

/** What a line is about. */
export type LineKind = 'Marker' | 'Kernel' | 'Communication' | 'API' | 'AclAPI' | 'NodeAPI' | 'RuntimeAPI';

const EVENT_KINDS: readonly LineKind[] = [
  'Kernel',
  'Marker',
  'Communication',
  'API',
  'AclAPI',
  'NodeAPI',
  'RuntimeAPI',
];

/** Of members that are used: where each stands is kept by its place here. */
const KEYS = [
  'kind',
  'name',
  'startNs',
  'endNs',
  'deviceId',
  'streamId',
  'processId',
  'threadId',
  'correlationId',
  'commName',
  'sourceKind',
] as const;
export type LineKey = (typeof KEYS)[number];

const PLACE = Object.fromEntries(KEYS.map((key, at) => [key, at])) as Readonly<Record<LineKey, number>>;
/** Keys by their lengths: a line has ten, most of them of different ones. */
const BY_LENGTH = new Map<number, LineKey[]>();
for (const key of KEYS) BY_LENGTH.set(key.length, [...(BY_LENGTH.get(key.length) ?? []), key]);

/** `damaged`: no whole JSON object, or more than one. `unfinished`: one that the line ends in the midst of. */
export type LineStatus = 'object' | 'damaged' | 'unfinished';

/** One line at a time: where its members stand in the bytes that it was read from. Made once, for all lines. */
export class MonitorLine {
  /** Of each of `KEYS`, the value without quotes; −1 where the line has none. The last of several counts. */
  readonly #start = new Int32Array(KEYS.length);
  readonly #end = new Int32Array(KEYS.length);
  bytes: Uint8Array = new Uint8Array(0);

  /** Reads the line [from, to), behind which there is room for two bytes: they are used, and put back. */
  read(bytes: Uint8Array, from: number, to: number): LineStatus {
    this.bytes = bytes;
    const [first, second] = [bytes[to], bytes[to + 1]];
    bytes[to] = QUOTE;
    bytes[to + 1] = QUOTE;
    const status = this.#readObject(from, to);
    bytes[to] = first;
    bytes[to + 1] = second;
    return status;
  }

  has(key: LineKey): boolean {
    return this.#start[PLACE[key]] >= 0;
  }

  start(key: LineKey): number {
    return this.#start[PLACE[key]];
  }

  end(key: LineKey): number {
    return this.#end[PLACE[key]];
  }

  is(key: LineKey, text: string): boolean {
    return this.has(key) && isText(this.bytes, this.start(key), this.end(key), text);
  }

  /** '' where there is none. */
  text(key: LineKey): string {
    return this.has(key) ? Buffer.from(this.bytes.subarray(this.start(key), this.end(key))).toString('utf8') : '';
  }

  /** Undefined where it is about no event. */
  eventKind(): LineKind | undefined {
    return EVENT_KINDS.find((kind) => this.is('kind', kind));
  }

  #readObject(from: number, to: number): LineStatus {
    this.#start.fill(-1);
    const { bytes } = this;
    let p = skipSpace(bytes, from, to);
    if (p >= to || bytes[p] !== OPEN_BRACE) return 'damaged';
    p = skipSpace(bytes, p + 1, to);
    if (bytes[p] === CLOSE_BRACE && p < to) return this.#endOf(p + 1, to);
    for (;;) {
      if (p >= to) return 'unfinished';
      if (bytes[p] !== QUOTE) return 'damaged';
      const keyStart = p + 1;
      const keyEnd = stringEnd(bytes, keyStart, to);
      if (keyEnd === RAN_OUT) return 'unfinished';
      p = skipSpace(bytes, keyEnd + 1, to);
      if (p >= to) return 'unfinished';
      if (bytes[p] !== COLON) return 'damaged';
      const start = skipSpace(bytes, p + 1, to);
      const end = start >= to ? RAN_OUT : valueEnd(bytes, start, to);
      if (end === RAN_OUT || end >= to) return 'unfinished';
      if (end === start) return 'damaged';
      this.#keep(keyStart, keyEnd, start, end);
      p = skipSpace(bytes, end, to);
      if (p >= to) return 'unfinished';
      if (bytes[p] === CLOSE_BRACE) return this.#endOf(p + 1, to);
      if (bytes[p] !== COMMA) return 'damaged';
      p = skipSpace(bytes, p + 1, to);
    }
  }

  #endOf(p: number, to: number): LineStatus {
    return skipSpace(this.bytes, p, to) >= to ? 'object' : 'damaged';
  }

  #keep(keyStart: number, keyEnd: number, start: number, end: number): void {
    const { bytes } = this;
    for (const key of BY_LENGTH.get(keyEnd - keyStart) ?? []) {
      if (!isText(bytes, keyStart, keyEnd, key)) continue;
      const quote = bytes[start] === QUOTE ? 1 : 0;
      this.#start[PLACE[key]] = start + quote;
      this.#end[PLACE[key]] = end - quote;
    }
  }
}

function skipSpace(bytes: Uint8Array, at: number, to: number): number {
  let p = at;
  while (p < to && isSpace(bytes[p])) p++;
  return p;
}
