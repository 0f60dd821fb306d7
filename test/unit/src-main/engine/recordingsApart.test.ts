/** Traces that were taken hours apart, as one dump. */
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { clockSummary } from '../../../../src-renderer/app/clock/clockText';
import { strings as en } from '../../../../src-renderer/app/clock/stringsEn';
import { builtWorker } from '../../../fixtures/builtWorker';
import { fileTree } from '../../../fixtures/fileTree';
import { lanesOf, opened, startEngine, until } from './startedEngine';

const worker = builtWorker();
const HOUR_US = 3600e6;

/** Steps 4 and 5 of 10 ms each, the first at `startUs`; with the events that the profiler writes around them. */
function trace(startUs: number): string {
  const step = (number: number, atUs: number) =>
    `{"ph":"X","cat":"user_annotation","pid":1,"tid":1,"ts":${startUs + atUs},"dur":10000,"name":"ProfilerStep#${number}"}`;
  const kernel = (atUs: number) =>
    `{"ph":"X","cat":"kernel","pid":0,"tid":7,"ts":${startUs + atUs},"dur":500,"name":"gemm","args":{"stream":7}}`;
  return `{"traceEvents":[${[step(4, 0), kernel(100), step(5, 10_000), kernel(10_100)].join()}]}`;
}

test('are shown aligned on their steps, and it is said; by their clocks they are hours apart', async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } });
  const { engine } = startEngine(worker.url);
  const folder = fileTree({ 'rank0.json': trace(1_700_000_000e6), 'rank1.json': trace(1_700_000_000e6 + 3 * HOUR_US) });
  const dump = await opened(engine, folder);
  expect(dump.clock).toMatchObject({ mode: 'steps', rankCounts: { reference: 1, 'first-step': 1 } });
  const said = dump.clock && clockSummary(i18n.t, dump.clock).replaceAll(/[\u202f\u00a0]/g, ' ');
  expect(said).toBe('Clock: aligned on the first common step · recordings 3 h 0 min apart');
  const starts = dump.ranks.map((rank) => Math.min(...lanesOf(rank).map(({ startNs }) => startNs)));
  expect(starts[1] - starts[0]).toBe(0);
  expect(dump.endNs - dump.startNs).toBeLessThan(1e9);
  await engine.setClock(dump.id, { mode: 'off' });
  const apart = await until(engine, dump.id, ({ clock }) => clock?.mode === 'off');
  expect(Math.floor((apart.endNs - apart.startNs) / 3600e9)).toBe(3);
});
