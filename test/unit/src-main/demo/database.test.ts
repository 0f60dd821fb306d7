import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoError } from '../../../../src-main/demo/demoError';
import { parseFault } from '../../../../src-main/demo/faults/faultText';
import { generateDemo } from '../../../../src-main/demo/generate';
import type { DemoOptions } from '../../../../src-main/demo/options';
import type { DemoTruth } from '../../../../src-main/demo/truth';
import { readTimeline, withSqlite } from './readDatabase';
import { nsOf, outputFolder, readJson, readTrace, type Trace, type TraceEvent } from './readDump';

const options: Omit<DemoOptions, 'folder'> = {
  ranks: 2,
  steps: 2,
  seed: 5,
  parallel: { tensor: 2, pipeline: 1, data: 2 },
  model: { layersPerStage: 1, microBatches: 1 },
  clockOffsetMs: 10_000,
  flowShare: 0.7,
  faults: [parseFault('gc-pause:rank=1')],
};

let scratch = '';
let truth: DemoTruth;
const job = (): string => join(scratch, 'both');

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'tracelane-databases-'));
  truth = await generateDemo({ ...options, folder: job(), form: 'both' });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const databaseOf = (rank: number): string =>
  join(outputFolder(job(), truth.ranks[rank]!.folder), `ascend_pytorch_profiler_${rank}.db`);

/** Lanes of the text by the names that `readTimeline` gives those of the database: a group's planes follow it. */
function laneNames(trace: Trace, rank: number): (event: TraceEvent) => string {
  const metadata = readJson<{ parallel_group_info: Record<string, object> }>(
    join(job(), truth.ranks[rank]!.folder),
    'profiler_metadata.json',
  );
  const groups = Object.keys(metadata.parallel_group_info);
  const lanes = [...new Set(trace.events.map((event) => trace.laneOf(event)))]
    .filter((lane) => lane.startsWith('Communication/'))
    .sort((a, b) => tidOf(a) - tidOf(b));
  const names = new Map<string, string>();
  let group = '';
  for (const lane of lanes) {
    const [, own] = lane.split('/') as [string, string];
    const [kind, number] = own.split(' ') as [string, string];
    if (kind === 'Group') group = groups[Number(number)]!;
    names.set(lane, kind === 'Group' ? `Group ${group}` : `Plane ${number} of ${group}`);
  }
  return (event) => {
    const lane = trace.laneOf(event);
    const [process] = lane.split('/');
    return names.get(lane) ?? `${process}/${event.tid}`;
  };
}

const tidOf = (lane: string): number => Number(lane.split('/')[2]);

describe('the database of a rank', () => {
  const rank = 1;
  const read = () => {
    const trace = readTrace(outputFolder(job(), truth.ranks[rank]!.folder));
    return { trace, nameOf: laneNames(trace, rank), timeline: readTimeline(databaseOf(rank)) };
  };

  it('has the slices of trace_view.json, to the ns', () => {
    const { trace, nameOf, timeline } = read();
    const lanes = new Map<string, string[]>();
    for (const event of trace.events) {
      const name = nameOf(event);
      if (event.ph !== 'X') continue;
      const list = lanes.get(name) ?? [];
      lanes.set(name, list);
      list.push(`${nsOf(event.ts!)} ${event.name} +${Math.floor(event.dur! * 1000 + 1e-6)}`);
    }
    for (const list of lanes.values()) list.sort();
    expect([...timeline.lanes.keys()].sort()).toEqual([...lanes.keys()].sort());
    for (const [lane, list] of lanes) expect(timeline.lanes.get(lane), lane).toEqual(list);
  });

  it('has its arrows', () => {
    const { trace, nameOf, timeline } = read();
    const starts = new Map<string, TraceEvent>();
    for (const event of trace.events) if (event.ph === 's') starts.set(`${event.cat}/${event.id}`, event);
    const flows: string[] = [];
    const handedOver = new Map<string, bigint>();
    for (const event of trace.events) {
      const start = starts.get(`${event.cat}/${event.id}`);
      if (event.ph !== 'f' || start === undefined) continue;
      const to = `${nameOf(event)} ${nsOf(event.ts!)}`;
      if (event.cat === 'HostToDevice') handedOver.set(to, nsOf(start.ts!));
      else flows.push(`${event.cat}: ${nameOf(start)} ${nsOf(start.ts!)} → ${to}`);
    }
    expect(timeline.flows).toEqual(flows.sort());
    expect(timeline.handOvers.map(({ to }) => to).sort()).toEqual([...handedOver.keys()].sort());
    // The text says when within the call; the database has the call.
    for (const { callStartNs, callEndNs, to } of timeline.handOvers) {
      const atNs = handedOver.get(to)!;
      expect(callStartNs <= atNs && atNs < callEndNs, to).toBe(true);
    }
  });

  it('is sound, with as many rows as the truth says', () => {
    const { rows, bytes } = truth.ranks[rank]!.databases!;
    const paths = [databaseOf(rank), join(databaseOf(rank), '../analysis.db')];
    const counted = paths.flatMap((path) =>
      withSqlite(path, (query) => {
        expect(query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
        const tables = query("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name));
        return tables.map((table) => [table, query(`SELECT count(*) AS n FROM ${table}`)[0]!.n]);
      }),
    );
    expect(Object.fromEntries(counted)).toEqual(rows);
    expect(bytes).toBe(paths.reduce((sum, path) => sum + statSync(path).size, 0));
  });
});

describe('--form', () => {
  it('db writes no file that a database has tables for, and the same run', async () => {
    const folder = join(scratch, 'db');
    const alone = await generateDemo({ ...options, folder, form: 'db' });
    expect(readdirSync(outputFolder(folder, alone.ranks[0]!.folder))).toEqual([
      'analysis.db',
      'ascend_pytorch_profiler_0.db',
    ]);
    expect(readdirSync(join(folder, alone.ranks[0]!.folder)).sort()).toEqual([
      'ASCEND_PROFILER_OUTPUT',
      'profiler_info_0.json',
      'profiler_metadata.json',
    ]);
    const path = join(outputFolder(folder, alone.ranks[1]!.folder), 'ascend_pytorch_profiler_1.db');
    expect(readFileSync(path).equals(readFileSync(databaseOf(1)))).toBe(true);
    expect(alone.ranks.map(({ steps, flowLinks, databases }) => ({ steps, flowLinks, databases }))).toEqual(
      truth.ranks.map(({ steps, flowLinks, databases }) => ({ steps, flowLinks, databases })),
    );
    expect(alone.ranks.map(({ traceBytes, eventCount }) => traceBytes + eventCount)).toEqual([0, 0]);
  });

  it('db has a timeline', async () => {
    const refused = generateDemo({ ...options, folder: join(scratch, 'none'), form: 'db', withTimeline: false });
    await expect(refused).rejects.toThrow(DemoError);
  });

  it('leaves nothing behind when it is given up, nor a file open', async () => {
    const folder = join(scratch, 'abandoned');
    const stop = new AbortController();
    const given = generateDemo({ ...options, folder, form: 'db', signal: stop.signal }, () => stop.abort());
    await expect(given).rejects.toThrow('abort');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });
});
