/** What the reduce has found, as the bytes of a file, and back. */
import type { FindingsReport } from '../../../src-contract';
import type { Fact } from '../../parquet/factColumns';
import { Alike, type FactKind, FactReader, factOf } from './factCodec';
import { communicationFacts, communicationOfFacts, type JobCommunication } from './jobCommunication';
import { type JobRank, jobRankKind } from './jobRanks';
import type { LeftOut, ReducedJob } from './reduce';
import { factsOfBytes, fileOfForm, type Refused } from './summaryFile';

/** Members of the report that are lists: a row an element. */
const lists = {
  trust: { kind: 'trust', columns: { severity: 'type' } },
  clocks: { kind: 'clock', columns: { label: 'name', method: 'type', offsetNs: 'ns', usedCalls: 'count' } },
  split: {
    kind: 'rank_split',
    columns: {
      rank: 'peer',
      label: 'name',
      computingNs: 'computingNs',
      notOverlappedNs: 'exposedNs',
      freeNs: 'freeNs',
      stepCount: 'count',
    },
  },
  findings: {
    kind: 'finding',
    columns: { id: 'name', rule: 'type', rank: 'peer', lostNsPerStep: 'ns', shareOfStep: 'value' },
  },
  notReported: { kind: 'not_reported', columns: { rule: 'type', rank: 'peer', value: 'value' } },
  notRun: { kind: 'not_run', columns: { rule: 'type' } },
  longCalls: { kind: 'long_call', columns: { op: 'name', rank: 'peer', elapseNs: 'ns' } },
  contention: { kind: 'contention', columns: {} },
  checked: { kind: 'checked', columns: { rule: 'type' } },
  thresholds: { kind: 'threshold', columns: { id: 'name', value: 'value' } },
} as const satisfies Partial<Record<keyof FindingsReport, FactKind>>;

const jobKind = { kind: 'job', columns: { title: 'name' } } as const satisfies FactKind;
const leftOutKind = {
  kind: 'left_out',
  columns: { file: 'name', why: 'type', detail: 'detail', rank: 'peer' },
} as const;

type ListName = keyof typeof lists;
const LIST_NAMES = Object.keys(lists) as readonly ListName[];

/** Numbers of ranks stand as runs in `more` of the first row. */
interface JobFacts extends Pick<ReducedJob, 'title' | 'ranks' | 'missing'> {
  readonly head: Omit<FindingsReport, ListName>;
}

export function jobFile({ title, report, ranks, missing, leftOut, ofRanks, communication }: ReducedJob): Uint8Array {
  const head = Object.fromEntries(Object.entries(report).filter(([member]) => !Object.hasOwn(lists, member)));
  const facts: Fact[] = [factOf(jobKind, { title, ranks, missing, head })];
  for (const member of LIST_NAMES) for (const own of report[member]) facts.push(factOf(lists[member], own));
  for (const own of ofRanks) facts.push(factOf(jobRankKind, own));
  for (const own of leftOut) facts.push(factOf(leftOutKind, own));
  return fileOfForm('job', [...facts, ...communicationFacts(communication)]);
}

/** What is read of it first; communication when it is asked for. */
export type ReadJob = Omit<ReducedJob, 'communication'>;

interface RefusedJob {
  readonly why: Refused;
  readonly detail: string;
}

export type JobOfBytes = ReadJob | RefusedJob;

/** Why not, where the bytes are no summary of a job by this version. */
export function jobOfBytes(bytes: Uint8Array): JobOfBytes {
  return readWith(bytes, (reader) => {
    const job = reader.first<JobFacts>(jobKind);
    if (!job) return { why: 'damaged', detail: 'facts of the job are missing' } as const;
    const told = Object.fromEntries(LIST_NAMES.map((member) => [member, reader.all(lists[member])]));
    const { title, ranks, missing, head } = job;
    return {
      title,
      ranks,
      missing,
      leftOut: reader.all<LeftOut>(leftOutKind),
      ofRanks: reader.all<JobRank>(jobRankKind),
      report: { ...head, ...(told as unknown as Pick<FindingsReport, ListName>) },
    };
  });
}

/** `undefined` for a job that was reduced before this was kept. */
export function communicationOfBytes(
  bytes: Uint8Array,
): { readonly communication: JobCommunication | undefined } | RefusedJob {
  return readWith(bytes, (reader) => ({ communication: communicationOfFacts(reader) }));
}

function readWith<T>(bytes: Uint8Array, read: (reader: FactReader) => T): T | RefusedJob {
  const alike = new Alike();
  const found = factsOfBytes(bytes, 'job', alike);
  if (found.kind === 'refused') return found;
  try {
    const { table } = found;
    return read(new FactReader({ table, rows: [...table.has.keys()] }, alike));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { why: 'damaged', detail: error.message };
  }
}
