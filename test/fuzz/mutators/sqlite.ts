import type { Random } from '../../fixtures/random';
import type { Mutator } from '../format';

/** Of SQLite databases: <https://www.sqlite.org/fileformat2.html>. */

const SCHEMA_WORDS = [
  '(',
  ')',
  ',',
  '"',
  "'",
  '`',
  '[',
  '--',
  '/*',
  ' INTEGER PRIMARY KEY',
  ' WITHOUT ROWID',
  ' AS (1)',
];
const ODD_BYTES = [0, 1, 2, 5, 8, 10, 13, 0x7f, 0x80, 0x81, 0xff];

function pageSizeOf(bytes: Buffer): number {
  const told = bytes.length >= 18 ? bytes.readUInt16BE(16) : 4096;
  return told === 1 ? 65_536 : told >= 512 ? told : 4096;
}

function onPage(name: string, change: (page: Buffer, random: Random, all: Buffer) => void): Mutator {
  return {
    name,
    change: (bytes, random) => {
      const copy = Buffer.from(bytes);
      const size = pageSizeOf(bytes);
      const number = random.integer(0, Math.max(0, Math.ceil(bytes.length / size) - 1));
      const page = copy.subarray(number * size, (number + 1) * size);
      // The first page has the file's header before its own.
      const tree = number === 0 ? page.subarray(Math.min(100, page.length)) : page;
      if (tree.length >= 12) change(tree, random, copy);
      return copy;
    },
  };
}

/** Field of the file's header: offset and bytes. */
const HEADER_FIELDS = [
  ...([
    [16, 2],
    [18, 1],
    [19, 1],
    [20, 1],
    [21, 1],
    [24, 4],
    [28, 4],
    [32, 4],
    [36, 4],
    [44, 4],
    [52, 4],
    [56, 4],
  ] as const),
] as const;

function putNumber(bytes: Buffer, at: number, length: number, random: Random): void {
  if (at + length > bytes.length) return;
  const odd = random.pick([0, 1, 2, 3, 511, 512, 513, 4096, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]);
  bytes.writeUIntBE(odd % 2 ** (8 * length), at, length);
}

/** Where the cells of a page begin, as it says. */
function cellPointers(page: Buffer): number {
  return page[0] === 2 || page[0] === 5 ? 12 : 8;
}

export const sqliteMutators: readonly Mutator[] = [
  {
    name: 'header field',
    change: (bytes, random) => {
      const copy = Buffer.from(bytes);
      const [at, length] = random.pick(HEADER_FIELDS);
      putNumber(copy, at, length, random);
      return copy;
    },
  },
  onPage('kind of page', (page, random) => {
    page[0] = random.pick([0, 2, 5, 10, 13, 255]);
  }),
  onPage('page header field', (page, random) => putNumber(page, random.pick([1, 3, 5]), 2, random)),
  onPage('last child', (page, random) => putNumber(page, 8, 4, random)),
  onPage('cell pointer', (page, random) => {
    const count = Math.max(1, Math.min(page.readUInt16BE(3), 200));
    putNumber(page, cellPointers(page) + 2 * random.integer(0, count - 1), 2, random);
  }),
  onPage('cell start', (page, random) => {
    const count = Math.max(1, Math.min(page.readUInt16BE(3), 200));
    const pointer = cellPointers(page) + 2 * random.integer(0, count - 1);
    const cell = pointer + 2 <= page.length ? page.readUInt16BE(pointer) : 0;
    // Lengths, row id and types of the columns stand here.
    for (let left = random.integer(1, 6); left > 0; left--) {
      const at = cell + random.integer(0, 12);
      if (at < page.length) page[at] = random.pick(ODD_BYTES);
    }
  }),
  onPage('length of a cell that has no end', (page, random) => {
    const pointer = cellPointers(page) + 2 * random.integer(0, 3);
    const cell = pointer + 2 <= page.length ? page.readUInt16BE(pointer) : 0;
    Buffer.from([0xff, 0xff, 0xff, 0xff, random.pick([0x7f, 0x8f])]).copy(page, Math.min(cell, page.length - 5));
  }),
  onPage('another page in its place', (page, random, all) => {
    const size = page.length;
    const from = random.integer(0, Math.max(0, Math.floor(all.length / size) - 1)) * size;
    Buffer.from(all.subarray(from, from + size)).copy(page);
  }),
  onPage('page emptied', (page, random) => page.fill(random.pick([0, 0xff]))),
  onPage('page pointer at its start', (page, random) => putNumber(page, 0, 4, random)),
  {
    name: 'words of the schema',
    change: (bytes, random) => {
      const copy = Buffer.from(bytes);
      const found = copy.indexOf('CREATE TABLE', random.integer(0, Math.min(4096, copy.length)));
      const at = (found < 0 ? copy.indexOf('CREATE TABLE') : found) + 12 + random.integer(0, 80);
      if (at < 12 || at >= copy.length) return copy;
      Buffer.from(random.pick(SCHEMA_WORDS)).copy(copy, at);
      return copy;
    },
  },
  {
    name: 'cut between pages',
    change: (bytes, random) => {
      const size = pageSizeOf(bytes);
      return bytes.subarray(0, size * random.integer(1, Math.max(1, Math.floor(bytes.length / size))));
    },
  },
];
