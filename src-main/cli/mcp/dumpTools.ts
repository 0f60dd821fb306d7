/** Tools about a dump as a whole: what `tracelane info` and `tracelane analyze` say. */
import { z } from 'zod';
import { type DumpState, type FindingsReport, jobsOf, jobTitle, type OfJob } from '../../../src-contract';
import { withDamagedFiles } from '../../../src-report/damagedFiles';
import type { Replayed } from '../../../src-report/replayTables';
import { reportJson } from '../../../src-report/reportJson';
import type { OpenDumps } from './openDumps';
import { dumpName, limit, type Tool, tool } from './tools';

type PlainReport = Readonly<Record<string, unknown>> & {
  readonly kernels: { readonly rows: readonly object[] };
  readonly criticalPath: { readonly ops: readonly object[] } | null;
  readonly functions: readonly object[] | null;
};

export const dumpTools: readonly Tool[] = [
  tool(
    'open_dump',
    'Opens a profiling dump (a folder, or a trace file) of this machine, and tells what is in it. Nothing is written to it.',
    { path: z.string().min(1).max(4096).describe('Path of the folder or file') },
    async (dumps, { path }) => {
      const { name, state } = await dumps.open(path);
      return { dump: name, ...plainState(state) };
    },
  ),
  tool(
    'findings',
    'Why the job is slow: findings by time lost per step, each with cause, advice, gain, the step predicted without it by replay (predictedStepMs), confidence and evidence; what the numbers rest on; what is below its threshold; what could not be checked.',
    { dump: dumpName, limit: limit(20, 200) },
    async (dumps, args) => {
      const { findings, trust, notReported, notRun, stepMs, stepCount } = await reportOf(dumps, args.dump, [
        'predictions',
      ]);
      const first = (findings as readonly object[]).slice(0, args.limit);
      return {
        stepMs,
        stepCount,
        trust,
        findingCount: (findings as readonly object[]).length,
        findings: first,
        notReported,
        notRun,
      };
    },
  ),
  tool(
    'step_split',
    'Where the step of each rank goes, in ms over its steps: computing, exposed communication (moving data, waiting, by peer), Free by owner.',
    { dump: dumpName },
    async (dumps, args) => {
      const { stepMs, stepCount, split } = await reportOf(dumps, args.dump);
      return { stepMs, stepCount, split };
    },
  ),
  tool(
    'top_kernels',
    'Kinds of kernels (type, shapes, core) by total time, with what bounds them under the roofline of the device.',
    { dump: dumpName, limit: limit(20, 100) },
    async (dumps, args) => {
      const { kernels } = await reportOf(dumps, args.dump);
      return { ...kernels, rows: kernels.rows.slice(0, args.limit) };
    },
  ),
  tool(
    'critical_path',
    'What a step took so long for: back from its end over what each thing waited for longest, across ranks. Parts that sum to the step, and what is on the path by time, with slack.',
    { dump: dumpName, limit: limit(20, 200) },
    async (dumps, args) => {
      const { criticalPath } = await reportOf(dumps, args.dump, ['path']);
      // No timeline of it has tasks of a device.
      if (!criticalPath) return { criticalPath };
      return { ...criticalPath, ops: criticalPath.ops.slice(0, args.limit) };
    },
  ),
  tool(
    'functions',
    'Functions as PerfTracker reports them: kernels, memory operations, collectives, runtime calls and Python paths by class and bottleneck ratio (share of the recording in which one is under way and nothing computes), with the ranks on which they behave differently.',
    { dump: dumpName, limit: limit(40, 400) },
    async (dumps, args) => {
      const functions = (await reportOf(dumps, args.dump, ['patterns'])).functions ?? [];
      return { total: functions.length, functions: functions.slice(0, args.limit) };
    },
  ),
  tool(
    'late_ranks',
    'Who comes late to collectives, also ranks that were not profiled: how often last, and what that cost the others.',
    { dump: dumpName },
    async (dumps, args) => {
      const { dump, state } = await dumps.get(args.dump);
      const lateOf = async (of: OfJob) => {
        const late = await dumps.engine.ask(dump, 'communication.late', of);
        return { ...late, ranks: late.ranks.map(({ evidence: _evidence, ...rank }) => rank) };
      };
      const jobs = jobsOf(state.ranks);
      if (jobs.length === 0) return lateOf({});
      const late: object[] = [];
      for (const job of jobs) late.push({ job: jobTitle(job, jobs), ...(await lateOf({ job: job.key })) });
      return { jobs: late };
    },
  ),
  tool(
    'collectives',
    'Collectives of all ranks by how long they took, longest first, with the columns of the Communication tab (times in ns, sizes in bytes).',
    { dump: dumpName, limit: limit(20, 200) },
    async (dumps, args) => {
      const { dump } = await dumps.get(args.dump);
      const page = await dumps.engine.table({
        dump,
        source: { table: 'communication.ops', of: {} },
        sort: [{ column: 'elapseNs', isDescending: true }],
        filters: [],
        firstRow: 0,
        rowCount: args.limit,
      });
      const rows = Array.from(page.rowIds, (_, row) =>
        Object.fromEntries(
          page.columns.map(({ key }) => {
            const cells = page.cells[key];
            return [key, cells?.kind === 'text' ? cells.texts[cells.values[row] ?? 0] : cells?.values[row]];
          }),
        ),
      );
      return { total: page.totalRows, rows };
    },
  ),
  tool(
    'notices',
    'What was wrong with the files of a dump: notices, and events that were skipped, with path and byte offset.',
    { dump: dumpName },
    async (dumps, args) => {
      const { state } = await dumps.get(args.dump);
      return {
        notices: state.notices.map(plainNotice),
        ranks: state.ranks.flatMap(({ label, notices, skipped }) =>
          notices.length + skipped.length === 0
            ? []
            : [
                {
                  rank: label,
                  notices: notices.map(plainNotice),
                  skipped: skipped.map(({ eventCount, notice, byteOffsets }) => ({
                    eventCount,
                    message: notice.message,
                    byteOffsets: byteOffsets.slice(0, 5),
                  })),
                },
              ],
        ),
      };
    },
  ),
];

/** With those of what replay adds that are wanted. */
async function reportOf(
  dumps: OpenDumps,
  name: string,
  wanted: readonly (keyof Replayed)[] = [],
): Promise<PlainReport> {
  const { dump } = await dumps.get(name);
  const { engine } = dumps;
  const report: FindingsReport = await engine.ask(dump, 'findings.report', {});
  const replay: Replayed = {
    ...(wanted.includes('path') && { path: await engine.ask(dump, 'findings.path', {}) }),
    ...(wanted.includes('predictions') && { predictions: await engine.ask(dump, 'findings.predictions', {}) }),
    ...(wanted.includes('patterns') && { patterns: await engine.ask(dump, 'findings.patterns', {}) }),
  };
  const { state } = await dumps.get(name);
  return reportJson(state, withDamagedFiles(report, state), replay) as PlainReport;
}

function plainState({ title, startNs, endNs, ranks, notices }: DumpState): object {
  return {
    title,
    startNs,
    endNs,
    noticeCount: notices.length,
    ranks: ranks.map(({ rank, label, hostName, status, groups, startNs: from, endNs: to }) => ({
      rank: rank ?? null,
      label,
      host: hostName ?? null,
      status,
      startNs: from,
      endNs: to,
      processes: groups.map((group) => ({ name: group.name, laneCount: group.lanes.length })),
    })),
  };
}

function plainNotice({ severity, message, path, byteOffset }: DumpState['notices'][number]): object {
  return { severity, message, path: path ?? null, byteOffset: byteOffset ?? null };
}
