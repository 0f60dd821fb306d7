/** What a trace's file says before and after its events: of the job, its devices and its clock. */
import { type ByteSource, openByteSource } from './byteSource';

export interface TraceEdges {
  /** From the beginning of the (unpacked) file up to its events, as far as they are within `EDGE_BYTES`. */
  readonly head: string;
  /** What stands behind them, if it is within `EDGE_BYTES` of the end: the rest of an object, without the brace that began it. */
  readonly tail: string;
}

const EDGE_BYTES = 64 << 10;
/** To come to the end of a packed file all of it is unpacked: a fifth of a second for so many bytes. */
const MOST_PACKED_BYTES = 16 << 20;
const STEP_BYTES = 1 << 20;
/** What PyTorch's profiler writes around the events. */
const TAIL_KEYS = ['schemaVersion', 'distributedInfo', 'deviceProperties', 'traceName', 'baseTimeNanoseconds'];

/** Empty where the file can't be read: that is said where the timeline is read. */
export async function traceEdges(path: string): Promise<TraceEdges> {
  try {
    const source = openByteSource(path);
    try {
      const first = await readUpTo(source, EDGE_BYTES);
      const head = textOf(first);
      const atEvents = head.indexOf('"traceEvents"');
      const last = first.length < EDGE_BYTES ? first : await lastBytes(source, first);
      return { head: atEvents < 0 ? head : head.slice(0, atEvents), tail: restOfObject(textOf(last)) };
    } finally {
      source.close();
    }
  } catch {
    return { head: '', tail: '' };
  }
}

/** A key's value at the top level: before the events, or else behind them. undefined where it is not there, or not whole. */
export function edgeValue({ head, tail }: TraceEdges, name: string): unknown {
  const before = valueIn(head, name);
  if (before !== undefined || tail === '') return before;
  return (JSON.parse(`{${tail}`) as Record<string, unknown>)[name];
}

/** What the times of the events count from, in ns since 1970: 0 where the file does not say. Newer versions of PyTorch do. */
export function timeBaseNs({ head, tail }: TraceEdges): bigint {
  const digits =
    /"baseTimeNanoseconds"\s*:\s*(\d{1,19})\b/.exec(tail) ?? /"baseTimeNanoseconds"\s*:\s*(\d{1,19})\b/.exec(head);
  return digits ? BigInt(digits[1]) : 0n;
}

/** The same, of the top-level values of a file that has been read, as JSON texts. */
export function timeBaseOf(values: ReadonlyMap<string, string>): bigint {
  const digits = values.get('baseTimeNanoseconds');
  return digits !== undefined && /^\d{1,19}$/.test(digits) ? BigInt(digits) : 0n;
}

async function readUpTo(source: ByteSource, bytes: number): Promise<Uint8Array> {
  const target = new Uint8Array(bytes);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes; length += read) read = await source.fill(target, length);
  return target.subarray(0, length);
}

/** Of a source whose first bytes have been read. None of a packed one that is too large. */
async function lastBytes(source: ByteSource, first: Uint8Array): Promise<Uint8Array> {
  if (source.kind === 'plain') {
    await source.skip(Math.max(0, source.sizeBytes - first.length - EDGE_BYTES));
    return readUpTo(source, EDGE_BYTES);
  }
  if (source.sizeBytes > MOST_PACKED_BYTES) return new Uint8Array(0);
  let [before, own] = [first, first];
  while (own.length > 0) {
    before = own.length >= EDGE_BYTES ? own.slice(-EDGE_BYTES) : joined(before, own).slice(-EDGE_BYTES);
    own = await readUpTo(source, STEP_BYTES);
  }
  return before;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/**
 * From the first of the known keys on that what follows is the end of the file's object: in the args of an event the same
 * word would be followed by the ends of other objects, so that is not taken.
 */
function restOfObject(text: string): string {
  const places = TAIL_KEYS.map((key) => text.indexOf(`"${key}"`))
    .filter((at) => at >= 0)
    .sort((a, b) => a - b);
  for (const at of places) {
    const rest = text.slice(at);
    try {
      JSON.parse(`{${rest}`);
      return rest;
    } catch {
      // Not this one: it stands within something else.
    }
  }
  return '';
}

/** The object or array behind `"name":`; undefined where it is not there, or not whole. */
function valueIn(text: string, name: string): unknown {
  const found = text.indexOf(`"${name}"`);
  if (found < 0) return undefined;
  const start = text.slice(found).search(/[[{]/) + found;
  if (start < found) return undefined;
  let [depth, isText] = [0, false];
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (isText) {
      if (char === '\\') i++;
      else if (char === '"') isText = false;
      continue;
    }
    if (char === '"') isText = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > 0) continue;
    try {
      return JSON.parse(text.slice(start, i + 1));
    } catch {
      return undefined;
    }
  }
  return undefined;
}
