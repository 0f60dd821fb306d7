/**
 * Traces that are all of one thing: what costs most, or would if its cost grew faster than the file. Each is a generator of
 * texts or bytes, of about as many bytes as it is asked for; `normal` is what they are held against.
 */
import { gzipSync } from 'node:zlib';

const PIECE_BYTES = 1 << 20;

/**
 * Joins small texts to pieces, up to so many bytes.
 *
 * @param {number} bytes
 * @param {Iterable<string>} texts
 */
function* upTo(bytes, texts) {
  let piece = '';
  let total = 0;
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_BYTES) continue;
    yield piece;
    total += piece.length;
    piece = '';
    if (total >= bytes) return;
  }
  yield piece;
}

/**
 * A list of what `eventOf` makes of 0, 1, 2, …
 *
 * @param {number} bytes
 * @param {(i: number) => string} eventOf
 */
function* listOf(bytes, eventOf) {
  yield `[${eventOf(0)}`;
  function* events() {
    for (let i = 1; ; i++) yield `,\n${eventOf(i)}`;
  }
  yield* upTo(bytes, events());
  yield ']';
}

/** @type {(i: number, fields: string) => string} */
const slice = (i, fields) => `{"ph":"X","ts":${i},"dur":1,${fields}}`;

/**
 * @param {number} bytes
 * @param {string} head
 * @param {string} piece
 * @param {string} tail
 */
function* repeated(bytes, head, piece, tail) {
  yield head;
  const block = piece.repeat(Math.ceil(PIECE_BYTES / piece.length));
  for (let total = 0; total < bytes; total += block.length) yield block;
  yield tail;
}

/**
 * As torch_npu writes them: slices nested three deep on forty lanes, with args; arrows, counters.
 *
 * @param {number} i
 */
function normalEvent(i) {
  const us = `${1_736_408_883_700_000n + BigInt(i)}.${String(i % 1000).padStart(3, '0')}`;
  const lane = `"pid":${3200 + (i % 4)},"tid":${i % 40}`;
  if (i % 8 === 6)
    return `{"ph":"s","name":"async_npu","cat":"async_npu","id":"${1736408883700059821n + BigInt(i)}","ts":"${us}",${lane}}`;
  if (i % 8 === 7)
    return `{"ph":"f","bp":"e","name":"async_npu","cat":"async_npu","id":"${1736408883700059820n + BigInt(i)}","ts":"${us}",${lane}}`;
  if (i % 16 === 5)
    return `{"ph":"C","name":"HBM","ts":"${us}",${lane},"args":{"Read(MB/s)":${i % 977}.5,"Write(MB/s)":${i % 577}}}`;
  const args = `"args":{"Sequence number":${i},"Fwd thread id":1,"Input Dims":"[[32, 3, 224, 224], [64]]","Input type":"['float', 'Scalar']","connection_id":${i}}`;
  return `{"ph":"X","name":"aten::op_${i % 300}","cat":"cpu_op","ts":"${us}","dur":${(i % 7) + 0.125},${lane},${args}}`;
}

/** @type {Readonly<Record<string, (bytes: number) => Iterable<string>>>} */
export const extremes = {
  normal: (bytes) => listOf(bytes, normalEvent),
  begins: (bytes) => listOf(bytes, (i) => `{"ph":"B","ts":${i},"pid":1,"tid":${i % 7},"name":"b${i % 1000}"}`),
  ends: (bytes) => listOf(bytes, (i) => `{"ph":"E","ts":${i},"pid":1,"tid":${i % 7},"name":"e${i % 1000}"}`),
  /** Half of the file begins, then all ends, of names that are far down. */
  'crossed pairs': (bytes) => {
    const half = Math.floor(bytes / 110);
    return listOf(bytes, (i) => `{"ph":"${i < half ? 'B' : 'E'}","ts":${i},"pid":1,"tid":1,"name":"n${i % half}"}`);
  },
  'async ids': (bytes) => listOf(bytes, (i) => `{"ph":"b","cat":"c","id":${i},"ts":${i},"pid":1,"tid":1,"name":"b"}`),
  'open at once': (bytes) => listOf(bytes, (i) => `{"ph":"X","ts":${i},"dur":200000.5,"pid":1,"tid":1,"name":"o"}`),
  'nested at once': (bytes) => {
    const count = Math.floor(bytes / 70);
    return listOf(
      bytes,
      (i) => `{"ph":"X","ts":${i},"dur":${Math.max(1, 2 * (count - i))},"pid":1,"tid":1,"name":"o"}`,
    );
  },
  'open with arrows': (bytes) =>
    listOf(bytes, (i) =>
      i % 2 === 0
        ? `{"ph":"X","ts":${i},"dur":200000.5,"pid":1,"tid":1,"name":"o"}`
        : `{"ph":"${i % 4 === 1 ? 's' : 'f'}","id":${i >> 2},"cat":"c","ts":${i},"pid":1,"tid":1,"name":"o"}`,
    ),
  counters: (bytes) => listOf(bytes, (i) => `{"ph":"C","ts":${i},"pid":1,"name":"counter ${i}","args":{"v":${i}}}`),
  series: (bytes) => listOf(bytes, (i) => `{"ph":"C","ts":${i},"pid":1,"name":"c","args":{"series ${i}":${i}}}`),
  'arg keys': (bytes) => {
    const keys = (/** @type {number} */ from) =>
      Array.from({ length: 1000 }, (_, k) => `"key ${from + k}":${k}`).join(',');
    return listOf(bytes, (i) => `{"ph":"C","ts":${i},"pid":1,"name":"c","args":{${keys((i % 200) * 1000)}}}`);
  },
  pids: (bytes) => listOf(bytes, (i) => slice(i, `"pid":${i},"tid":1,"name":"p"`)),
  tids: (bytes) => listOf(bytes, (i) => slice(i, `"pid":1,"tid":${i},"name":"t"`)),
  'pids of counters': (bytes) => listOf(bytes, (i) => `{"ph":"C","ts":${i},"pid":${i},"name":"c","args":{"v":${i}}}`),
  names: (bytes) => listOf(bytes, (i) => slice(i, `"pid":1,"tid":1,"name":"name ${i}"`)),
  categories: (bytes) => listOf(bytes, (i) => slice(i, `"pid":1,"tid":1,"name":"n","cat":"cat ${i}"`)),
  metadata: (bytes) =>
    listOf(bytes, (i) => `{"ph":"M","name":"thread_name","pid":1,"tid":${i},"args":{"name":"thread ${i}"}}`),
  'no times': (bytes) => listOf(bytes, (i) => `{"ph":"X","dur":1,"pid":1,"tid":1,"name":"n${i % 9}"}`),
  strays: (bytes) => repeated(bytes, '[{"ph":"X","ts":1,"name":"a"}', ',1', ']'),
  damage: (bytes) =>
    listOf(bytes, (i) => (i % 2 === 0 ? '{"ph":"X","ts":1,x}' : slice(i, '"pid":1,"tid":1,"name":"n"'))),
  'long key': (bytes) => repeated(bytes, '{"', 'k', '":1,"traceEvents":[{"ph":"X","ts":1,"dur":1,"name":"a"}]}'),
  'long value': (bytes) => repeated(bytes, '{"x":"', 'v', '","traceEvents":[{"ph":"X","ts":1,"dur":1,"name":"a"}]}'),
  'long name': (bytes) =>
    repeated(bytes, '[{"ph":"X","ts":1,"dur":1,"name":"', 'n', '"},{"ph":"X","ts":2,"dur":1,"name":"a"}]'),
  'names of 1 MB': (bytes) => listOf(bytes, (i) => slice(i, `"pid":1,"tid":1,"name":"${i}${'n'.repeat(1 << 20)}"`)),
  brackets: (bytes) => repeated(bytes, '[', '[', ''),
  braces: (bytes) => repeated(bytes, '[', '{"a":', ''),
  'braces in lists': (bytes) => repeated(bytes, '', '[{"a":', ''),
  'deep args': (bytes) => repeated(bytes, '[{"ph":"X","ts":1,"name":"a","args":', '{"a":', ''),
  zeros: (bytes) => repeated(bytes, '', '\0', ''),
};

/** Packed while it is written: members one behind the other. */
export const packedExtremes = ['zeros'];

/**
 * Of one of them, the bytes as they are in the file.
 *
 * @param {string} name
 * @param {number} bytes
 */
export function* extremeBytes(name, bytes) {
  const isPacked = packedExtremes.includes(name);
  for (const piece of extremes[name](bytes)) yield isPacked ? gzipSync(piece, { level: 9 }) : Buffer.from(piece);
}
