import { statSync } from 'node:fs';
import { type Measurement, percentile, startStopwatch } from '../measurement';
import { eventCountOf, openedState, startEngine } from './engineProcess';

/** A program that has been used for a while: what is compiled, and which threads run, is settled. */
const BEFORE = 4;
const OPENINGS = 9;

/** Opening in a program that is running and has opened others before; nothing is kept of them, in no cache. */
export async function measureOpenRunning(path: string): Promise<Measurement> {
  const host = startEngine();
  const wallMs: number[] = [];
  let cpuMs = 0;
  let events = 0;
  for (let i = 0; i < BEFORE + OPENINGS; i++) {
    const watch = startStopwatch();
    const state = await openedState(host.engine, path);
    events = eventCountOf(state);
    if (i >= BEFORE) {
      wallMs.push(state.openMs ?? watch.read().wallMs);
      cpuMs += watch.read().cpuMs / OPENINGS;
    }
    await host.engine.close(state.id);
  }
  const { peakBytes } = startStopwatch().read();
  await host.dispose();
  const details = { fastestMs: Math.min(...wallMs), slowestMs: Math.max(...wallMs) };
  return { wallMs: percentile(wallMs, 0.5), cpuMs, peakBytes, sizeBytes: statSync(path).size, events, details };
}
