import { wholeNumber } from '../numbers';
import { UsageError } from '../usageError';

/** What tasks ask for, whoever runs them. */
export interface TaskNeeds {
  /** Tasks that run at a time; undefined: as many as the scheduler lets, here as many as there are cores. */
  readonly limit: number | undefined;
  readonly cpus: number | undefined;
  /** As Slurm writes it: a number with K, M (without any), G or T. */
  readonly memory: string | undefined;
  /** As Slurm writes it, such as 30 (minutes), 1:30:00 or 2-00. */
  readonly time: string | undefined;
}

export interface SlurmChoice {
  readonly kind: 'slurm';
  readonly partition: string | undefined;
  readonly account: string | undefined;
  /** Given to sbatch as they are. */
  readonly options: readonly string[];
  /** Submits, and does not follow. */
  readonly isLeft: boolean;
}

export interface KubernetesChoice {
  readonly kind: 'kubernetes';
  readonly image: string;
  readonly namespace: string | undefined;
  readonly volumes: readonly ClaimedVolume[];
  /** The job's reduce is printed though ranks are missing. */
  readonly isReduceWanted: boolean;
}

/** A claim of a persistent volume, and where pods see it. */
export interface ClaimedVolume {
  readonly claim: string;
  readonly path: string;
}

export type Scheduler = SlurmChoice | KubernetesChoice | { readonly kind: 'local' };

export interface ScaleArguments {
  readonly paths: readonly string[];
  /** The folder of all that is written. */
  readonly out: string;
  readonly jobName: string;
  readonly ranksPerTask: number;
  /** How tracelane is called where the tasks run; undefined: this program. */
  readonly program: string | undefined;
  readonly isDryRun: boolean;
  readonly isInsideDump: boolean;
  readonly needs: TaskNeeds;
  readonly scheduler: Scheduler;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const texts = { type: 'string', multiple: true } as const;

const forAll = {
  out: text,
  job: text,
  limit: text,
  'ranks-per-task': text,
  'dry-run': flag,
  'inside-dump': flag,
} as const;
const ofScheduler = {
  slurm: ['time', 'mem', 'cpus', 'program', 'partition', 'account', 'option', 'no-wait'],
  kubernetes: ['time', 'mem', 'cpus', 'program', 'image', 'namespace', 'volume', 'reduce'],
  local: [],
} as const satisfies Readonly<Record<Scheduler['kind'], readonly string[]>>;

export const scaleOptions = {
  ...forAll,
  slurm: flag,
  kubernetes: flag,
  local: flag,
  time: text,
  mem: text,
  cpus: text,
  program: text,
  partition: text,
  account: text,
  option: texts,
  'no-wait': flag,
  image: text,
  namespace: text,
  volume: texts,
  reduce: flag,
} as const;

type Values = Readonly<Record<string, unknown>>;

const kinds = ['slurm', 'kubernetes', 'local'] as const;

/** Throws a `UsageError` for what is missing, or does not go together. */
export function scaleArguments(paths: readonly string[], values: Values): ScaleArguments {
  const [kind, other] = kinds.filter((name) => values[name] === true);
  if (kind === undefined) throw new UsageError('scale needs one of --slurm, --kubernetes and --local.');
  if (other !== undefined) throw new UsageError(`--${kind} and --${other} exclude each other.`);
  if (paths.length === 0) throw new UsageError('scale needs the folder of the ranks.');
  if (typeof values.out !== 'string') throw new UsageError('scale needs --out DIR, the folder to write to.');
  const known = new Set<string>([...Object.keys(forAll), ...ofScheduler[kind], kind]);
  const strange = Object.keys(values).find((name) => !known.has(name));
  if (strange !== undefined) throw new UsageError(`--${strange} is not for --${kind}.`);
  return {
    paths,
    out: values.out,
    jobName: textOf(values.job) ?? '',
    ranksPerTask: wholeNumber('--ranks-per-task', values['ranks-per-task'], 1, 1, 10_000),
    program: textOf(values.program),
    isDryRun: values['dry-run'] === true,
    isInsideDump: values['inside-dump'] === true,
    needs: {
      limit: optionalNumber('--limit', values.limit),
      cpus: optionalNumber('--cpus', values.cpus),
      memory: matching('--mem', values.mem, /^\d+[KMGT]?$/, 'a size such as 4G'),
      time: matching(
        '--time',
        values.time,
        /^(\d+|\d+(:\d\d){1,2}|\d+-\d{1,2}(:\d\d){0,2})$/,
        'a time such as 30 (minutes), 1:30:00 or 2-00',
      ),
    },
    scheduler: schedulerOf(kind, values),
  };
}

function schedulerOf(kind: Scheduler['kind'], values: Values): Scheduler {
  switch (kind) {
    case 'slurm': {
      const options = listOf(values.option);
      const wrong = options.find((own) => !/^--[a-z]/.test(own));
      if (wrong !== undefined)
        throw new UsageError(`--option is one of sbatch’s, such as --option=--qos=low, not "${wrong}".`);
      const [partition, account] = [textOf(values.partition), textOf(values.account)];
      return { kind, partition, account, options, isLeft: values['no-wait'] === true };
    }
    case 'kubernetes': {
      const image = textOf(values.image);
      if (image === undefined) throw new UsageError('--kubernetes needs --image IMAGE, which has Tracelane.');
      return {
        kind,
        image,
        namespace: textOf(values.namespace),
        volumes: listOf(values.volume).map(volumeOf),
        isReduceWanted: values.reduce === true,
      };
    }
    case 'local':
      return { kind };
  }
}

function volumeOf(value: string): ClaimedVolume {
  const [, claim, path] = /^([a-z0-9.-]+):(\/.*)$/s.exec(value) ?? [];
  if (claim === undefined || path === undefined)
    throw new UsageError(`--volume is CLAIM:/PATH, the claim and where pods see it, not "${value}".`);
  return { claim, path };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function optionalNumber(option: string, value: unknown): number | undefined {
  return value === undefined ? undefined : wholeNumber(option, value, 1, 1, 1_000_000);
}

function matching(option: string, value: unknown, pattern: RegExp, what: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new UsageError(`${option} is ${what}, not "${String(value)}".`);
}
