import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Journal } from '../../../../src-main/watch/journal';
import { runUserCommand } from '../../../../src-main/watch/userCommand';
import type { SavedWatch } from '../../../../src-main/watch/watchOptions';
import { drawn, job, Killing, killedAt, line, log, never } from './watchedJob';

describe('killed and started again', () => {
  // Before and behind what is written when there is a baseline, an alarm, and a profile is asked for; all moments: killed.full.test.ts.
  test.each([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ])('at writing %d, on disk: %s: one profile, no alarm lost, none twice', killedAt);

  test('what was found and not told is told by the next one', async () => {
    const { path, journal, told, start } = job(log);
    writeFileSync(path, drawn.map((ms, step) => line(step + 1, ms)).join(''));
    await new Promise<void>((kill) => {
      void start({ journal: new Killing(journal.path, 1, true, kill) }).then((own) => own.round(0, never));
    });
    expect(told).toEqual([]);
    const stop = new AbortController();
    stop.abort();
    await (await start()).run(stop.signal);
    expect(told.filter((own) => own.startsWith('alarm'))).toEqual(['alarm 64', 'alarm 94']);
    told.length = 0;
    await (await start()).run(stop.signal);
    expect(told).toEqual([]);
  });
});

describe('an alarm of long ago', () => {
  const asking = () => {
    const asked: number[] = [];
    const trigger =
      async ({ step }: { readonly step: number }) =>
      async () => {
        asked.push(step);
        return { said: { en: 'yes', zh: 'yes' }, processes: undefined };
      };
    return { asked, trigger };
  };
  const lines = (from: number, to: number) =>
    drawn
      .slice(from, to)
      .map((ms, at) => line(from + at + 1, ms))
      .join('');
  const hourAgo = () => new Date(Date.now() - 3_600_000);

  test('is told and asks for nothing, nor does it hold back the next one', async () => {
    const { asked, trigger } = asking();
    const { path, journal, told, start } = job(log, { trigger });
    writeFileSync(path, lines(0, 80));
    utimesSync(path, hourAgo(), hourAgo());
    const watcher = await start();
    await watcher.round(0, never);
    expect(told).toContain('alarm 64');
    expect((await journal.read())?.alarms.map(({ outcome }) => outcome)).toEqual(['past']);
    appendFileSync(path, lines(80, 120));
    await watcher.round(1_000, never);
    await watcher.settled();
    expect(asked).toEqual([94]);
  });

  test('by the dates of its lines, too, in a file that is being written', async () => {
    const { asked, trigger } = asking();
    const { path, start } = job(log, { trigger });
    // Half an hour went by before step 80.
    const dated = drawn.map((ms, at) => `[2026-03-01 ${at < 80 ? '10:00' : '10:30'}:00]${line(at + 1, ms)}`);
    writeFileSync(path, dated.join(''));
    const watcher = await start();
    await watcher.round(0, never);
    await watcher.settled();
    expect(asked).toEqual([94]);
  });

  test('as well as one that came while the watcher was away; a young one is asked for', async () => {
    for (const isOld of [true, false]) {
      const { asked, trigger } = asking();
      const { path, start } = job(log, { trigger });
      writeFileSync(path, lines(0, 50));
      await (await start()).round(0, never);
      appendFileSync(path, lines(50, 70));
      if (isOld) utimesSync(path, hourAgo(), hourAgo());
      const second = await start();
      await second.round(0, never);
      await second.settled();
      expect(asked).toEqual(isOld ? [] : [64]);
    }
  });

  test('that the watcher was ended before it asked for is not asked for later', async () => {
    const { asked, trigger } = asking();
    const { path, journal, told, start } = job(log, { trigger });
    writeFileSync(path, lines(0, 80));
    await new Promise<void>((kill) => {
      void start({ journal: new Killing(journal.path, 2, true, kill) }).then((own) => own.round(0, never));
    });
    const saved = (await journal.read()) as SavedWatch;
    expect(saved.triggers.map(({ status }) => status)).toEqual(['waiting']);
    const aged = { ...saved, triggers: saved.triggers.map((own) => ({ ...own, atMs: Date.now() - 3_600_000 })) };
    await journal.write(aged);
    const second = await start();
    await second.round(0, never);
    await second.settled();
    expect(told).toContain('past 1');
    expect(asked).toEqual([]);
    expect((await journal.read())?.triggers.map(({ status }) => status)).toEqual(['past']);
  });
});

/** Waits for dumps, and notes whether they are sure to come. */
function waiting() {
  const isSure: boolean[] = [];
  const report = async (_dump: string, _ranks: number | undefined, _signal: AbortSignal, sure = true) => {
    isSure.push(sure);
    return undefined;
  };
  return { isSure, after: { report } };
}

test('killed while a profile is made ready, before anybody was asked: the next watcher asks', async () => {
  const { path, journal, told, start } = job(log);
  writeFileSync(path, drawn.map((ms, at) => line(at + 1, ms)).join(''));
  const first = await start({ trigger: () => new Promise(() => {}) });
  await first.round(0, never);
  expect((await journal.read())?.triggers.map(({ status }) => status)).toEqual(['waiting']);
  const { after, isSure } = waiting();
  const second = await start({ trigger: async () => async () => ({ said: { en: '', zh: '' }, processes: 1 }), after });
  await second.round(1_000, never);
  await second.settled();
  expect(told.filter((own) => /asked|unknown/.test(own))).toEqual(['asked 1']);
  expect(isSure).toEqual([true]);
});

test('killed while a profile is asked for: it is not asked for again, and its dump is not waited for as for one that is sure to come', async () => {
  const { path, journal, told, start } = job(log);
  writeFileSync(path, drawn.map((ms, at) => line(at + 1, ms)).join(''));
  const first = await start({ trigger: async () => () => new Promise(() => {}) });
  await first.round(0, never);
  await vi.waitFor(async () =>
    expect((await journal.read())?.triggers.map(({ status }) => status)).toEqual(['asking']),
  );
  const { after, isSure } = waiting();
  const second = await start({ trigger: async () => async () => expect.unreachable(), after });
  const stop = new AbortController();
  stop.abort();
  await second.run(stop.signal);
  expect(told.filter((own) => /asked|unknown/.test(own))).toEqual(['unknown 1']);
  expect(isSure).toEqual([false]);
});

test('the files of ranks in a folder, some of which come later', async () => {
  const { folder, told, start } = job(log, { paths: [] });
  const logs = join(folder, 'logs');
  const watcher = await start({ paths: [logs] });
  await watcher.round(0, never);
  mkdirSync(logs);
  for (let step = 0; step < drawn.length; step++) {
    for (const rank of [0, 1, 2])
      appendFileSync(join(logs, `rank_${rank}.log`), line(step + 1, rank === 2 ? drawn[step] : 90));
    if (step % 20 === 19) await watcher.round(step * 100, never);
  }
  expect(told.filter((own) => own.startsWith('alarm'))).toEqual(['alarm 64', 'alarm 94']);
  const [alarm] = (await watcher.options.journal.read())?.alarms ?? [];
  expect(alarm.slowestRank).toBe(2);
});

test('msMonitor’s JSON lines: markers of steps, in parts one behind the other', async () => {
  const { folder, told, start } = job({ kind: 'monitor' });
  const marker = (step: number, ms: number) => {
    const startNs = 1_726_000_000_000_000_001n + BigInt(step) * 1_000_000_000n;
    const endNs = startNs + BigInt(ms * 1e6);
    return `{"kind":"Marker","sourceKind":"Host","name":"step ${step}","startNs":${startNs},"endNs":${endNs},"domain":"default","processId":1,"threadId":2,"id":${step}}\n{"kind":"Kernel","name":"Marker","startNs":1,"endNs":2,"deviceId":0,"streamId":1,"type":"KERNEL","correlationId":1}\n`;
  };
  const watcher = await start({ paths: [folder] });
  for (let step = 0; step < drawn.length; step++) {
    const part = step < 50 ? '20250912133501123' : '20250912133601123';
    appendFileSync(join(folder, `msmonitor_77_${part}_3.jsonl`), marker(step + 1, drawn[step]));
    if (step % 10 === 9) await watcher.round(step * 1000, never);
  }
  expect(told.filter((own) => own.startsWith('alarm'))).toEqual(['alarm 64', 'alarm 94']);
});

test('steps that stop are a stall, with who is behind; steps that come again end it; so does a new start', async () => {
  const { path, told, start } = job({ kind: 'steps' });
  const watcher = await start();
  const row = (step: number) => `${step},0,100\n${step},1,100\n`;
  writeFileSync(path, `step,rank,ms\n${Array.from({ length: 60 }, (_, at) => row(at + 1)).join('')}61,0,100\n`);
  await watcher.round(0, never);
  await watcher.round(59_000, never);
  expect(told.filter((own) => own.startsWith('stall'))).toEqual([]);
  await watcher.round(60_000, never);
  await watcher.round(90_000, never);
  expect(told.filter((own) => own.startsWith('stall'))).toEqual(['stall 60']);
  expect(watcher.job.state).toBe('stalled');
  appendFileSync(path, '61,1,100\n');
  await watcher.round(91_000, never);
  expect(told.slice(-1)).toEqual(['resumed 61']);
  appendFileSync(path, row(1) + row(2));
  await watcher.round(92_000, never);
  expect(told).toContain('restart 1');
  expect(watcher.job.state).toBe('no-baseline');
});

test('limits that are changed while it runs hold from the next step on, and after a new start', async () => {
  const { folder, path, told, start } = job(log);
  const limitsFile = join(folder, 'limits');
  writeFileSync(
    path,
    drawn
      .slice(0, 50)
      .map((ms, step) => line(step + 1, ms))
      .join(''),
  );
  const watcher = await start({ limitsFile });
  await watcher.round(0, never);
  writeFileSync(limitsFile, 'PERF_KSIGMA=1000');
  await watcher.round(1000, never);
  appendFileSync(
    path,
    drawn
      .slice(50, 80)
      .map((ms, step) => line(step + 51, ms))
      .join(''),
  );
  writeFileSync(limitsFile, 'PERF_SIGMA=1');
  await watcher.round(2000, never);
  await watcher.round(3000, never);
  expect(told).toEqual(['baseline', 'limits', 'drift', 'change']);
  expect((await start({ limitsFile })).job.limits.sigmas).toBe(1000);
});

test('why nothing comes: no such file, lines that tell of no step', async () => {
  const { path, told, start } = job(log);
  const watcher = await start();
  await watcher.round(0, never);
  await watcher.round(9_999, never);
  expect(told).toEqual([]);
  await watcher.round(10_000, never);
  await watcher.round(11_000, never);
  expect(told).toEqual(['no-file']);
  writeFileSync(path, 'nothing\n'.repeat(1000));
  await watcher.round(12_000, never);
  await watcher.round(13_000, never);
  expect(told).toEqual(['no-file', 'no-match']);
});

test('the journal is replaced as a whole; a damaged one is not overwritten unsaid', async () => {
  const { journal, folder } = job(log);
  await journal.write({ version: 1 } as SavedWatch);
  expect(await journal.read()).toEqual({ version: 1 });
  writeFileSync(journal.path, '{"version":');
  await expect(journal.read()).rejects.toThrow('is damaged: delete it');
  expect(readFileSync(journal.path, 'utf8')).toBe('{"version":');
  expect(await new Journal(join(folder, 'none.json')).read()).toBeUndefined();
});

test.skipIf(process.platform === 'win32')(
  'a command of the user’s own knows of the alarm; one that fails or hangs is told',
  async () => {
    const { folder } = job(log);
    const out = join(folder, 'out');
    const said = await runUserCommand(`echo "$STEP" > '${out}'`, { STEP: '$(touch x)' }, never);
    expect(said.en).toBe('The command ended without an error.');
    expect(readFileSync(out, 'utf8')).toBe('$(touch x)\n');
    await expect(runUserCommand('exit 3', {}, never)).rejects.toThrow('exit code 3');
    await expect(runUserCommand('sleep 20 & sleep 20', {}, never, 50)).rejects.toThrow('longer than 0.05 s');
  },
);
