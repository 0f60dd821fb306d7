import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { parsingCommand, parsingProgram } from '../../src-contract/profiling/parsing';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { plainly, type Spoken, spoken } from '../../src-watch/words/spoken';

/** The profiler's own parser takes minutes for a step of a large model. */
const LIMIT_MS = 30 * 60_000;
/** Behind everything else on this machine: a job may run here. */
const NICE = 10;
const MOST_SAID = 400;

type Form = Parameters<typeof parsingProgram>[0];

/** Whose parser the raw data of a dump take: what its ranks' folders are called tells. */
async function formOf(dump: string): Promise<Form> {
  try {
    return (await readdir(dump)).some((name) => name.endsWith('_ascend_ms')) ? 'mindspore' : 'torch_npu';
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return 'torch_npu';
  }
}

/** What a user types to have a dump's raw data parsed. */
export async function commandForRaw(dump: string): Promise<string> {
  return parsingCommand(await formOf(dump), dump);
}

/** By a Python that has the framework. Undefined: it has ended well, or was aborted; else why not. */
export async function parseRaw(
  python: string,
  dump: string,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<Spoken | undefined> {
  const program = parsingProgram(await formOf(dump), dump);
  return new Promise((resolve) => {
    const child = spawn(python, ['-c', program], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    let reason: Spoken | undefined;
    const end = (why: Spoken): void => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const late = setTimeout(() => end(spoken('program.late', { seconds: limitMs / 1000 })), limitMs);
    const stop = (): void => end(plainly(''));
    signal.addEventListener('abort', stop, { once: true });
    const over = (why: Spoken | undefined): void => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      resolve(signal.aborted ? undefined : why);
    };
    child.once('spawn', () => lower(child.pid));
    child.stderr.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-MOST_SAID);
    });
    // One that could not be started never closes.
    child.once('error', (error) => over(plainly(error.message)));
    child.once('close', (code) => over(code === 0 ? undefined : (reason ?? lastLineOf(said, code))));
  });
}

function lastLineOf(said: string, code: number | null): Spoken {
  const line = said.trim().split('\n').at(-1) ?? '';
  return line === '' ? spoken('program.exit-code', { code: String(code) }) : plainly(line);
}

function lower(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // It has ended already, or the system has no such thing: it runs as everything else does.
  }
}
