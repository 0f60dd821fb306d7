/** The programs of Slurm, and what they answer. */
import { execFile } from 'node:child_process';
import { CommandError } from '../base/commandError';

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const MOST_ANSWER_BYTES = 256 << 20;
const ANSWER_MS = 120_000;

function call(program: string, args: readonly string[], folder?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: MOST_ANSWER_BYTES, timeout: ANSWER_MS, ...(folder !== undefined && { cwd: folder }) };
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error && 'code' in error && error.code === 'ENOENT') reject(new NoSlurmError(program));
      else resolve({ code: error ? (child.exitCode ?? 1) : 0, stdout, stderr });
    });
  });
}

export class NoSlurmError extends CommandError {
  constructor(program: string) {
    super(`${program} is not on this machine. tracelane scale --slurm runs where jobs are submitted from.`);
  }
}

/** The last line is the one that says it. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** What Slurm uses where its configuration says nothing. */
export const DEFAULT_MAX_ARRAY_SIZE = 1001;

/** How many tasks an array may have. */
export async function maxArraySize(): Promise<number> {
  const { code, stdout, stderr } = await call('scontrol', ['show', 'config']);
  if (code !== 0) throw new CommandError(`Slurm does not answer: ${lastLine(stderr)}`);
  const size = Number(/^MaxArraySize\s*=\s*(\d+)/m.exec(stdout)?.[1] ?? DEFAULT_MAX_ARRAY_SIZE);
  if (size < 2) throw new CommandError('This Slurm has no job arrays: its MaxArraySize is 0.');
  return size;
}

/** The job's id. Throws a `CommandError` with what sbatch says. */
export async function submit(args: readonly string[], folder: string): Promise<string> {
  const { code, stdout, stderr } = await call('sbatch', args, folder);
  const id = /^(\d+)(;|$)/m.exec(stdout.trim())?.[1];
  if (code === 0 && id !== undefined) return id;
  throw new CommandError(`sbatch refused it: ${lastLine(stderr) || lastLine(stdout) || `exit code ${code}`}`);
}

export interface Queued {
  readonly running: number;
  readonly waiting: number;
}

const RUNNING = new Set(['RUNNING', 'COMPLETING', 'CONFIGURING', 'STAGE_OUT', 'SUSPENDED']);

/** How many tasks of these jobs have not ended. Throws a `CommandError` where that can’t be told now. */
export async function queued(ids: readonly string[]): Promise<Queued> {
  if (ids.length === 0) return { running: 0, waiting: 0 };
  const { code, stdout, stderr } = await call('squeue', [
    '--noheader',
    '--array',
    '--format=%T',
    `--jobs=${ids.join()}`,
  ]);
  // Jobs that ended long ago are not known any more.
  if (code !== 0 && /invalid job id/i.test(stderr)) return { running: 0, waiting: 0 };
  if (code !== 0) throw new CommandError(`squeue does not answer: ${lastLine(stderr)}`);
  const states = stdout.split('\n').filter((line) => line.trim() !== '');
  const running = states.filter((state) => RUNNING.has(state.trim())).length;
  return { running, waiting: states.length - running };
}

export async function cancelJobs(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { code, stderr } = await call('scancel', ids);
  if (code !== 0) throw new CommandError(`scancel failed: ${lastLine(stderr)}`);
}

/** How tasks ended, by JOB_INDEX; undefined where no accounting tells. */
export async function endedStates(ids: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
  const args = [
    '--noheader',
    '--parsable2',
    '--allocations',
    '--array',
    '--format=JobID,State',
    `--jobs=${ids.join()}`,
  ];
  const { code, stdout } = await call('sacct', args).catch((error: unknown) => {
    if (error instanceof NoSlurmError) return { code: 1, stdout: '' };
    throw error;
  });
  if (code !== 0) return undefined;
  return new Map(
    stdout.split('\n').flatMap((line): [string, string][] => {
      const [id, state] = line.split('|');
      return id && state ? [[id, state]] : [];
    }),
  );
}
