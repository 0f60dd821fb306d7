import { open } from 'node:fs/promises';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import { LineSplitter } from '../../../src-watch/lines/lineSplitter';
import { inTurn, type RankStep } from '../../../src-watch/rule/jobSteps';
import { type JobEvent, JobWatch, type StepObserver } from '../../../src-watch/rule/jobWatch';
import { inParts } from '../followedFile';
import { type LineForm, readerOf } from '../readerOf';
import type { SavedFiles } from '../watchedFiles';
import type { WatchOptions } from '../watchOptions';

const CHUNK_BYTES = 1 << 20;

/**
 * Goes over what an earlier watcher has read already, for those who look: its journal knows the alarms, but not each step. Of
 * what has been rotated away nothing is left to read. Events are those that the limits in force now would have made.
 */
export async function readPast(
  { files }: SavedFiles,
  form: LineForm,
  { limits }: Pick<WatchOptions, 'limits'>,
  observer: StepObserver,
  take: (event: JobEvent) => void,
): Promise<void> {
  const job = new JobWatch(limits, undefined, undefined, observer);
  const add = (step: RankStep): void => job.add(step, 0).forEach(take);
  const [only] = files;
  // Of one file nothing has to be held back until the others have been read.
  if (files.length === 1) await readSteps(only, form, add);
  else {
    const ofFiles: RankStep[][] = [];
    for (const file of files) {
      const own: RankStep[] = [];
      await readSteps(file, form, (step) => void own.push(step));
      ofFiles.push(own);
    }
    for (const step of inTurn(ofFiles)) add(step);
  }
}

async function readSteps(
  { path, rank, file }: SavedFiles['files'][number],
  form: LineForm,
  give: (step: RankStep) => void,
): Promise<void> {
  const reader = readerOf(form);
  const splitter = new LineSplitter();
  const giveLines = (lines: readonly string[]): void | Promise<void> =>
    reader.readAll(lines, (step) => {
      const { originMs } = reader;
      const clockMs = originMs !== undefined && step.timeNs !== undefined ? originMs + step.timeNs / 1e6 : undefined;
      give({ ...step, rank: step.rank ?? rank, ...(clockMs !== undefined && { clockMs }) });
    });
  try {
    const handle = await open(path, 'r');
    try {
      const { ino, dev } = await handle.stat();
      // Another file has its name now: the watcher reads it from its beginning.
      if (file.id !== `${dev}:${ino}`) return;
      for (let at = 0; at < file.splitter.offset; ) {
        const wanted = Math.min(CHUNK_BYTES, file.splitter.offset - at);
        const { buffer, bytesRead } = await handle.read(new Uint8Array(wanted), 0, wanted, at);
        if (bytesRead === 0) return;
        await inParts((take) => splitter.push(buffer.subarray(0, bytesRead), take), giveLines);
        at += bytesRead;
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    // It is gone, or cannot be read: the watcher says so.
    if (systemCode(error) === undefined) throw error;
  }
}
