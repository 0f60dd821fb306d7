import { statSync } from 'node:fs';
import type { Notice } from '../../../src-contract';
import { notice } from '../../files/notices';
import { type Database, withDatabase } from '../../sqlite/database';
import type { DeviceShare } from '../../sqlite/deviceShare';
import { MAX_TIME_US } from '../../tokenizer/batch';
import { DEFAULT_SEGMENT_SIZES, type Segment, type SegmentPlan, type SegmentSizes } from '../importer';
import { COUNTER_TABLES } from './counterTables';
import { LAST_STAGE, type PartName, parts, READ_TABLES } from './parts';
import { sentenceOf, type TableDamage } from './problems';
import { MAX_FILES } from './rowPlaces';
import { unknownTables } from './unknownTables';

/** A part, or some pages of the one table that it is divided by. */
export interface Work {
  readonly part: PartName;
  readonly pages?: Uint32Array;
}

/** Parts of one of a rank's files, read by one thread one after another. */
export interface DatabaseSegment extends Segment {
  readonly works: readonly Work[];
  readonly hostPid: number;
  readonly device: number;
  /** Of several in the file, the one that is read. */
  readonly onlyDevice?: DeviceShare;
  /** The file's last: it tells of all damage. */
  readonly isLast: boolean;
  /** What was found when the file was divided. */
  readonly damage: readonly TableDamage[];
}

/** Columns that tell when something of a table began, in the order in which they are asked. */
const FIRST_TIMES: readonly (readonly [table: string, column: string])[] = [
  ['SESSION_TIME_INFO', 'startTimeNs'],
  ['TASK', 'startNs'],
  ['CANN_API', 'startNs'],
  ['PYTORCH_API', 'startNs'],
  ['COMMUNICATION_OP', 'startNs'],
  ['MSTX_EVENTS', 'startNs'],
  ...COUNTER_TABLES.map((table) => [table, 'timestampNs'] as const),
];

/** Divides the files' tables among segments by their pages. */
export function planDatabases(
  paths: readonly string[],
  sizes: SegmentSizes = DEFAULT_SEGMENT_SIZES,
  onlyDevice?: number,
): SegmentPlan<DatabaseSegment> {
  const segments: DatabaseSegment[] = [];
  const notices: Notice[] = [];
  let baseUs: number | undefined;
  paths.slice(0, MAX_FILES).forEach((path, file) => {
    try {
      const { size } = statSync(path);
      const planFile = (database: Database) => {
        const device = onlyDevice ?? firstDevice(database);
        const only = database.share ? { onlyDevice: database.share } : {};
        const place = { path, kind: 'plain', file, hostPid: hostPidOf(database), device, ...only } as const;
        baseUs ??= firstUs(database);
        const own = divide(database, sizes);
        const totalBytes = own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        // Progress counts the bytes of the file: those of pages that are not read are spread over the others.
        const share = size / Math.max(1, totalBytes);
        const damage = database.notices.filter(({ params }) => READ_TABLES.has(String(params.table)));
        own.forEach(({ stage, works, sizeBytes }, i) => {
          const isLast = i === own.length - 1;
          const needsAll = stage >= LAST_STAGE;
          const planned = isLast ? damage.map((said) => ({ said, isShare: true })) : [];
          segments.push({ ...place, stage, works, sizeBytes: sizeBytes * share, needsAll, isLast, damage: planned });
        });
        notices.push(
          ...(own.length === 0 ? database.notices : database.notices.filter((said) => !damage.includes(said))),
        );
        notices.push(...unknownTables(database));
        if (own.length === 0) notices.push(notice('database-without-timeline', 'error', {}, { path }));
      };
      withDatabase(path, planFile, undefined, onlyDevice);
    } catch (error) {
      notices.push(sentenceOf(path, error));
    }
  });
  return { importer: 'profilerDatabase', segments, baseUs, notices };
}

interface Piece {
  readonly stage: number;
  readonly works: readonly Work[];
  readonly sizeBytes: number;
}

/** In the order of the stages. A small file is one piece. */
function divide(database: Database, sizes: SegmentSizes): Piece[] {
  const wanted = [...parts].filter(([, { tables }]) => tables.some((table) => hasRows(database, table)));
  if (wanted.length === 0) return [];
  const pieces = wanted.flatMap(([name, part]) => piecesOf(database, name, sizes).map((piece) => ({ ...piece, part })));
  const arrows: Piece = { stage: LAST_STAGE, works: [{ part: 'arrows' }], sizeBytes: 0 };
  const telling: Piece = { stage: LAST_STAGE + 1, works: [], sizeBytes: 0 };
  const totalBytes = pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (totalBytes <= sizes.firstBytes)
    return [{ stage: 0, works: [...pieces, arrows].flatMap(({ works }) => works), sizeBytes: totalBytes }];
  return [...joined(pieces, sizes.furtherBytes), arrows, telling];
}

/** Small ones of a stage together; the first stays by itself, to be on screen early. */
function joined(pieces: readonly Piece[], mostBytes: number): Piece[] {
  const [first, ...others] = pieces;
  const all = [first];
  let open: Piece | undefined;
  for (const piece of others) {
    const sizeBytes = (open?.sizeBytes ?? 0) + piece.sizeBytes;
    if (open?.stage === piece.stage && sizeBytes <= mostBytes) {
      open = { ...piece, works: [...open.works, ...piece.works], sizeBytes };
      all[all.length - 1] = open;
    } else {
      open = piece;
      all.push(piece);
    }
  }
  return all;
}

function piecesOf(database: Database, name: PartName, { firstBytes, furtherBytes }: SegmentSizes): Piece[] {
  const part = parts.get(name);
  if (!part) return [];
  const { stage, tables, isDivided } = part;
  const { pageSize } = database;
  const pages = tables.map((table) => database.leafPages(table));
  const [own] = pages;
  const sizeBytes = pages.reduce((sum, { length }) => sum + length, 0) * pageSize;
  if (!isDivided || sizeBytes <= firstBytes) return [{ stage, works: [{ part: name }], sizeBytes }];
  const pieces: Piece[] = [];
  const further = Math.ceil(furtherBytes / pageSize);
  for (let from = 0; from < own.length; ) {
    const count = from === 0 ? Math.ceil(firstBytes / 4 / pageSize) : further;
    const shared = Uint32Array.from(own.subarray(from, from + count));
    pieces.push({ stage, works: [{ part: name, pages: shared }], sizeBytes: shared.length * pageSize });
    from += count;
  }
  return pieces;
}

/** Thrown to end a walk through a table. */
class Enough extends Error {}

/** True if one row can be read. */
function hasRows(database: Database, table: string): boolean {
  return firstValue(database, table, 'rowid', () => true) ?? false;
}

function firstValue<T>(
  database: Database,
  table: string,
  column: string,
  read: (value: bigint | undefined) => T | undefined,
): T | undefined {
  let found: T | undefined;
  try {
    database.scan(table, [column], (row) => {
      found = read(row.bigint(0));
      if (found !== undefined) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return found;
}

function firstUs(database: Database): number | undefined {
  for (const [table, column] of FIRST_TIMES) {
    const us = firstValue(database, table, column, (ns) =>
      ns !== undefined && ns > 0n ? Number(ns / 1000n) : undefined,
    );
    if (us !== undefined && us < MAX_TIME_US) return us;
  }
  return undefined;
}

/** The program's: the upper half of the ids of its threads. */
function hostPidOf(database: Database): number {
  for (const table of ['PYTORCH_API', 'CANN_API', 'MSTX_EVENTS']) {
    const pid = firstValue(database, table, 'globalTid', (tid) => (tid === undefined ? undefined : Number(tid >> 32n)));
    if (pid !== undefined && pid > 0) return pid;
  }
  return firstValue(database, 'TASK', 'globalPid', (pid) => Number(pid ?? 0n)) ?? 0;
}

function firstDevice(database: Database): number {
  const device = (value: bigint | undefined) => (value !== undefined && value >= 0n ? Number(value) : undefined);
  return (
    firstValue(database, 'RANK_DEVICE_MAP', 'deviceId', device) ?? firstValue(database, 'TASK', 'deviceId', device) ?? 0
  );
}
