import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ArgValue, FindingsReport, JobFacts, RankIndex, TableSource } from '../../../../src-contract';
import type { DemoOptions } from '../../../../src-main/demo/options';
import type { DumpContext } from '../../../../src-worker/model/dumpContext';
import { lanesOf, slicesOfLane } from '../../../../src-worker/query/laneSlices';
import { readSliceArgs } from '../../../../src-worker/query/slice/sliceArgs';
import { answer, makeTable } from '../../../../src-worker/views/dumpTables';
import { records, sharedContext } from '../../../fixtures/dumpContext';
import { indexFiles } from '../../../fixtures/indexed';
import { type SharedJob, sharedJob } from '../../../fixtures/sharedJob';
import { type TimelineContent, timelineContent } from '../../../fixtures/timelineContent';
import { outputFolder } from './readDump';

type Row = Readonly<Record<string, number | string>>;

/** Columns with instants; they count from where a dump begins, which is not the same. */
const instants = /^(startNs|allocatedNs|releasedNs|activeReleasedNs|aliveFromNs|aliveUntilNs|peakNs)$/;

/** Rows whose instants are epoch ns; what is computed with decimals is rounded to ten digits. */
async function rowsOf(dump: DumpContext, { table, of }: TableSource): Promise<Row[]> {
  const made = await makeTable(dump, table, of);
  return records(made).map((row) => {
    const cells = Object.entries(row).map(([key, value]) => {
      if (typeof value === 'string' || !Number.isFinite(value)) return [key, value];
      return [key, instants.test(key) ? String(dump.baseNs + BigInt(value)) : Number(value.toPrecision(10))];
    });
    return Object.fromEntries(cells) as Row;
  });
}

/** Of the slices on the lanes of planes of the first rank, by start, plane and peer. */
async function planeArgs(dump: DumpContext): Promise<Row[]> {
  const view = await dump.timeline(0);
  if (!view) throw new Error('The rank has no timeline.');
  const lanes = lanesOf(view).filter(({ name }) => /^Plane \d/.test(name));
  const places = new Map<number, string>();
  for (const { name, position } of lanes)
    for (const slice of slicesOfLane(view, position))
      places.set(slice, `${view.summary(slice).startNs.toFixed().padStart(16, '0')} ${name}`);
  const rows: { readonly place: string; readonly args: Row }[] = [];
  await readSliceArgs(view.index, places.keys(), (slice, entries) => {
    const args = Object.fromEntries(entries.map(({ key, value }) => [key, digitsOrText(value)]));
    rows.push({ place: `${places.get(slice)} ${args['dst rank']} ${args['size(Byte)']}`, args });
  });
  return rows.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ args }) => args);
}

function digitsOrText(value: ArgValue): string {
  return value.kind === 'number' ? value.digits : value.kind === 'text' ? value.text : '';
}

function without(row: Row, keys: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));
}

/** What no table of the profiler's databases has: see the generator's README. `slice` is a position in an index. */
const absent = {
  all: ['cube_utilization(%)', 'mean:cube_utilization(%)', 'slice', 'generation'],
  collective: ['modelId', 'blockDim'],
};

/** Tests that a job looks the same whether it was written as text or as databases. */
export function describeForms(name: string, options: Omit<DemoOptions, 'folder' | 'signal' | 'form'>): void {
  describe(name, () => {
    let jobs: { readonly text: SharedJob; readonly database: SharedJob };
    beforeAll(async () => {
      jobs = { text: await sharedJob(options), database: await sharedJob({ ...options, form: 'db' }) };
    });
    const ranks = Array.from({ length: options.ranks }, (_, rank) => rank as RankIndex);

    describe('the tabs', () => {
      let text: DumpContext;
      let database: DumpContext;
      beforeAll(async () => {
        [text, database] = [await sharedContext(jobs.text.folder), await sharedContext(jobs.database.folder)];
      });

      const tables: readonly TableSource[] = [
        { table: 'operator.kernels', of: { ranks } },
        { table: 'operator.groups', of: { ranks, by: 'type' } },
        { table: 'memory.allocations', of: { ranks } },
        { table: 'memory.modules', of: { ranks } },
        { table: 'communication.ranks', of: {} },
        { table: 'communication.links', of: {} },
        { table: 'summary.split', of: { step: 'all' } },
      ] as never;

      it.each(tables.map((source) => [source.table, source] as const))('make the same table: %s', async (_, source) => {
        const [expected, found] = [await rowsOf(text, source), await rowsOf(database, source)];
        const comparable = (row: Row): Row =>
          without(row, [...absent.all, ...(row.core === 'COMMUNICATION' ? absent.collective : []), 'splitSource']);
        expect(expected.length).toBeGreaterThan(1);
        expect(found.map(comparable)).toEqual(expected.map(comparable));
      });

      it.each(['op-statistic', 'api-statistic'] as const)(
        'count the same, which the text has rounded: %s',
        async (kind) => {
          const source = { table: 'operator.statistics', of: { ranks, kind } } as const;
          const [expected, found] = [await rowsOf(text, source), await rowsOf(database, source)];
          const nameOf = ({ rank, type, core, level, api }: Row) => [rank, type, core, level, api].join();
          const named = new Map(found.map((row) => [nameOf(row), row]));
          expect(expected.length).toBeGreaterThan(5);
          expect([...named.keys()].sort()).toEqual(expected.map(nameOf).sort());
          for (const { averageNs, share, variance, device: _, ...exact } of expected) {
            const own = named.get(nameOf(exact));
            expect(own).toMatchObject(exact);
            expect(Math.abs(Number(own?.averageNs) - Number(averageNs))).toBeLessThanOrEqual(0.5);
            for (const key of ['share', 'variance'] as const) {
              const wanted = { share, variance }[key];
              if (wanted !== undefined) expect(Number(own?.[key])).toBeCloseTo(Number(wanted), 2);
            }
          }
        },
      );

      it('tell of the same collectives, which begin when they do as far as a float64 of µs can tell', async () => {
        const source = { table: 'communication.ops', of: {} } as const;
        const [expected, found] = [await rowsOf(text, source), await rowsOf(database, source)];
        const comparable = (row: Row): Row => without(row, [...absent.all, 'startNs', 'lateNs']);
        expect(found.map(comparable)).toEqual(expected.map(comparable));
        for (const [i, row] of found.entries()) {
          expect(Math.abs(Number(BigInt(row.startNs!) - BigInt(expected[i]!.startNs!)))).toBeLessThanOrEqual(250);
          expect(Math.abs(Number(row.lateNs ?? 0) - Number(expected[i]!.lateNs ?? 0))).toBeLessThanOrEqual(500);
        }
      });

      it('and tasks of collectives have the same args, as far as the database has them', async () => {
        const [expected, found] = [await planeArgs(text), await planeArgs(database)];
        expect(expected.length).toBeGreaterThan(10);
        expect(found.length).toBe(expected.length);
        for (const [i, own] of found.entries()) {
          const { 'bandwidth(GB/s)': bandwidth, ...others } = own;
          expect(expected[i]).toMatchObject(others);
          expect(bandwidth).toBeCloseTo(Number(expected[i]!['bandwidth(GB/s)']), 6);
        }
      });

      it('tell of the same memory at an instant', async () => {
        const at = (dump: DumpContext) => Number(BigInt(jobs.text.truth.ranks[0]!.steps[1]!.startNs) - dump.baseNs);
        const of = { rank: 0 as RankIndex, component: 'PTA' };
        const [expected, found] = [
          await answer(text, 'memory.liveTotals', { ...of, atNs: at(text) }),
          await answer(database, 'memory.liveTotals', { ...of, atNs: at(database) }),
        ];
        expect(expected).toMatchObject({ liveCount: expect.any(Number) });
        expect(found).toEqual(expected);
      });

      it('find the same: every finding with its ranks, its numbers and its sentences', async () => {
        const found = async (dump: DumpContext) => {
          const { findings } = (await answer(dump, 'findings.report', {})) as FindingsReport;
          // Evidence is slices, by their positions in an index.
          return findings.map(({ evidence: _, ...finding }) => JSON.stringify(finding));
        };
        const expected = await found(text);
        // A well-run job has none, in neither form.
        if (options.faults) expect(expected.length).toBeGreaterThan(0);
        expect(await found(database)).toEqual(expected);
      });

      it('say each fact of a rank once', async () => {
        const { facts } = (await answer(database, 'summary.job', {})) as JobFacts;
        const devices = facts.find(({ id }) => id === 'devices');
        expect(devices?.values.flatMap(({ ranks: own }) => own).sort()).toEqual(ranks);
      });

      it.each([
        ['communication.packets', {}],
        ['communication.matrix', {}],
        ['summary.split', { step: 'all' }],
        ['summary.overSteps', {}],
        ['summary.parallel', { step: 'all' }],
        ['operator.steps', { ranks, by: 'type', maxGroups: 8 }],
      ] as const)('give the same answer: %s', async (question, of) => {
        const expected = await answer(text, question, of);
        expect(expected).toBeDefined();
        expect(await answer(database, question, of)).toEqual(expected);
      });
    });

    describe('the timelines of a rank', () => {
      let ofText: TimelineContent;
      let ofDatabase: TimelineContent;
      beforeAll(async () => {
        const { folder: rank } = jobs.text.truth.ranks[1]!;
        const paths = [
          join(outputFolder(jobs.text.folder, rank), 'trace_view.json'),
          join(outputFolder(jobs.database.folder, rank), 'ascend_pytorch_profiler_1.db'),
        ];
        [ofText, ofDatabase] = (await Promise.all(paths.map((path) => indexFiles([path])))).map(timelineContent) as [
          TimelineContent,
          TimelineContent,
        ];
      });

      it('have the same slices, to the ns', () => {
        expect([...ofDatabase.lanes.keys()].sort()).toEqual([...ofText.lanes.keys()].sort());
        for (const [lane, slices] of ofText.lanes) expect(ofDatabase.lanes.get(lane), lane).toEqual(slices);
      });

      it('have the same arrows', () => {
        expect(ofText.arrows.length).toBeGreaterThan(300);
        expect(ofDatabase.arrows).toEqual(ofText.arrows);
      });

      it('have the same counters', () => {
        expect([...ofDatabase.counters.keys()].sort()).toEqual([...ofText.counters.keys()].sort());
        for (const [counter, samples] of ofText.counters)
          expect(ofDatabase.counters.get(counter), counter).toEqual(samples);
      });
    });
  });
}
