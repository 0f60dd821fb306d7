import { statSync } from 'node:fs';
import type { FileCheck } from '../../index/eventSource';
import { type Database, withDatabase } from '../../sqlite/database';
import { wordBase } from '../../sqlite/integers';
import type { LeafMemories } from '../../sqlite/leafMemory';
import type { OnSegmentProgress, SegmentResult } from '../importer';
import { DatabaseEvents } from './databaseEvents';
import { isWhole } from './eachEnd';
import { Finding } from './finding';
import type { EarlierFound, FoundForLast } from './found';
import { Names, StringIds } from './names';
import { noEvents } from './noEvents';
import { parts, READ_TABLES } from './parts';
import type { DatabaseSegment, Work } from './plan';
import { joinedDamage, namesMissing, sentenceOf, type TableDamage } from './problems';
import type { Reading } from './reading';

const NO_CHECK: FileCheck = {
  sizeBytes: 0,
  modifiedMs: 0,
  blockEnds: new Float64Array(0),
  blockSums: new Uint32Array(0),
};

/** The reading is to end. */
class Cancelled extends Error {}

/**
 * Reads a segment; `earlier` is what those of the stages before have found. Never rejects for what is wrong with the file:
 * that is in the notices.
 */
export async function readDatabaseSegment(
  segment: DatabaseSegment,
  baseUs: number | undefined,
  onProgress: OnSegmentProgress,
  earlier: readonly EarlierFound[],
  memories?: LeafMemories,
): Promise<SegmentResult> {
  const { path, sizeBytes } = segment;
  const progress: Progress = { bytesDone: 0, events: undefined };
  const onRead = (ownBytes: number) => {
    const { events } = progress;
    progress.bytesDone = Math.min(sizeBytes, progress.bytesDone + ownBytes);
    if (events && !onProgress(progress.bytesDone, events.eventCount, () => events.finish(), baseUs))
      throw new Cancelled();
  };
  const common = { endsAtBoundary: true, values: new Map<string, string>(), baseUs };
  try {
    const { size, mtimeMs } = statSync(path);
    const check = { ...NO_CHECK, sizeBytes: size, modifiedMs: mtimeMs };
    const readAll = (database: Database) => readWorks(segment, database, baseUs, earlier, progress);
    const read = withDatabase(path, readAll, onRead, segment.onlyDevice, memories);
    return { ...common, ...read, isTrace: true, check };
  } catch (error) {
    const events = noEvents([sentenceOf(path, error)]);
    return { ...common, events, isCancelled: false, isTrace: false, check: NO_CHECK };
  }
}

interface Progress {
  bytesDone: number;
  /** Undefined while nobody is told: what is looked up at the end belongs to no progress. */
  events: DatabaseEvents | undefined;
}

function readWorks(
  segment: DatabaseSegment,
  database: Database,
  baseUs: number | undefined,
  earlier: readonly EarlierFound[],
  progress: Progress,
): Pick<SegmentResult, 'events' | 'isCancelled' | 'found' | 'foundForNext' | 'foundForLast'> {
  const { path, file, hostPid, device, isLast } = segment;
  const events = new DatabaseEvents(path, new Names(new StringIds(database)));
  const finding = new Finding();
  const base = wordBase(BigInt(baseUs ?? 0) * 1000n);
  progress.events = events;
  let isCancelled = false;
  try {
    const reading = { database, events, base, file, hostPid, device, earlier, finding };
    for (const work of segment.works) readWork(reading, work);
  } catch (error) {
    if (error instanceof Cancelled) isCancelled = true;
    else events.notice(sentenceOf(path, error));
  }
  progress.events = undefined;
  const isShare = segment.works.some(({ pages }) => pages !== undefined);
  const damage = database.notices
    .filter(({ params }) => READ_TABLES.has(String(params.table)))
    .map((said) => ({ said, isShare }));
  events.names.lookUp();
  const foundForLast = finding.forLast(events, damage);
  if (!isLast) {
    const [found, foundForNext] = [finding.forAll(), finding.forNext()];
    return { events: events.finish(), isCancelled, found, foundForNext, foundForLast };
  }
  tellProblems(segment, events, [...earlier.filter(isWhole), foundForLast]);
  return { events: events.finish(), isCancelled };
}

function readWork(reading: Reading, { part, pages }: Work): void {
  const own = parts.get(part);
  const table = own?.tables[0];
  own?.read({ ...reading, ...(pages && table !== undefined ? { share: { table, pages } } : {}) });
}

/** What is wrong with the whole file, once all of it has been read. */
function tellProblems({ path, damage }: DatabaseSegment, events: DatabaseEvents, all: readonly FoundForLast[]): void {
  const said: TableDamage[] = [...damage, ...all.flatMap((found) => found.damage)];
  for (const own of joinedDamage(said)) events.notice(own);
  for (const own of namesMissing(
    path,
    all.flatMap(({ missingNames }) => missingNames),
  ))
    events.notice(own);
}
