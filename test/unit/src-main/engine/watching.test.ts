import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DumpState } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { builtWorker } from '../../../fixtures/builtWorker';
import { isDone, opened, startEngine, until, writeLarge, writeTrace } from './startedEngine';

const worker = builtWorker();
const start = () => startEngine(worker.url);

const EVENTS = 200_000;
let shared = '';
let large = '';
beforeAll(() => {
  shared = mkdtempSync(join(tmpdir(), 'tracelane-watching-'));
  large = writeLarge(shared, 'large.json', EVENTS);
});
afterAll(() => rmSync(shared, { recursive: true, force: true }));

describe('watching and stopping', () => {
  test('watch waits for something new, and revisions only grow', async () => {
    const { engine } = start();
    const dump = await engine.open([large]);
    let state = await nextDumpState(engine, dump);
    const seen = [state];
    while (!isDone(state)) {
      state = await nextDumpState(engine, dump, state);
      seen.push(state);
    }
    const revisions = seen.map(({ revision }) => revision);
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
    const done = seen.map(({ progress }) => progress.bytesDone);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(seen.at(-1)?.ranks[0].eventCounts).toEqual({ X: EVENTS });
    // Nothing more happens: it waits, until closing ends the waiting.
    let isAnswered = false;
    const waiting = engine.watch(dump, state.revision + 1000).then(
      () => {
        isAnswered = true;
      },
      () => {
        isAnswered = true;
      },
    );
    await engine.search({ dump, text: 'n1', maxResults: 1 });
    expect(isAnswered).toBe(false);
    await engine.close(dump);
    await waiting;
  });

  test('watch answers only the ranks that changed, and many of them in parts', async () => {
    const { engine, folder } = start();
    const lanes = Array.from(
      { length: 99 },
      (_, tid) => `,{"ph":"X","pid":1,"tid":${tid + 2},"ts":1,"dur":1,"name":"n"}`,
    );
    for (let rank = 0; rank < 30; rank++) writeTrace(folder, `rank${rank}.pt.trace.json`, '5', lanes.join(''));
    const state = await opened(engine, folder);
    const first = await engine.watch(state.id, 0);
    expect(first.isPart).toBe(true);
    expect(first.revision).toBeLessThan(state.revision);
    const answers = [first];
    while (answers.at(-1)!.isPart) answers.push(await engine.watch(state.id, answers.at(-1)!.revision));
    expect(answers.length).toBeLessThan(7);
    const indexes = answers.flatMap(({ changedRanks }) => changedRanks.map(({ index }) => index));
    expect(indexes.toSorted((a, b) => a - b)).toEqual(state.ranks.map(({ index }) => index));
    expect(answers.at(-1)).toMatchObject({ revision: state.revision, isPart: false });
    // Who has seen all but the last part gets that part.
    const again = await engine.watch(state.id, answers.at(-2)!.revision);
    expect(again.changedRanks).toEqual(answers.at(-1)!.changedRanks);
  });

  test('cancelling ends it, and what was read stays', async () => {
    const { engine, folder } = start();
    const dump = await engine.open([writeLarge(folder, 'larger.json', 3 * EVENTS)]);
    // It may be read before anything of it has been told.
    const isUnderWay = ({ status, progress }: DumpState) => status === 'indexing' && progress.eventsDone > 0;
    await until(engine, dump, (state) => isUnderWay(state) || isDone(state));
    await engine.cancel(dump);
    const state = await until(engine, dump, isDone);
    expect(['cancelled', 'ready']).toContain(state.status);
    if (state.status === 'cancelled') expect(state.notices.map(({ code }) => code)).toContain('cancelled');
    expect((await engine.search({ dump, text: 'n1', maxResults: 1 })).totalCount).toBeGreaterThanOrEqual(0);
  });

  test('closing while it is being read leaves nothing behind', async () => {
    const { engine, folder } = start();
    const dump = await engine.open([large]);
    await engine.close(dump);
    await expect(engine.watch(dump, 0)).rejects.toMatchObject({ name: 'DumpClosedError' });
    // The threads are free for the next dump.
    expect((await opened(engine, writeTrace(folder, 'small.json', '5'))).status).toBe('ready');
  });
});
