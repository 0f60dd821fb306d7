import { originSecond, type RankFacts } from '../facts/rankFacts';
import type { StepRecords } from '../simulation/stepRecords';
import { metadataOf } from '../tables/profilerInfo';
import { DatabaseFile, type DatabaseMemory } from './databaseFile';
import { DeviceRows } from './deviceRows';
import { enumerations } from './enumerations';
import { HostRows } from './hostRows';
import { enumTable, sessionTables } from './schema';
import type { SqliteLibrary } from './sqliteLibrary';
import { firstStringIds, StringIds } from './stringIds';

const schemaVersion = [1, 0, 0] as const;
const chipName = 'Ascend910B';

/** What writes some tables of a database; it yields every few rows. */
interface StepRows {
  add(records: StepRecords): Generator<void>;
}

/** `ascend_pytorch_profiler_N.db`: what trace_view.json holds, and most tables beside it. Gets the run's steps in order. */
export class RankDatabase {
  private readonly file: DatabaseFile;
  private readonly parts: readonly StepRows[];

  constructor(
    library: SqliteLibrary,
    path: string,
    private readonly facts: RankFacts,
    memory: DatabaseMemory,
  ) {
    const { place, plan } = facts;
    const originNs = BigInt(originSecond(plan.seed)) * 1_000_000_000n + BigInt(place.clockOffsetNs);
    this.file = new DatabaseFile(library, path, { originNs, pid: place.hostPid }, memory);
    this.writeSession();
    const addString = this.file.table(sessionTables.stringIds);
    const libraries = new StringIds(addString, firstStringIds.cann);
    const framework = new StringIds(addString, firstStringIds.framework);
    this.parts = [new DeviceRows(this.file, facts, libraries), new HostRows(this.file, facts, framework, libraries)];
  }

  get rows(): Readonly<Record<string, number>> {
    return this.file.rows;
  }

  get bytesWritten(): number {
    return this.file.bytesWritten;
  }

  *step(records: StepRecords): Generator<void> {
    for (const part of this.parts) yield* part.add(records);
  }

  /** When the profiling began and ended: ns since the job's origin. */
  close(startNs: number, endNs: number): void {
    this.file.table(sessionTables.sessionTime)([startNs, endNs]);
    this.file.close();
  }

  abandon(): void {
    this.file.abandon();
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

/** A number of 19 digits for each host. */
function hostUidOf(hostName: string): bigint {
  let uid = 3_538_958_389_648_580_163n;
  for (const letter of hostName) uid = BigInt.asUintN(61, uid * 31n + BigInt(letter.charCodeAt(0)));
  return uid + (1n << 61n);
}
