import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { DiagnosedFinding } from '../../src-watch/reports/profileReport';
import { plainly, type Spoken, SpokenError, spoken } from '../../src-watch/words/spoken';

/** What is found in a dump: the beginning of what `tracelane analyze --json` prints. */
export interface Diagnosis {
  readonly findings: readonly DiagnosedFinding[];
}

/** It could not be analysed. */
export class DiagnosisError extends SpokenError {
  override readonly name = 'DiagnosisError';
}

const LIMIT_MS = 10 * 60_000;
/** A report of a thousand ranks has some ten MB. */
const MOST_BYTES = 256 << 20;
const MOST_FINDINGS = 10;
/** Behind everything else on this machine: a job may run here. */
const NICE = 5;
const MOST_SAID = 400;

/**
 * In a process of its own, which costs the watcher nothing and ends with its memory: `program` is the command line (`cli.js`). Undefined when it was
 * aborted; rejects with a `DiagnosisError`.
 */
export function diagnoseDump(
  program: string,
  paths: readonly string[],
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<Diagnosis | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'analyze', ...paths, '--json'], {
      // Within Electron, too, this is Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    lower(child.pid);
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    let said = '';
    let reason: Spoken | undefined;
    const end = (why: Spoken): void => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const late = setTimeout(() => end(spoken('program.late', { seconds: limitMs / 1000 })), limitMs);
    const stop = (): void => end(plainly(''));
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (part: Buffer) => {
      sizeBytes += part.length;
      parts.push(part);
      if (sizeBytes > MOST_BYTES) end(spoken('program.too-much'));
    });
    child.stderr.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-MOST_SAID);
    });
    child.once('error', (error) => end(plainly(error.message)));
    child.once('close', (code) => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) return resolve(undefined);
      const diagnosis = code === 0 ? diagnosisOf(Buffer.concat(parts).toString()) : undefined;
      if (diagnosis) resolve(diagnosis);
      else reject(new DiagnosisError(reason ?? plainly(said.trim().split('\n').at(-1) ?? '')));
    });
  });
}

function diagnosisOf(text: string): Diagnosis | undefined {
  try {
    const { findings } = JSON.parse(text) as Diagnosis;
    return {
      findings: findings.slice(0, MOST_FINDINGS).map(({ id, rank, title, titleZh, lostMsPerStep, shareOfStep }) => ({
        ...{ id, ...(rank !== undefined && { rank }), title, titleZh, lostMsPerStep, shareOfStep },
      })),
    };
  } catch {
    // It ended before its report did; that is told as it is.
    return undefined;
  }
}

function lower(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // It has ended already, or the system has no such thing: it runs as everything else does.
  }
}
