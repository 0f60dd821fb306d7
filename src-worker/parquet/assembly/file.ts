/** A file of facts, as `../factRead.ts` reads it. */

import { newRoom, widen } from './bytes';
import { beginTable, Column, columnNamed } from './columns';
import { clearNumbers } from './numbers';
import { readColumn } from './pages';
import { clearTold } from './shapes';
import * as thrift from './thrift';

const MAGIC: u32 = 0x31524150;
const FOOTER_BYTES: usize = 8;
const MOST_ROWS: i64 = 1 << 20;
const OPTIONAL: i32 = 1;
const GZIP: i32 = 2;
const LEFT: i32 = -1;

const bytes = newRoom(1 << 16);
/** Of what the other side asks for before it reads anything. */
let pairCount: u32 = 0;
const MOST_PAIRS: u32 = 4;
const pairs: usize = heap.alloc((<usize>MOST_PAIRS) << 4);

/** What a file has to say of itself: other ones are left to the other side. */
export function addPair(key: usize, keySize: u32, value: usize, valueSize: u32): void {
  if (pairCount === MOST_PAIRS) return;
  const into = pairs + ((<usize>pairCount) << 4);
  pairCount++;
  store<u32>(into, <u32>key);
  store<u32>(into + 4, keySize);
  store<u32>(into + 8, <u32>value);
  store<u32>(into + 12, valueSize);
}

/** For good. */
export function textRoom(size: u32): usize {
  return heap.alloc(<usize>size);
}

/** Where the bytes of a file are to be put. */
export function fileRoom(size: u32): usize {
  widen(bytes, <usize>size + 8);
  return bytes.at;
}

let rowCount: u32 = 0;

/** How many rows the file has, which then lie in the table; −1: it is left to the other side, which tells what is wrong with it. */
export function readFile(size: u32): i32 {
  clearNumbers();
  clearTold();
  const first = bytes.at;
  const last = first + <usize>size;
  if (<usize>size < FOOTER_BYTES + 4 || load<u32>(first) !== MAGIC || load<u32>(last - 4) !== MAGIC) return LEFT;
  const footer: usize = load<u32>(last - FOOTER_BYTES);
  if (footer > <usize>size - FOOTER_BYTES) return LEFT;
  const head = last - FOOTER_BYTES - footer;
  return isRead(first, head, last - FOOTER_BYTES) ? <i32>rowCount : LEFT;
}

/** Its members stand in this order: schema, rows, groups of rows, pairs. */
function isRead(first: usize, head: usize, end: usize): bool {
  thrift.readFrom(head, end);
  let schema: usize = 0;
  let groups: usize = 0;
  let count: i64 = -1;
  let metPairs: u32 = 0;
  for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
    if (id === 2) {
      schema = thrift.at;
      thrift.pass(thrift.type);
    } else if (id === 3) count = thrift.zigzag();
    else if (id === 4) {
      groups = thrift.at;
      thrift.pass(thrift.type);
    } else if (id === 5) metPairs = readPairs();
    else thrift.pass(thrift.type);
  }
  if (thrift.isOdd || schema === 0 || groups === 0 || count < 1 || count > MOST_ROWS) return false;
  if (metPairs !== pairCount) return false;
  rowCount = <u32>count;
  beginTable(rowCount);
  thrift.readFrom(schema, end);
  if (!readSchema()) return false;
  thrift.readFrom(groups, end);
  // One group: the file is written at once.
  return thrift.list() === 1 && readGroup(first, head);
}

/** How many of those that are asked for are there, each once. */
function readPairs(): u32 {
  const count = thrift.list();
  let met: u32 = 0;
  for (let i: u32 = 0; i < count && !thrift.isOdd; i++) {
    let key: usize = 0;
    let keySize: u32 = 0;
    let value: usize = 0;
    let valueSize: u32 = 0;
    for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
      if (id > 2 || thrift.type !== thrift.BINARY) {
        thrift.pass(thrift.type);
        continue;
      }
      const size = thrift.text();
      if (id === 1) {
        key = thrift.at - <usize>size;
        keySize = size;
      } else {
        value = thrift.at - <usize>size;
        valueSize = size;
      }
    }
    for (let pair: u32 = 0; pair < pairCount; pair++) {
      const own = pairs + ((<usize>pair) << 4);
      if (load<u32>(own + 4) !== keySize || load<u32>(own + 12) !== valueSize) continue;
      const isSame =
        memory.compare(<usize>load<u32>(own), key, <usize>keySize) === 0 &&
        memory.compare(<usize>load<u32>(own + 8), value, <usize>valueSize) === 0;
      if (isSame) met++;
    }
  }
  return met;
}

function readSchema(): bool {
  const count = thrift.list();
  for (let i: u32 = 0; i < count && !thrift.isOdd; i++) {
    let repetition: i32 = 0;
    let name: usize = 0;
    let nameSize: u32 = 0;
    for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
      if (id === 3) repetition = thrift.length();
      else if (id === 4 && thrift.type === thrift.BINARY) {
        nameSize = thrift.text();
        name = thrift.at - <usize>nameSize;
      } else thrift.pass(thrift.type);
    }
    const own = columnNamed(name, nameSize);
    if (own !== null && repetition === OPTIONAL) own.isOptional = true;
  }
  return !thrift.isOdd;
}

function readGroup(first: usize, head: usize): bool {
  let columns: usize = 0;
  let count: i64 = -1;
  for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
    if (id === 1) {
      columns = thrift.at;
      thrift.pass(thrift.type);
    } else if (id === 3) count = thrift.zigzag();
    else thrift.pass(thrift.type);
  }
  if (thrift.isOdd || columns === 0 || count !== <i64>rowCount) return false;
  const end = thrift.end;
  thrift.readFrom(columns, end);
  const columnCount = thrift.list();
  if (thrift.type !== thrift.STRUCT) return false;
  let next = thrift.at;
  for (let i: u32 = 0; i < columnCount; i++) {
    thrift.readFrom(next, end);
    if (!readChunk()) return false;
    next = thrift.at;
    if (chunk === null) continue;
    const from: i64 = dictionaryFrom > 0 ? dictionaryFrom : dataFrom;
    if (
      from < 4 ||
      packedSize < 0 ||
      fullSize < 0 ||
      from > <i64>(head - first) ||
      packedSize > <i64>(head - first) - from
    )
      return false;
    const start = first + <usize>from;
    if (!readColumn(chunk as Column, codec, start, start + <usize>packedSize, rowCount)) return false;
  }
  return true;
}

/** Null: a column that is not known. */
let chunk: Column | null = null;
let codec: i32 = 0;
let dataFrom: i64 = 0;
let dictionaryFrom: i64 = 0;
let packedSize: i64 = 0;
let fullSize: i64 = 0;

function readChunk(): bool {
  chunk = null;
  dataFrom = -1;
  dictionaryFrom = 0;
  packedSize = -1;
  fullSize = -1;
  codec = -1;
  let type: i32 = -1;
  for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
    if (id !== 3 || thrift.type !== thrift.STRUCT) {
      thrift.pass(thrift.type);
      continue;
    }
    for (let own = thrift.member(0); own > 0; own = thrift.member(own)) {
      if (own === 1) type = thrift.length();
      else if (own === 3 && thrift.type === thrift.LIST) readName();
      else if (own === 4) codec = thrift.length();
      else if (own === 6) fullSize = thrift.zigzag();
      else if (own === 7) packedSize = thrift.zigzag();
      else if (own === 9) dataFrom = thrift.zigzag();
      else if (own === 11) dictionaryFrom = thrift.zigzag();
      else thrift.pass(thrift.type);
    }
  }
  if (thrift.isOdd) return false;
  return chunk === null || ((chunk as Column).type === type && (codec === 0 || codec === GZIP));
}

/** The first part of the path: nothing is nested. */
function readName(): void {
  const count = thrift.list();
  const kind = thrift.type;
  for (let i: u32 = 0; i < count && !thrift.isOdd; i++) {
    if (kind !== thrift.BINARY) {
      thrift.pass(kind);
      continue;
    }
    const size = thrift.text();
    if (i === 0) chunk = columnNamed(thrift.at - <usize>size, size);
  }
}
