import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DumpId, LaneId, ViewportQuery } from '../../../../src-contract';
import { DumpQuestions } from '../../../../src-main/engine/questions/dumpQuestions';
import { ResidentRanks } from '../../../../src-main/engine/questions/residentRanks';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { PLAIN_START } from '../../../../src-main/engine/threads/threadStart';
import { newTable } from '../../../../src-worker/query/quads/quadColumns';
import { LaneCell } from '../../../../src-worker/query/quads/sharedLanes';
import { askedDump } from '../../../fixtures/askedDump';
import { temporaryFolder } from '../../../fixtures/indexed';

const comlink = pathToFileURL(resolve('node_modules/comlink/dist/esm/comlink.mjs')).href;

/** A worker that takes all lanes at once and draws many quads of them; where it is to help, it answers late. */
function drawingWorker(): URL {
  const path = join(temporaryFolder(), 'worker.mjs');
  // All that is not 0 stands at its begin.
  const { table } = newTable({ originNs: 0, namedFromNs: 0 }, [], { rows: 1, quads: 10_000, names: 0, large: 0 });
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads';
    import { expose } from ${JSON.stringify(comlink)};
    const late = () => new Promise((done) => setTimeout(done, 50));
    const api = {
      bringWith() {},
      async viewport({ lanes }, share) {
        if (share?.isSecond) await late();
        else if (share) Atomics.store(share.cells, ${LaneCell.ofFirst}, lanes.length);
        if (share?.isSecond) return undefined;
        const table = new Uint8Array(${table.byteLength});
        table.set(${JSON.stringify([...new Uint8Array(table, 0, 100)])});
        return { table: table.buffer, counters: [], folded: [], names: [] };
      },
      statistics: late,
    };
    expose(api, {
      postMessage: (message) => parentPort.postMessage(message),
      addEventListener: (type, listener) => parentPort.on('message', (data) => listener({ data })),
      removeEventListener: () => {},
    });`,
  );
  return pathToFileURL(path);
}

const dump = 'd' as DumpId;
const window = { dump, startNs: 0, endNs: 1000 };
const lanes = [0, 1] as LaneId[];

function startedQuestions() {
  const asked = askedDump(dump);
  const resident = new ResidentRanks();
  const questions = new DumpQuestions(new ThreadProgram(drawingWorker()), PLAIN_START, resident, () => asked);
  questions.start();
  onTestFinished(() => questions.stop());
  const using = vi.spyOn(resident, 'using');
  const query: ViewportQuery = { ...window, nsPerPixel: 1, lanes, folded: [], labelMinPixels: 20 };
  return {
    /** How many threads are asked for a view until it is answered. */
    async view(): Promise<number> {
      using.mockClear();
      await questions.viewport(query);
      return using.mock.calls.length;
    },
    /** How many have been asked since it was. */
    asked: () => using.mock.calls.length,
    count: () => questions.statistics({ ...window, lanes, maxRows: 1 }),
  };
}

// One processor draws with one thread.
test.skipIf(availableParallelism() < 2)(
  'a view is for two threads though the second has not answered about the last one, not while it counts',
  async () => {
    const { view, asked, count } = startedQuestions();
    // There is so much to draw that the second thread is started, by a view that nobody waits for, as soon as nobody looks for more.
    // Where the machine is busy, that may be before we hear of the first view: so its count is not asked for by itself.
    await view();
    await vi.waitFor(() => expect(asked()).toBe(2));
    expect([await view(), await view(), await view()]).toEqual([2, 2, 2]);
    const counted = count();
    expect(await view()).toBe(1);
    await counted;
    expect(await view()).toBe(2);
  },
);
