import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DumpId, DumpState, Engine, FindingsReport, QuestionId } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { type Measurement, percentile, startStopwatch } from '../measurement';
import { eventCountOf, fullestLanes, openedState, startEngine, withClocks } from './engineProcess';

const LANES = 60;
const PIXELS = 2000;
const FRAME_MS = 1000 / 60;
/** Views asked for before the findings: most of them find warm code, as a user's do who has looked around. */
const IDLE_VIEWS = 60;

/**
 * What is found out about a dump: from when it has been read until the report is there, and from nothing until then. A frame
 * asks for its view meanwhile, sixty times a second, of another stretch each time; how long they wait is held against what
 * they wait for when nothing else is done. And what it takes once it has been kept. Time of the whole is without those.
 */
export async function measureFindings(path: string): Promise<Measurement> {
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const host = startEngine();
  const { engine } = host;
  const watch = startStopwatch();
  const state = await readAll(engine, await openedState(engine, folder));
  const { wallMs: readMs, cpuMs: readCpuMs } = watch.read();
  const report = await reportOf(engine, state.id);
  const measured = watch.read();
  const events = eventCountOf(state);
  await host.dispose();
  const views = await viewsMeanwhile(folder);
  const keptFindingsMs = await keptMs(folder);
  const details = {
    keptFindingsMs,
    readMs,
    findingsMs: measured.wallMs - readMs,
    findingsCpuMs: measured.cpuMs - readCpuMs,
    findings: report.findings.length,
    ...views,
  };
  return { ...measured, sizeBytes: state.progress.bytesTotal, events, details };
}

/** Of a large job only the first ranks are read when it is opened: all the others too. */
async function readAll(engine: Engine, opened: DumpState): Promise<DumpState> {
  let state = opened;
  if (state.ranks.some(({ status }) => status === 'unread')) await engine.readTimelines(state.id, { kind: 'all' });
  while (state.ranks.some(({ status }) => status === 'waiting' || status === 'indexing' || status === 'unread'))
    state = await nextDumpState(engine, state.id, state);
  return withClocks(engine, state);
}

/** The same once an engine before has kept them. */
async function keptMs(folder: string): Promise<number> {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'tracelane-bench-cache-'));
  try {
    for (let opening = 0; ; opening++) {
      const host = startEngine(cacheFolder);
      const state = await readAll(host.engine, await openedState(host.engine, folder));
      const startMs = performance.now();
      await reportOf(host.engine, state.id);
      const ms = performance.now() - startMs;
      await host.dispose();
      if (opening > 0) return ms;
    }
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}

/** The same dump, opened anew, with views asked for before and beside the findings. */
async function viewsMeanwhile(folder: string): Promise<Measurement['details']> {
  const host = startEngine();
  const state = await readAll(host.engine, await openedState(host.engine, folder));
  const idle: number[] = [];
  for (let i = 0; i < IDLE_VIEWS; i++) idle.push(await viewMs(host.engine, state, i));
  let isAnswered = false;
  const answer = reportOf(host.engine, state.id).finally(() => {
    isAnswered = true;
  });
  const beside: number[] = [];
  while (!isAnswered) {
    const ms = await viewMs(host.engine, state, IDLE_VIEWS + beside.length);
    beside.push(ms);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, FRAME_MS - ms)));
  }
  await answer;
  await host.dispose();
  return {
    idleViewP95Ms: percentile(idle, 0.95),
    besideViews: beside.length,
    besideViewP95Ms: percentile(beside, 0.95),
    besideViewMaxMs: Math.max(...beside),
    lateViews: beside.filter((ms) => ms > FRAME_MS).length,
  };
}

function reportOf(engine: Engine, dump: DumpId): Promise<FindingsReport> {
  return engine.ask(dump, 'findings.report', {}, randomUUID() as string as QuestionId);
}

/** A view of a hundredth of the dump in its fullest lanes, somewhere else with each `i`. */
async function viewMs(engine: Engine, state: DumpState, i: number): Promise<number> {
  const width = (state.endNs - state.startNs) / 100;
  const startNs = state.startNs + (state.endNs - state.startNs - width) * ((i * 0.618_033_988_7) % 1);
  const nsPerPixel = width / PIXELS;
  const startMs = performance.now();
  await engine.viewport({
    ...{ dump: state.id, startNs, endNs: startNs + width, nsPerPixel },
    ...{ lanes: fullestLanes(state, LANES), folded: [], labelMinPixels: 40 },
  });
  return performance.now() - startMs;
}
