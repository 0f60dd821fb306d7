import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { batchWords, readNumbers, readSince, readWords } from '../../../../src-worker/sqlite/batchColumns';
import { type Database, withDatabase } from '../../../../src-worker/sqlite/database';
import { wordBase } from '../../../../src-worker/sqlite/integers';
import { LeafMemories } from '../../../../src-worker/sqlite/leafMemory';
import { BATCH_ROWS } from '../../../../src-worker/sqlite/rowBatch';
import { SqliteFormatError } from '../../../../src-worker/sqlite/sqliteFormatError';
import { loadWasmModule } from '../../../../src-worker/tokenizer/wasmModule';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

const module = loadWasmModule(inject('pagesWasm'));
if (!module) throw new Error('this engine has no WebAssembly, so its loops cannot be tested');
const memories = new LeafMemories(() => module);
const base = wordBase(1_754_271_201_000_000_123n);
const filesFolder = join(import.meta.dirname, 'files');
const ownFiles = ['cells.db', 'cluster_analysis.db', 'log.db', 'utf-16be.db', 'utf-16le.db', 'values.db'];

interface Walked {
  /** Of each batch of each table: all columns as each kind of value, to the bit. */
  readonly batches: readonly string[];
  readonly notices: Database['notices'];
  /** Rows that were in the memory. */
  readonly rowsThere: number;
}

/** What each way of reading gives of all tables, in order. */
function walked(path: string, own?: LeafMemories): Walked {
  return withDatabase(
    path,
    (database) => {
      const batches: string[] = [];
      let rowsThere = 0;
      for (const { name, columns } of database.tables.values()) {
        const [floats, words] = [new Float64Array(BATCH_ROWS), batchWords()];
        const names = ['rowid', 'no such column', ...columns.map((column) => column.name)];
        const wanted = names.map((column) => [column]);
        database.walk(name, wanted, (row) => {
          const { count } = row.batch;
          if (row.batch.memory) rowsThere += count;
          const said = (values: Float64Array | Uint32Array) =>
            Buffer.from(values.buffer, 0, count * values.BYTES_PER_ELEMENT).toString('base64');
          const parts = names.map((_, column) => {
            readNumbers(row, column, floats);
            const numbers = said(floats);
            readSince(row, column, base, floats);
            const since = said(floats);
            readWords(row, column, words);
            return [numbers, since, said(words.high), said(words.low)].join(' ');
          });
          batches.push(`${name} ${count}\n${parts.join('\n')}`);
        });
      }
      return { batches, notices: database.notices, rowsThere };
    },
    undefined,
    undefined,
    own,
  );
}

/** Answers how many rows were read, and how many of them in the memory. */
function expectSame(path: string): Walked {
  const plain = walked(path);
  const inMemory = walked(path, memories);
  expect(inMemory.batches).toEqual(plain.batches);
  expect(inMemory.notices).toEqual(plain.notices);
  return inMemory;
}

test.each(ownFiles)(
  '%s: every cell as each kind of value, and all that is told of it, as the plain loops read it',
  (name) => {
    expectSame(join(filesFolder, name));
  },
);

test('a page of usual rows is decoded there, and nothing of it is left to the plain loops', () => {
  let rowCount = 0;
  const values = new Float64Array(BATCH_ROWS);
  withDatabase(
    join(filesFolder, 'cluster_analysis.db'),
    (database) => {
      for (const { name } of database.tables.values())
        database.walk(name, [['rowid']], (row) => {
          const { memory, starts, count } = row.batch;
          expect(memory?.readNumbers(starts[0], count)).toBe(count);
          readNumbers(row, 0, values);
          expect(Number.isInteger(values[count - 1])).toBe(true);
          rowCount += count;
        });
    },
    undefined,
    undefined,
    memories,
  );
  expect(rowCount).toBeGreaterThan(0);
});

test('damaged at random: the same is read, and the same is told of', () => {
  const random = new Random(17);
  const path = join(temporaryFolder(), 'damaged.db');
  let differing = 0;
  for (let round = 0; round < 150; round++) {
    const sound = readFileSync(join(filesFolder, random.pick(ownFiles)));
    const bytes = Buffer.from(sound.subarray(0, random.chance(0.1) ? random.integer(0, sound.length) : sound.length));
    for (let i = random.integer(0, 5); i >= 0 && bytes.length > 100; i--)
      bytes[100 + random.integer(0, bytes.length - 101)] = random.pick([
        0,
        1,
        2,
        7,
        9,
        10,
        12,
        13,
        0x7f,
        0x80,
        0xff,
        random.integer(0, 255),
      ]);
    writeFileSync(path, bytes);
    try {
      if (expectSame(path).notices.length > 0) differing++;
    } catch (error) {
      // Not even opened; the same either way.
      if (!(error instanceof SqliteFormatError)) throw error;
    }
  }
  expect(differing).toBeGreaterThan(20);
});

describeDumps('real databases in the memory', () => {
  test.each([
    'ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db',
    'ascend/old_db/msprof_0_older_schema.db',
    'ascend/cluster_analysis.db',
    'broken/trunc_ascend_pytorch_profiler_0.db',
  ])('%s is read as by the plain loops', (path) => {
    expect(expectSame(dumpPath(path)).rowsThere).toBeGreaterThan(0);
  });
});
