import { join } from 'node:path';
import { originSecond, type RankFacts } from '../facts/rankFacts';
import type { StepRecords } from '../simulation/stepRecords';
import { metadataOf } from '../tables/profilerInfo';
import { AnalysisRows } from './analysisRows';
import { CounterRows } from './counterRows';
import { DatabaseFile, type DatabaseMemory, type RowBase } from './databaseFile';
import { DeviceRows } from './deviceRows';
import { enumerations } from './enumerations';
import { HostRows } from './hostRows';
import { MemoryRows } from './memoryRows';
import { enumTable, sessionTables } from './schema';
import type { SqliteLibrary } from './sqliteLibrary';
import { firstStringIds, StringIds } from './stringIds';

const schemaVersion = [1, 0, 0] as const;
const chipName = 'Ascend910B';

/** What writes some tables of a database; it yields every few rows. */
interface StepRows {
  add(records: StepRecords): Generator<void>;
  /** Rows that are known when the run is over. */
  end?(): void;
}

/**
 * `ascend_pytorch_profiler_N.db`, what trace_view.json holds and most tables beside it, and `analysis.db`, the rest of them.
 * Gets the run's steps in order.
 */
export class RankDatabases {
  private readonly file: DatabaseFile;
  private readonly analysis: DatabaseFile;
  private readonly parts: readonly StepRows[];

  constructor(
    library: SqliteLibrary,
    folder: string,
    private readonly facts: RankFacts,
    memory: DatabaseMemory,
  ) {
    const { place, plan } = facts;
    const originNs = BigInt(originSecond(plan.seed)) * 1_000_000_000n + BigInt(place.clockOffsetNs);
    const base = { originNs, pid: place.hostPid };
    const { file, analysis } = openBoth(library, folder, place.rank, base, memory);
    this.file = file;
    this.analysis = analysis;
    this.writeSession();
    const addString = file.table(sessionTables.stringIds);
    const libraries = new StringIds(addString, firstStringIds.cann);
    const framework = new StringIds(addString, firstStringIds.framework);
    const components = new StringIds(addString, firstStringIds.memory);
    this.parts = [
      new DeviceRows(file, facts, libraries),
      new HostRows(file, facts, framework, libraries),
      new MemoryRows(file, facts, components),
      new CounterRows(file, facts, libraries),
      new AnalysisRows(analysis, facts, (ns) => microsOf(originNs, ns)),
    ];
  }

  /** By table. */
  get rows(): Readonly<Record<string, number>> {
    return { ...this.file.rows, ...this.analysis.rows };
  }

  get bytesWritten(): number {
    return this.file.bytesWritten + this.analysis.bytesWritten;
  }

  *step(records: StepRecords): Generator<void> {
    for (const part of this.parts) yield* part.add(records);
  }

  /** When the profiling began and ended: ns since the job's origin. */
  close(startNs: number, endNs: number): void {
    for (const part of this.parts) part.end?.();
    this.file.table(sessionTables.sessionTime)([startNs, endNs]);
    this.file.close();
    this.analysis.close();
  }

  abandon(): void {
    this.file.abandon();
    this.analysis.abandon();
  }

  private writeSession(): void {
    const { place, plan } = this.facts;
    this.file.table(sessionTables.npuInfo)([place.deviceId, chipName]);
    this.file.table(sessionTables.hostInfo)([String(hostUidOf(place.hostName)), place.hostName]);
    this.file.table(sessionTables.rankDeviceMap)([place.rank, place.deviceId]);
    const metadata = this.file.table(sessionTables.metaData);
    const [major, minor, micro] = schemaVersion;
    metadata(['SCHEMA_VERSION_MICRO', String(micro)]);
    metadata(['SCHEMA_VERSION_MINOR', String(minor)]);
    metadata(['SCHEMA_VERSION_MAJOR', String(major)]);
    metadata(['SCHEMA_VERSION', schemaVersion.join('.')]);
    for (const [name, value] of Object.entries(metadataOf(place, plan))) metadata([name, JSON.stringify(value)]);
    for (const [name, values] of Object.entries(enumerations)) {
      const add = this.file.table(enumTable(name));
      for (const [value, id] of Object.entries(values)) add([id, value]);
    }
  }
}

function openBoth(library: SqliteLibrary, folder: string, rank: number, base: RowBase, memory: DatabaseMemory) {
  const file = new DatabaseFile(library, join(folder, `ascend_pytorch_profiler_${rank}.db`), base, memory);
  try {
    return { file, analysis: new DatabaseFile(library, join(folder, 'analysis.db'), base, memory) };
  } catch (error) {
    file.abandon();
    throw error;
  }
}

/** Epoch µs as the profiler keeps it there, in a float64: a quarter of a µs is what is left of it. */
function microsOf(originNs: bigint, ns: number): number {
  const epochNs = originNs + BigInt(ns);
  return Number(`${epochNs / 1000n}.${String(epochNs % 1000n).padStart(3, '0')}`);
}

/** A number of 19 digits for each host. */
function hostUidOf(hostName: string): bigint {
  let uid = 3_538_958_389_648_580_163n;
  for (const letter of hostName) uid = BigInt.asUintN(61, uid * 31n + BigInt(letter.charCodeAt(0)));
  return uid + (1n << 61n);
}
