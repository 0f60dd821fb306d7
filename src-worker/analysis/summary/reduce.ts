/** The reduce: summaries of ranks, one file after another, and what they come to together. */
import type { FindingsReport, RankIndex, Thresholds } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import type { Aligner } from '../../model/clock/jobClock';
import type { ReadPools } from '../../parquet/factRead';
import { factBits } from '../../parquet/factTable';
import type { JobRecord } from '../record/jobRecord';
import { type FoundByRules, type FoundReport, findingsReport } from '../report';
import type { Rule } from '../rule';
import { allRules } from '../rules/allRules';
import { callRules } from '../rules/callRules';
import { Alike, type FactRows } from './factCodec';
import { type JobCommunication, jobCommunication, type LinksOfJob, linksOfJob } from './jobCommunication';
import { type JobRank, jobRanks } from './jobRanks';
import type { JobCalls, JudgedCalls } from './judgedCalls';
import type { AboutRank, RankSummary } from './rankSummary';
import { callsOfJob, jobRecordOf } from './summaryDump';
import { summaryOfFacts } from './summaryFacts';
import type { FoundFacts, Refused } from './summaryFile';

/** A file that may be a summary. */
export interface SummarySource {
  readonly name: string;
  /** `pools`: of all files. The table is good until the next file is read. What it throws ends the reduce. */
  read(pools: ReadPools): FoundFacts | Promise<FoundFacts>;
}

/** A file, or a rank of it, that is not in the job. */
export interface LeftOut {
  readonly file: string;
  /** Undefined: all that the file has. */
  readonly rank?: number;
  readonly why: Refused | 'unreadable' | 'other-job' | 'same-rank';
  readonly detail: string;
}

export interface ReducedJob {
  readonly title: string;
  readonly report: FindingsReport;
  /** Numbers of those that are in it, ascending. */
  readonly ranks: readonly number[];
  /** Numbers of those that the job has and nothing is known of; empty where nothing tells how many it has. */
  readonly missing: readonly number[];
  readonly leftOut: readonly LeftOut[];
  /** What is told of each rank, by number. */
  readonly ofRanks: readonly JobRank[];
  readonly communication: JobCommunication;
}

interface Read {
  readonly file: string;
  readonly about: AboutRank;
  readonly summary: RankSummary;
}

/** Another thread, which answers in the order in which it is asked. */
export interface ThreadBeside {
  /** See `giveAligner`. */
  readonly align: Aligner;
  readonly judge: (calls: JobCalls, limits: Thresholds) => Promise<JudgedCalls>;
}

/** Undefined where none of the files has a rank: `leftOut` says why. `beside`: one that has nothing to do once all is read. */
export async function reduceSummaries(
  sources: Iterable<SummarySource>,
  limits: Thresholds,
  beside?: ThreadBeside,
): Promise<ReducedJob | { readonly leftOut: readonly LeftOut[] }> {
  const leftOut: LeftOut[] = [];
  const read = await readAll(sources, leftOut);
  const own = ofOneJob(read, leftOut);
  if (own.length === 0) return { leftOut };
  const summaries = own.map(({ summary }, place) => placed(summary, place));
  const asked: { judged?: Promise<JudgedCalls | undefined> } = {};
  const align: Aligner | undefined =
    beside &&
    ((...own) => {
      const made = beside.align(...own);
      // Behind the clocks, which are waited for first.
      const calls = callsOfJob(summaries);
      // A thread that has ended judges nothing: what it was asked is told here.
      if (calls) asked.judged = beside.judge(calls, limits).catch(() => undefined);
      return made;
    });
  const job = await jobRecordOf(summaries, align);
  const ranks = own.map(({ summary }) => numberOf(summary));
  const [{ about }] = own;
  const ofRanks = jobRanks(job, summaries);
  const { known, links } = await foundByRules(job, limits, asked.judged);
  return {
    title: about.job,
    report: withoutEvidence(findingsReport(job, limits, known)),
    ranks,
    missing: missingOf(ranks, about.worldSize),
    leftOut,
    ofRanks,
    communication: jobCommunication(job, links),
  };
}

/** And what links come to. `judged`: by another thread, which goes over the calls while this one asks all other rules. */
async function foundByRules(
  job: JobRecord,
  limits: Thresholds,
  judged: Promise<JudgedCalls | undefined> | undefined,
): Promise<{ readonly known: FoundByRules; readonly links: LinksOfJob }> {
  const ofCalls = new Set<Rule>(callRules);
  const others = judged ? allRules.filter((rule) => !ofCalls.has(rule)) : [];
  const known = new Map(others.map((rule) => [rule, rule.find(job, limits)]));
  const elsewhere = await judged;
  if (!elsewhere) return { known, links: linksOfJob(job, limits) };
  for (const [at, rule] of callRules.entries()) known.set(rule, elsewhere.results[at]);
  return { known, links: elsewhere.links };
}

async function readAll(sources: Iterable<SummarySource>, leftOut: LeftOut[]): Promise<Read[]> {
  const found: Read[] = [];
  const alike = new Alike();
  let originNs: bigint | undefined;
  for (const { name: file, read } of sources) {
    const own = await read(alike);
    if (own.kind === 'refused') {
      leftOut.push({ file, why: own.why, detail: own.detail });
      continue;
    }
    const { table } = own;
    const rows: number[] = [];
    for (let row = 0; row < table.count; row++) rows.push(row);
    const instant = originNs === undefined ? rows.find((row) => table.hasAt(row, 'startNs')) : undefined;
    if (instant !== undefined) originNs = table.startNs[instant];
    const { has, numbers } = table;
    const rankOfRow = (row: number) => ((has[row] & factBits.rank) === 0 ? 0 : numbers.rank[row]);
    const isOfOne = rows.every((row) => rankOfRow(row) === rankOfRow(0));
    for (const [rank, ofRank] of isOfOne ? [[rankOfRow(0), rows] as const] : groupBy(rows, rankOfRow)) {
      const one = rankOf({ table, rows: ofRank }, found.length, originNs ?? 0n, alike);
      if (one) found.push({ file, ...one });
      else leftOut.push({ file, rank, why: 'damaged', detail: 'facts of a rank are missing' });
    }
  }
  return found;
}

/** Undefined where something is missing, or is not what it should be. */
function rankOf(facts: FactRows, count: number, originNs: bigint, alike: Alike): Omit<Read, 'file'> | undefined {
  try {
    // Ranks without a number are numbered as they come.
    const summary = summaryOfFacts(facts, { index: count as RankIndex, rank: count, originNs, alike });
    return summary && summary.records.length > 0 ? { about: summary.about, summary } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Those of the job that most are of, by rank; of several with one number the first. */
function ofOneJob(read: readonly Read[], leftOut: LeftOut[]): Read[] {
  const jobs = [...groupBy(read, ({ about }) => `${about.job}\n${about.worldSize ?? ''}`).values()];
  const [most = [], ...others] = jobs.sort((a, b) => b.length - a.length);
  for (const { file, about, summary } of others.flat())
    leftOut.push({ file, rank: numberOf(summary), why: 'other-job', detail: jobText(about) });
  const byRank = new Map<number, Read>();
  for (const own of most) {
    const rank = numberOf(own.summary);
    const known = byRank.get(rank);
    if (known) leftOut.push({ file: own.file, rank, why: 'same-rank', detail: known.file });
    else byRank.set(rank, own);
  }
  return [...byRank].sort(([a], [b]) => a - b).map(([, own]) => own);
}

function jobText({ job, worldSize }: AboutRank): string {
  return [job, worldSize === undefined ? '' : `${worldSize} ranks`].filter((own) => own !== '').join(', ');
}

function numberOf({ records }: RankSummary): number {
  return records[0].rank;
}

/** Places are those of the ranks that are taken. */
function placed(summary: RankSummary, place: number): RankSummary {
  const index = place as RankIndex;
  return { ...summary, records: summary.records.map((own) => ({ ...own, index })) };
}

/** No job has more: the number is wrong. */
const MOST_RANKS = 1_000_000;

function missingOf(ranks: readonly number[], worldSize: number | undefined): readonly number[] {
  if (worldSize === undefined || !(worldSize <= MOST_RANKS)) return [];
  const own = new Set(ranks);
  return Array.from({ length: worldSize }, (_, rank) => rank).filter((rank) => !own.has(rank));
}

/** It is in timelines, which are not here. */
function withoutEvidence(report: FoundReport): FindingsReport {
  return {
    ...report,
    findings: report.findings.map(({ calls: _, kernels: _1, ...own }) => ({ ...own, evidence: [] })),
    longCalls: report.longCalls.map((own) => ({ ...own, evidence: [] })),
  };
}
