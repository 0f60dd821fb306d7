/** What commands that answer without a window have in common: the dump is read, and it is said how far that is. */
import type { DumpId, DumpState, Engine } from '../../src-contract';
import { nextDumpState } from '../../src-contract/wire/dumpUpdates';
import { CommandError } from '../base/commandError';

const COMING: ReadonlySet<string> = new Set(['unread', 'waiting', 'indexing']);

/**
 * Waits until the dump is read, with all timelines (of a large job only the first are read when it is opened) or with those;
 * says how far that is in steps of a tenth.
 */
export async function readDump(
  engine: Engine,
  dump: DumpId,
  timelines: 'all' | 'first',
  printError: (line: string) => void,
): Promise<DumpState> {
  let state = await nextDumpState(engine, dump);
  const say = tenths('Reading', printError);
  let isAllAsked = timelines === 'first';
  for (;;) {
    const isOpening = state.status === 'discovering' || state.status === 'indexing';
    if (!isOpening && !isAllAsked && state.ranks.some(({ status }) => status === 'unread')) {
      isAllAsked = true;
      await engine.readTimelines(dump, { kind: 'all' });
    }
    const isComing =
      timelines === 'all' && state.status === 'ready' && state.ranks.some(({ status }) => COMING.has(status));
    if (!isOpening && !isComing) return withSomething(state);
    const [done, total] = state.ranks.reduce(
      ([doneBytes, totalBytes], { progress }) => [doneBytes + progress.bytesDone, totalBytes + progress.bytesTotal],
      [0, 0],
    );
    say(done, total);
    state = await nextDumpState(engine, dump, state);
  }
}

/** Throws a `CommandError` where all there is is that somebody is making a job: nothing found in that would be a wrong answer. */
function withSomething(state: DumpState): DumpState {
  const unmade = state.notices.find(({ code }) => code === 'scale-no-job');
  if (unmade && state.ranks.length === 0 && state.clusterFiles.every(({ table }) => table === 'scale-tasks'))
    throw new CommandError(`${unmade.path}: ${unmade.message}`);
  return state;
}

/** Progress comes often: a line for each tenth that is new. */
export function tenths(what: string, printError: (line: string) => void): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const tenth = total > 0 ? Math.floor((10 * done) / total) : 0;
    if (tenth <= last || tenth >= 10) return;
    last = tenth;
    printError(`${what}: ${tenth * 10} %`);
  };
}
