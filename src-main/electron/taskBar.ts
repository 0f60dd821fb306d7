import { BrowserWindow, type WebContents } from 'electron';
import type { DumpId, DumpState, Engine } from '../../src-contract';
import { nextDumpState } from '../../src-contract/wire/dumpUpdates';
import { errorNames } from '../../src-contract/wire/errors';

/** Electron's: no bar. */
const none = -1;
/** Electron's, for anything above 1: under way, nobody knows how far. */
const unknown = 2;

/**
 * How far the dump is shows in the task bar or dock, on the window that opened it last. Resolves when it is indexed, or has
 * been closed before.
 */
export async function followInTaskBar(engine: Engine, dump: DumpId, contents: WebContents): Promise<void> {
  const show = (progress: number): void => {
    if (contents.isDestroyed()) return;
    BrowserWindow.fromWebContents(contents)?.setProgressBar(progress);
  };
  try {
    let state = await nextDumpState(engine, dump);
    while (progressOf(state) !== none) {
      show(progressOf(state));
      state = await nextDumpState(engine, dump, state);
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== errorNames.dumpClosed) throw error;
  } finally {
    show(none);
  }
}

/** As `setProgressBar` takes it. */
export function progressOf({ status, progress }: Pick<DumpState, 'status' | 'progress'>): number {
  if (status !== 'discovering' && status !== 'indexing') return none;
  return progress.bytesTotal === 0 ? unknown : Math.min(progress.bytesDone / progress.bytesTotal, 1);
}
