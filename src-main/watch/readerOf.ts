import { setImmediate } from 'node:timers/promises';
import type { LineReader, SavedReader } from '../../src-watch/lines/lineReader';
import { LogLines } from '../../src-watch/lines/logLines';
import { type LogPresetId, logPresets } from '../../src-watch/lines/logPresets';
import { monitorFile } from '../../src-watch/lines/monitorFile';
import { MonitorLines } from '../../src-watch/lines/monitorLines';
import { StepLines } from '../../src-watch/lines/stepLines';
import { UserLines } from '../../src-watch/lines/userPattern';
import { bytesOfType } from '../../src-worker/base/elementTypes';
import { TimeLimitError, TimeLimiter } from '../../src-worker/base/timeLimit';

/** How lines of a file are understood. */
export type LineForm =
  | { readonly kind: 'steps' }
  /** JSON lines of msMonitor. */
  | { readonly kind: 'monitor' }
  /** Undefined: whichever preset matches first. */
  | { readonly kind: 'log'; readonly preset: LogPresetId | undefined }
  | { readonly kind: 'pattern'; readonly pattern: RegExp };

/** `saved`: goes on where another one was. `limiter`: of many files one is enough. */
export function readerOf(form: LineForm, saved?: SavedReader, limiter = new TimeLimiter()): LineReader {
  switch (form.kind) {
    case 'steps':
      return new StepLines(saved);
    case 'monitor':
      return new MonitorLines(saved, bytesOfType);
    case 'log':
      return new LogLines(form.preset && logPresets[form.preset].patterns, saved);
    case 'pattern':
      return new UserLines(form.pattern, (limitMs, run) => bounded(limiter, limitMs, run), setImmediate, saved);
  }
}

function bounded(limiter: TimeLimiter, limitMs: number, run: () => void): boolean {
  try {
    limiter.run(limitMs, run);
    return true;
  } catch (error) {
    if (error instanceof TimeLimitError) return false;
    throw error;
  }
}

/** Files of a folder that are of this form, by their names; a rotated "train.log.1" is the past of another one. */
export function isOfForm({ kind }: LineForm, name: string): boolean {
  if (kind === 'steps') return /\.(csv|jsonl|ndjson)$/i.test(name);
  if (kind === 'monitor') return monitorFile(name)?.form === 'jsonl';
  return /\.(log|txt|out)$/i.test(name);
}
