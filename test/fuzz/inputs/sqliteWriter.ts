/**
 * Writes small SQLite databases: tables of a tree of two levels at most, long rows on pages of their own. As much as it takes
 * to make a small database of a large one; <https://www.sqlite.org/fileformat2.html>.
 */

export type SqlCell = number | bigint | string | Uint8Array | undefined;

export interface TableToWrite {
  readonly name: string;
  /** Names with their types, as they are declared. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlCell[])[];
}

const PAGE = 1024;
const MAX_LOCAL = PAGE - 35;
const MIN_LOCAL = Math.floor(((PAGE - 12) * 32) / 255) - 23;

export function writeDatabase(tables: readonly TableToWrite[]): Buffer {
  const pages = new Pages();
  // The first page is that of the schema; it is written last.
  const first = pages.reserve();
  const schema = tables.map(({ name, columns, rows }) => {
    const sql = `CREATE TABLE ${quoted(name)} (${columns.join(', ')})`;
    return ['table', name, name, pages.writeTree(rows), sql];
  });
  pages.writeTreeAt(first, schema, 100);
  return pages.withHeader();
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

class Pages {
  readonly #pages: Buffer[] = [];

  /** Answers the number of a new page: they are counted from 1. */
  reserve(): number {
    return this.#pages.push(Buffer.alloc(PAGE));
  }

  /** Answers the number of its root. */
  writeTree(rows: readonly (readonly SqlCell[])[]): number {
    const root = this.reserve();
    this.writeTreeAt(root, rows, 0);
    return root;
  }

  writeTreeAt(root: number, rows: readonly (readonly SqlCell[])[], headerBytes: number): void {
    const cells = rows.map((row, i) => this.#leafCell(i + 1, record(row)));
    const leaves: Buffer[][] = [[]];
    let room = PAGE - 8 - headerBytes;
    for (const cell of cells) {
      if (cell.length + 2 > room) {
        leaves.push([]);
        room = PAGE - 8;
      }
      leaves[leaves.length - 1].push(cell);
      room -= cell.length + 2;
    }
    if (leaves.length === 1) {
      this.#fill(root, 13, leaves[0], undefined, headerBytes);
      return;
    }
    let lastRow = 0;
    const children = leaves.map((leaf) => {
      const page = this.reserve();
      this.#fill(page, 13, leaf, undefined, 0);
      lastRow += leaf.length;
      return { page, lastRow };
    });
    const pointers = children.slice(0, -1).map(({ page, lastRow: last }) => Buffer.concat([word(page), varint(last)]));
    this.#fill(root, 5, pointers, children[children.length - 1].page, headerBytes);
  }

  #fill(
    page: number,
    kind: number,
    cells: readonly Buffer[],
    lastChild: number | undefined,
    headerBytes: number,
  ): void {
    const bytes = this.#pages[page - 1];
    let pointer = headerBytes + (lastChild === undefined ? 8 : 12);
    let end = PAGE;
    for (const cell of cells) {
      end -= cell.length;
      if (pointer + 2 > end) throw new RangeError('The table has more pages than its root can name');
      cell.copy(bytes, end);
      bytes.writeUInt16BE(end, pointer);
      pointer += 2;
    }
    bytes[headerBytes] = kind;
    bytes.writeUInt16BE(cells.length, headerBytes + 3);
    bytes.writeUInt16BE(end, headerBytes + 5);
    if (lastChild !== undefined) bytes.writeUInt32BE(lastChild, headerBytes + 8);
  }

  #leafCell(rowId: number, payload: Buffer): Buffer {
    const head = [varint(payload.length), varint(rowId)];
    if (payload.length <= MAX_LOCAL) return Buffer.concat([...head, payload]);
    const rest = MIN_LOCAL + ((payload.length - MIN_LOCAL) % (PAGE - 4));
    const local = rest <= MAX_LOCAL ? rest : MIN_LOCAL;
    return Buffer.concat([...head, payload.subarray(0, local), word(this.#overflow(payload.subarray(local)))]);
  }

  #overflow(bytes: Buffer): number {
    const page = this.reserve();
    const next = bytes.length > PAGE - 4 ? this.#overflow(bytes.subarray(PAGE - 4)) : 0;
    Buffer.concat([word(next), bytes.subarray(0, PAGE - 4)]).copy(this.#pages[page - 1]);
    return page;
  }

  withHeader(): Buffer {
    const [first] = this.#pages;
    first.write('SQLite format 3\0', 0, 'latin1');
    first.writeUInt16BE(PAGE, 16);
    first.set([1, 1, 0, 64, 32, 32], 18);
    first.writeUInt32BE(1, 24);
    first.writeUInt32BE(this.#pages.length, 28);
    first.writeUInt32BE(1, 40);
    first.writeUInt32BE(4, 44);
    first.writeUInt32BE(1, 56);
    first.writeUInt32BE(1, 92);
    return Buffer.concat(this.#pages);
  }
}

function record(row: readonly SqlCell[]): Buffer {
  const cells = row.map(serial);
  const types = Buffer.concat(cells.map(({ type }) => varint(type)));
  // The header's length counts itself, with one byte or two.
  const length = types.length + (types.length < 127 ? 1 : 2);
  return Buffer.concat([varint(length), types, ...cells.map(({ bytes }) => bytes)]);
}

function serial(cell: SqlCell): { readonly type: number; readonly bytes: Buffer } {
  if (cell === undefined) return { type: 0, bytes: Buffer.alloc(0) };
  if (cell instanceof Uint8Array) return { type: 12 + 2 * cell.length, bytes: Buffer.from(cell) };
  if (typeof cell === 'string') return { type: 13 + 2 * Buffer.byteLength(cell), bytes: Buffer.from(cell) };
  const bytes = Buffer.alloc(8);
  if (typeof cell === 'number' && !Number.isInteger(cell)) {
    bytes.writeDoubleBE(cell);
    return { type: 7, bytes };
  }
  if (cell >= -128 && cell < 128) return { type: 1, bytes: Buffer.from([Number(cell) & 0xff]) };
  bytes.writeBigInt64BE(BigInt(cell));
  return { type: 6, bytes };
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Of less than 2³¹. */
function varint(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}
