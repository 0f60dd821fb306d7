import { statSync } from 'node:fs';
import type { Notice } from '../../../src-contract';
import { notice } from '../../files/notices';
import { unreadable } from '../../files/unreadable';
import type { FileCheck } from '../../index/eventSource';
import type { SegmentEvents } from '../../index/segmentEvents';
import { type Database, withDatabase } from '../../sqlite/database';
import { wordBase } from '../../sqlite/integers';
import { SqliteFormatError } from '../../sqlite/sqliteFormatError';
import { MAX_TIME_US } from '../../tokenizer/batch';
import type { OnSegmentProgress, Segment, SegmentPlan, SegmentResult } from '../importer';
import { readCannCalls, readFrameworkCalls, readGarbageCollections } from './callTables';
import { readConnections } from './connections';
import { COUNTER_TABLES, readCounters } from './counterTables';
import { DatabaseEvents } from './databaseEvents';
import { readDeviceTables } from './deviceTables';
import { Lanes } from './lanes';
import { readMarks } from './mstxTable';
import { Names, packNames, StringIds } from './names';
import type { Reading } from './reading';
import { MAX_FILES } from './rowPlaces';
import { unknownTables } from './unknownTables';

/** Tables that are read together, by one thread. */
const PARTS = {
  framework: (reading) => {
    readFrameworkCalls(reading);
    readGarbageCollections(reading);
  },
  cann: (reading) => {
    readCannCalls(reading);
    readMarks(reading, new Lanes(reading));
  },
  device: readDeviceTables,
  connections: readConnections,
  counters: readCounters,
} as const satisfies Readonly<Record<string, (reading: Reading) => void>>;
type Part = keyof typeof PARTS;

/** Whose damage each tells of. */
const OWN_TABLES: Readonly<Record<Part, readonly string[]>> = {
  framework: ['PYTORCH_API', 'GC_RECORD'],
  cann: ['CANN_API', 'MSTX_EVENTS'],
  device: ['TASK', 'COMPUTE_TASK_INFO', 'COMMUNICATION_OP', 'COMMUNICATION_TASK_INFO', 'OVERLAP_ANALYSIS'],
  connections: ['CONNECTION_IDS'],
  counters: COUNTER_TABLES,
};

/** One of those with rows makes it worth while to read the part. */
const TABLES: Readonly<Record<Part, readonly string[]>> = {
  framework: ['PYTORCH_API', 'GC_RECORD'],
  cann: ['CANN_API', 'MSTX_EVENTS'],
  device: ['TASK', 'COMMUNICATION_OP', 'OVERLAP_ANALYSIS'],
  connections: ['CANN_API', 'CONNECTION_IDS', 'MSTX_EVENTS'],
  counters: COUNTER_TABLES,
};

/** Some of the tables of one of a rank's files. */
export interface DatabaseSegment extends Segment {
  readonly part: Part;
  readonly hostPid: number;
  readonly device: number;
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

export function planDatabases(paths: readonly string[]): SegmentPlan<DatabaseSegment> {
  const segments: DatabaseSegment[] = [];
  const notices: Notice[] = [];
  let baseUs: number | undefined;
  paths.slice(0, MAX_FILES).forEach((path, file) => {
    try {
      const { size } = statSync(path);
      withDatabase(path, (database) => {
        const parts = (Object.keys(PARTS) as Part[]).filter((part) =>
          TABLES[part].some((table) => hasRows(database, table)),
        );
        const place = { hostPid: hostPidOf(database), device: firstDevice(database) };
        baseUs ??= firstUs(database);
        const sizeBytes = size / parts.length;
        for (const part of parts) segments.push({ path, kind: 'plain', file, sizeBytes, part, ...place });
        const isToldHere = (owner: Part | undefined) => owner === undefined || !parts.includes(owner);
        notices.push(...database.notices.filter((said) => isToldHere(ownerOf(said))), ...unknownTables(database));
        if (parts.length === 0) notices.push(notice('database-without-timeline', 'error', {}, { path }));
      });
    } catch (error) {
      notices.push(sentenceOf(path, error));
    }
  });
  return { importer: 'profilerDatabase', segments, baseUs, notices };
}

const NO_CHECK: FileCheck = {
  sizeBytes: 0,
  modifiedMs: 0,
  blockEnds: new Float64Array(0),
  blockSums: new Uint32Array(0),
};

/** Thrown to end a walk through a table. */
class Enough extends Error {}

/** True if one row can be read. */
function hasRows(database: Database, table: string): boolean {
  return firstRow(database, table, 'rowid', () => true) ?? false;
}

function firstRow<T>(
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
    const us = firstRow(database, table, column, (ns) =>
      ns !== undefined && ns > 0n ? Number(ns / 1000n) : undefined,
    );
    if (us !== undefined && us < MAX_TIME_US) return us;
  }
  return undefined;
}

/** The program's: the upper half of the ids of its threads. */
function hostPidOf(database: Database): number {
  for (const table of ['PYTORCH_API', 'CANN_API', 'MSTX_EVENTS']) {
    const pid = firstRow(database, table, 'globalTid', (tid) => (tid === undefined ? undefined : Number(tid >> 32n)));
    if (pid !== undefined && pid > 0) return pid;
  }
  return firstRow(database, 'TASK', 'globalPid', (pid) => Number(pid ?? 0n)) ?? 0;
}

function firstDevice(database: Database): number {
  const device = (value: bigint | undefined) => (value !== undefined && value >= 0n ? Number(value) : undefined);
  return (
    firstRow(database, 'RANK_DEVICE_MAP', 'deviceId', device) ?? firstRow(database, 'TASK', 'deviceId', device) ?? 0
  );
}

/** The reading is to end. */
class Cancelled extends Error {}

/** What one reading of a database reads at a time, mostly. */
const READ_BYTES = 1 << 18;

/** Reads a segment. Never rejects for what is wrong with the file: that is in the notices. */
export async function readDatabaseSegment(
  segment: DatabaseSegment,
  baseUs: number | undefined,
  onProgress: OnSegmentProgress,
): Promise<SegmentResult> {
  const { path, sizeBytes } = segment;
  let events: DatabaseEvents | undefined;
  let bytesDone = 0;
  const onRead = () => {
    const own = events;
    bytesDone = Math.min(sizeBytes, bytesDone + READ_BYTES);
    if (own && !onProgress(bytesDone, own.eventCount, () => own.finish(), baseUs)) throw new Cancelled();
  };
  const read = (database: Database) => {
    const own = new DatabaseEvents(path, new Names(new StringIds(database)), segment.part !== 'connections');
    events = own;
    const isCancelled = readTables(segment, database, own, baseUs ?? 0);
    // What is looked up now is told of to nobody.
    events = undefined;
    for (const said of database.notices) if (ownerOf(said) === segment.part) own.notice(said);
    const finished = own.finish();
    const { missingCount } = own.names;
    if (missingCount === 0) return { events: finished, isCancelled };
    const said = notice('database-names-missing', 'warning', { count: missingCount }, { path });
    return { events: { ...finished, notices: [...finished.notices, said] }, isCancelled };
  };
  const common = { endsAtBoundary: true, values: new Map<string, string>(), baseUs };
  try {
    const { size, mtimeMs } = statSync(path);
    const check = { ...NO_CHECK, sizeBytes: size, modifiedMs: mtimeMs };
    return { ...common, ...withDatabase(path, read, onRead), isTrace: true, check };
  } catch (error) {
    const nothing = { ...emptyEvents(), notices: [sentenceOf(path, error)] };
    return { ...common, events: nothing, isCancelled: false, isTrace: false, check: NO_CHECK };
  }
}

/** True if it was cancelled. What can't be read is told of in a notice; what was read before stays. */
function readTables(segment: DatabaseSegment, database: Database, events: DatabaseEvents, baseUs: number): boolean {
  const { file, part, hostPid, device, path } = segment;
  const base = wordBase(BigInt(baseUs) * 1000n);
  try {
    PARTS[part]({ database, events, base, file, hostPid, device });
  } catch (error) {
    if (error instanceof Cancelled) return true;
    events.notice(sentenceOf(path, error));
  }
  return false;
}

function sentenceOf(path: string, error: unknown): Notice {
  return error instanceof SqliteFormatError ? error.notice : unreadable(path, error);
}

/** The part that tells what a table is damaged by: it is said once. Undefined where no part does, or the whole file is. */
function ownerOf({ params: { table } }: Notice): Part | undefined {
  return (Object.keys(OWN_TABLES) as Part[]).find((part) => OWN_TABLES[part].includes(String(table)));
}

function emptyEvents(): SegmentEvents {
  return {
    slices: [],
    paired: [],
    flowEnds: [],
    samples: [],
    ids: [],
    slicesPerLane: new Uint32Array(0),
    tables: {
      names: packNames([]),
      categories: packNames(['']),
      laneTexts: packNames([]),
      metadataTexts: packNames([]),
      lanePid: new Uint32Array(0),
      laneTid: new Uint32Array(0),
    },
    metadata: [],
    countByPhase: new Float64Array(256),
    eventCount: 0,
    oddities: { badDurations: 0, missingDurations: 0, farTimes: 0, lostCategories: 0, hasCutTexts: false },
    skipped: [],
    notices: [],
  };
}
