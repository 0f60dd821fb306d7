/** The job's record as it is kept on disk: what was found out in one opening is there at once in the next. */
import { deserialize, serialize } from 'node:v8';
import affinityTable from '../../../resources/affinityOps.json';
import chipTable from '../../../resources/chips.json';
import environmentTable from '../../../resources/environment.json';
import transportTable from '../../../resources/transports.json';
import type { DumpContext } from '../../model/dumpContext';
import { allThresholds } from '../../model/thresholds';
import type { RecordOf } from '../../model/work';
import { type JobRecord, jobRecord } from './jobRecord';

/** Of a job of thousands of ranks: those are not kept. */
const MOST_BYTES = 64 << 20;

/** The record of the dump as it is now: that of an earlier opening, else a new one, which is kept for the next. */
export async function keptJobRecord(dump: DumpContext): Promise<JobRecord> {
  const { records } = dump.work;
  if (!records) return jobRecord(dump);
  const of: RecordOf = { version: versionOf(dump), generations: dump.generations };
  const { record: kept, isKept } = await records.load(of);
  const known = kept && recordOfBytes(kept.bytes, dump);
  if (kept && known) {
    for (const own of kept.notices) dump.note(own);
    return known;
  }
  const made = await jobRecord(dump);
  if (!isKept) return made;
  const bytes = recordBytes(made, dump);
  if (bytes.length <= MOST_BYTES) await records.save(of, { bytes, notices: dump.notices });
  return made;
}

/**
 * Of all that is in the record and neither in the files, the indexes nor the program: what tables count from, limits, resources.
 */
function versionOf({ baseNs }: DumpContext): string {
  return JSON.stringify([
    String(baseNs),
    [allThresholds(), chipTable, transportTable, affinityTable, environmentTable],
  ]);
}

/** What an opening has of its own. */
type Opening = Pick<DumpContext, 'originNs' | 'generations'>;

interface Written {
  /** What the ranks' own times count from: the first rank to be read decides. */
  readonly originNs: bigint;
  readonly record: JobRecord;
}

export function recordBytes(record: JobRecord, { originNs }: Opening): Uint8Array {
  return serialize({ originNs, record } satisfies Written);
}

/** As if it had been made in this opening. Undefined for bytes that this V8 can't read: of a newer one. */
export function recordOfBytes(bytes: Uint8Array, { originNs, generations }: Opening): JobRecord | undefined {
  let written: Written;
  try {
    // Not out of shared memory, which it can't be read from.
    written = deserialize(new Uint8Array(bytes));
  } catch {
    // Nothing is lost: it is worked out once more.
    return undefined;
  }
  // By far the most, and their times count from the tables' base.
  const { collectives: _, pointToPoint: _1, links: _2, ...rest } = written.record;
  renew(rest, Number(written.originNs - originNs), generations, new Set());
  return written.record;
}

interface OwnTimes {
  startNs: number;
  endNs: number;
  aroundNs: number;
  span?: { startNs: number; endNs: number };
  generation: number;
}

/**
 * In place, so that what was one object stays one: times of evidence, of steps and of clocks are the rank's own; references
 * to slices count how often an index was put into use.
 */
function renew(value: unknown, byNs: number, generations: Opening['generations'], seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) return;
  seen.add(value);
  const own = value as OwnTimes;
  if ('generation' in value && 'slice' in value && 'rank' in value)
    own.generation = generations.get(value.rank as number) ?? own.generation;
  if ('kind' in value && (value.kind === 'slice' || value.kind === 'range')) {
    own.startNs += byNs;
    if (value.kind === 'range') own.endNs += byNs;
  }
  if ('aroundNs' in value) own.aroundNs += byNs;
  // A step of a rank and of its series have one.
  if (own.span && !seen.has(own.span)) {
    seen.add(own.span);
    own.span.startNs += byNs;
    own.span.endNs += byNs;
  }
  const parts = value instanceof Map ? value.values() : Object.values(value);
  for (const part of parts) renew(part, byNs, generations, seen);
}
