import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Journal } from '../../../../src-main/watch/journal';
import type { LineForm } from '../../../../src-main/watch/readerOf';
import { Watcher } from '../../../../src-main/watch/watcher';
import type { SavedWatch, WatchOptions } from '../../../../src-main/watch/watchOptions';
import { usualStall } from '../../../../src-watch/rule/jobWatch';
import { usualKSigma } from '../../../../src-worker/model/stepSeries/kSigma';
import { temporaryFolder } from '../../../fixtures/indexed';
import { alarmsOfRule } from '../../../fixtures/ruleOfAlarm';

export const never = new AbortController().signal;

/** A folder with a log to be written, and watchers of it. */
export function job(form: LineForm, given: Partial<WatchOptions> = {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'train.log');
  const journal = new Journal<SavedWatch>(join(folder, 'state', 'journal.json'));
  const told: string[] = [];
  const states: string[] = [];
  const options: WatchOptions = {
    ...{ paths: [path], form, limits: usualKSigma, stall: usualStall, limitsFile: undefined, journal },
    ...{ trigger: undefined, everyMs: 10, ...given },
  };
  const start = async (own: Partial<WatchOptions> = {}) =>
    new Watcher(
      { ...options, ...own },
      {
        event: (event) => told.push('step' in event ? `${event.kind} ${event.step}` : event.kind),
        file: ({ change }) => told.push(change),
        trigger: ({ alarm, status }) => told.push(`${status} ${alarm.number}`),
        state: (state) => void states.push(state),
        problem: ({ kind }) => told.push(kind),
      },
      await journal.read(),
    );
  return { folder, path, journal, told, states, start };
}

export const line = (step: number, ms: number) =>
  ` iteration ${step}/ 500 | x | elapsed time per iteration (ms): ${ms} |\n`;
export const log: LineForm = { kind: 'log', preset: 'megatron' };
/** Two alarms, of which one asks for a profile. */
export const drawn = Array.from(
  { length: 120 },
  (_, at) => ((at >= 60 && at < 66) || (at >= 90 && at < 95) ? 200 : 100) + (at % 3),
);

/** A journal of a process that is killed in the midst of its nth writing, or right behind it. */
export class Killing extends Journal<SavedWatch> {
  #count = 0;

  constructor(
    path: string,
    readonly at: number,
    readonly isWritten: boolean,
    readonly kill: () => void,
  ) {
    super(path);
  }

  override async write(state: SavedWatch): Promise<void> {
    this.#count++;
    if (this.#count < this.at) return super.write(state);
    if (this.#count === this.at && this.isWritten) await super.write(state);
    this.kill();
    return new Promise(() => {});
  }
}

/** A watcher that is killed there, and another one behind it. */
export async function killedAt(at: number, isWritten: boolean): Promise<void> {
  const asked: number[] = [];
  const trigger =
    async ({ number }: { readonly number: number }) =>
    async () => {
      asked.push(number);
      return { said: { en: 'yes', zh: 'yes' }, processes: undefined };
    };
  const { path, journal, start } = job(log, { trigger });
  writeFileSync(path, '');
  let nowMs = 0;
  let rest = drawn.map((ms, step) => line(step + 1, ms));
  const round = async (watcher: Watcher): Promise<void> => {
    nowMs += 1000;
    await watcher.round(nowMs, never);
    await watcher.settled();
  };
  /** Ten lines at a time, as a job writes them. */
  const follow = async (watcher: Watcher): Promise<void> => {
    while (rest.length > 0) {
      appendFileSync(path, rest.slice(0, 10).join(''));
      rest = rest.slice(10);
      await round(watcher);
    }
  };
  await new Promise<void>((kill) => {
    void start({ journal: new Killing(journal.path, at, isWritten, kill) }).then(follow);
  });
  const second = await start();
  await round(second);
  await follow(second);
  const own = alarmsOfRule(drawn, usualKSigma).alarms;
  const saved = await journal.read();
  expect(saved?.alarms.map(({ number, step, outcome }) => [number, step, outcome === 'triggered'])).toEqual(
    own.map(({ step, isTrigger }, index) => [index + 1, step, isTrigger]),
  );
  // Killed between "I am asking" and "I have asked" nothing tells whether it was: it is not asked again, and that is said.
  const [status] = saved?.triggers.map((one) => one.status) ?? [];
  expect(['asked', 'unknown']).toContain(status);
  expect(status === 'unknown' ? asked.length <= 1 : asked.length === 1).toBe(true);
}
