/**
 * Writes files whose columns mostly stand empty, as a job's: the bytes are those that hyparquet-writer makes of the same columns (a test holds the two
 * against each other), by its own encoders. It goes over all rows of every column half a dozen times, each time in new memory; here an empty place
 * costs nothing but its bit.
 */
import type { ColumnChunk, Encoding, SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { writeDataPageV2 } from 'hyparquet-writer/src/datapage.js';
import {
  useDictionary as dictionaryOf,
  estimateValueSize,
  writeDictionaryPage,
} from 'hyparquet-writer/src/dictionary.js';

/** A column of a file: of some rows, ascending, the values. */
export interface SparseColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'INT64' | 'DOUBLE';
  /** It may be empty in places; else all rows have a value. */
  readonly isOptional: boolean;
  readonly rows: readonly number[];
  readonly values: readonly unknown[];
  /** Undefined: a dictionary, where that is smaller. */
  readonly encoding: Encoding | undefined;
}

/** Of the whole file. */
export interface SparseFile {
  readonly columns: readonly SparseColumn[];
  readonly rowCount: number;
  readonly about: Readonly<Record<string, string>>;
  readonly createdBy: string;
  /** gzip. */
  readonly pack: (bytes: Uint8Array) => Uint8Array;
}

/** As hyparquet-writer has them, where nothing else is said. */
const PAGE_BYTES = 1 << 20;
const SAMPLES = 1000;
const MOST_NEW = 0.9;

/** One group of rows, packed by gzip, without statistics. */
export function sparseFile({ columns, rowCount, about, createdBy, pack }: SparseFile): Uint8Array {
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type, isOptional }): ColumnSource => {
      return { name, type, data: [], nullable: isOptional };
    }),
  });
  const compressors = { GZIP: pack };
  const file = new ParquetWriter({
    writer,
    schema,
    codec: 'GZIP',
    compressors,
    statistics: false,
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
    createdBy,
  });
  const from = writer.offset;
  const levels = new Uint8Array(rowCount);
  const chunks = columns.map((column, at): ColumnChunk => {
    const [root, element] = [schema[0], schema[at + 1]];
    const encoder: Encoder = {
      columnName: column.name,
      element,
      schemaPath: [root, element],
      codec: 'GZIP',
      compressors,
      stats: false,
      pageSize: PAGE_BYTES,
      columnIndex: false,
      offsetIndex: false,
    };
    return new ChunkWriter(writer, encoder, column, levels).write();
  });
  file.num_rows = BigInt(rowCount);
  file.row_groups.push({
    columns: chunks,
    total_byte_size: chunks.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
    num_rows: BigInt(rowCount),
    total_compressed_size: BigInt(writer.offset - from),
  });
  for (const chunk of chunks) file.pendingIndexes.push({ chunk });
  file.finish();
  return writer.getBytes().slice();
}

type Encoder = Parameters<typeof writeDictionaryPage>[1];
type PageData = Parameters<typeof writeDataPageV2>[0]['pageData'];
type PhysicalType = NonNullable<SchemaElement['type']>;

class ChunkWriter {
  readonly #type: PhysicalType;

  constructor(
    readonly writer: ByteWriter,
    readonly encoder: Encoder,
    readonly column: SparseColumn,
    /** One of each row of the file: 1 where the column has a value. Another column's before. */
    readonly levels: Uint8Array,
  ) {
    const { type } = encoder.element;
    if (!type) throw new TypeError(`column ${column.name} has no type`);
    this.#type = type;
  }

  write(): ColumnChunk {
    const { writer, encoder, column } = this;
    const from = writer.offset;
    const dictionary = this.#dictionary();
    const encodings: Encoding[] = dictionary ? ['PLAIN', 'RLE_DICTIONARY'] : [column.encoding ?? 'PLAIN'];
    let fullBytes = dictionary ? writeDictionaryPage(writer, encoder, this.#bytesOf(dictionary.dictionary)) : 0;
    const dataFrom = writer.offset;
    this.#setLevels();
    fullBytes += dictionary
      ? this.#writePages(dictionary.indexes, 'INT32', 'RLE_DICTIONARY')
      : this.#writePages(this.#bytesOf(column.values), this.#type, encodings[0]);
    return {
      meta_data: {
        type: this.#type,
        encodings,
        path_in_schema: [column.name],
        codec: 'GZIP',
        num_values: BigInt(this.levels.length),
        total_compressed_size: BigInt(writer.offset - from),
        total_uncompressed_size: BigInt(fullBytes),
        data_page_offset: BigInt(dataFrom),
        ...(dictionary && { dictionary_page_offset: BigInt(from) }),
      },
      file_offset: BigInt(from),
    };
  }

  /** Texts in UTF-8. */
  #bytesOf(values: readonly unknown[]): unknown[] {
    if (this.column.type !== 'STRING') return values as unknown[];
    const encoder = new TextEncoder();
    return values.map((value) => encoder.encode(value as string));
  }

  /** Undefined: it would spare too little. */
  #dictionary(): { readonly dictionary: unknown[]; readonly indexes: number[] } | undefined {
    const { encoding, values } = this.column;
    if (encoding || !this.#isWorthTrying()) return undefined;
    const { dictionary, indexes } = dictionaryOf(values as unknown[], this.#type, undefined, 'RLE_DICTIONARY');
    if (!dictionary || !indexes) return undefined;
    const indexBytes = Math.ceil((values.length * Math.ceil(Math.log2(dictionary.length))) / 8);
    return 2 * (this.#plainBytes(dictionary) + indexBytes) > this.#plainBytes(values)
      ? undefined
      : { dictionary, indexes };
  }

  #plainBytes(values: readonly unknown[]): number {
    let bytes = 0;
    for (const value of values) bytes += this.#sizeOf(value);
    return bytes;
  }

  #sizeOf(value: unknown): number {
    return estimateValueSize(value, this.#type) + (this.#type === 'BYTE_ARRAY' ? 4 : 0);
  }

  /** By some rows, spread over all of them. */
  #isWorthTrying(): boolean {
    const { rows, values } = this.column;
    const rowCount = this.levels.length;
    const count = Math.min(rowCount, SAMPLES);
    const known = new Set<unknown>();
    let [newBytes, allBytes, at] = [0, 0, 0];
    for (let sample = 0; sample < count; sample++) {
      const row = count === 1 ? 0 : Math.floor((sample * (rowCount - 1)) / (count - 1));
      while (at < rows.length && rows[at] < row) at++;
      if (rows[at] !== row) continue;
      const bytes = this.#sizeOf(values[at]);
      allBytes += bytes;
      if (!known.has(values[at])) newBytes += bytes;
      known.add(values[at]);
    }
    return allBytes > 0 && newBytes / allBytes <= MOST_NEW;
  }

  #setLevels(): void {
    const { levels } = this;
    levels.fill(0);
    for (const row of this.column.rows) levels[row] = 1;
  }

  /** Of all values, or their places in the dictionary. How many bytes they are unpacked. A page ends before the row that would make it too large. */
  #writePages(values: unknown[], type: PhysicalType, encoding: Encoding): number {
    const { rows } = this.column;
    let [first, firstRow, pageBytes, written] = [0, 0, 0, 0];
    const endPage = (at: number, row: number) => {
      written += this.#writePage(values.slice(first, at), firstRow, row, encoding);
      [first, firstRow, pageBytes] = [at, row, 0];
    };
    // One that is too large by itself ends its page at once.
    const endFull = (at: number, nextRow: number) => {
      if (pageBytes >= PAGE_BYTES && rows[at - 1] + 1 < nextRow) endPage(at, rows[at - 1] + 1);
    };
    for (let at = 0; at < rows.length; at++) {
      endFull(at, rows[at]);
      const bytes = estimateValueSize(values[at], type);
      if (pageBytes + bytes >= PAGE_BYTES && rows[at] > firstRow) endPage(at, rows[at]);
      pageBytes += bytes;
    }
    endFull(rows.length, this.levels.length);
    endPage(rows.length, this.levels.length);
    return written;
  }

  #writePage(present: unknown[], from: number, end: number, encoding: Encoding): number {
    const { isOptional } = this.column;
    const pageData = {
      // It asks how many there are with those that are empty, and takes the others out of them.
      values: present.length === end - from ? present : { length: end - from, filter: () => present },
      definitionLevels: isOptional ? this.levels.subarray(from, end) : [],
      repetitionLevels: [],
      maxDefinitionLevel: isOptional ? 1 : 0,
    };
    const { writer, encoder: column } = this;
    return writeDataPageV2({ writer, column, encoding, pageData: pageData as unknown as PageData });
  }
}
