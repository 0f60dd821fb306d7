import { MOST_PROFILE_STEPS } from '../../../src-contract/profiling/costs';
import { hasCounters, type ProfileLevel, profileLevels } from '../../../src-contract/profiling/levels';
import { type AicMetrics, aicMetrics } from '../../../src-contract/profiling/metrics';
import { HostListError } from '../../../src-watch/requests/hostList';
import { isOutputPath, type ProfileRequest } from '../../../src-watch/requests/profileRequest';
import type { Language } from '../../../src-watch/words/words';
import { pathOfArgument } from '../../host/openArgument';
import { NO_CERTS, TlsError, type TlsFiles, tlsFilesOf } from '../../watch/daemonTls';
import type { ProfileWay } from '../../watch/profileWay';
import { wholeNumber } from '../numbers';
import { UsageError } from '../usageError';

export const profileOptions = {
  'on-alarm': { type: 'string' },
  'npu-hosts': { type: 'string' },
  'gpu-hosts': { type: 'string' },
  'dynamic-profile': { type: 'string' },
  output: { type: 'string' },
  'profile-steps': { type: 'string' },
  'profile-level': { type: 'string' },
  'profile-memory': { type: 'boolean' },
  'profile-stack': { type: 'boolean' },
  'profile-mstx': { type: 'boolean' },
  'profile-ranks': { type: 'string' },
  'aic-metrics': { type: 'string' },
  dumps: { type: 'string' },
  'parse-with': { type: 'string' },
  'process-limit': { type: 'string' },
  'job-id': { type: 'string' },
  'certs-dir': { type: 'string' },
  'tls-ca': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

const ways = ['on-alarm', 'npu-hosts', 'gpu-hosts', 'dynamic-profile'] as const;
const details = [
  ...['profile-steps', 'profile-level', 'profile-memory', 'profile-stack', 'profile-mstx', 'profile-ranks'],
  'aic-metrics',
] as const;
const MOST_RANKS = 100_000;

type Values = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined: alarms are told, and that is all. Throws a `UsageError`. */
export function profileWay(values: Values, environment: Environment = {}): ProfileWay | undefined {
  const given = ways.filter((name) => values[name] !== undefined);
  const [way] = given;
  if (given.length > 1) throw new UsageError(`A profile is asked for in one way: --${given.join(' or --')}.`);
  const detail = details.find((name) => values[name] !== undefined);
  if (way === undefined && (values.output ?? values.dumps) !== undefined)
    throw new UsageError('--output and --dumps are for --on-alarm, --npu-hosts, --gpu-hosts and --dynamic-profile.');
  if (values['job-id'] !== undefined && way !== 'npu-hosts' && way !== 'gpu-hosts')
    throw new UsageError('--job-id is for --npu-hosts and --gpu-hosts.');
  if (values['parse-with'] !== undefined && (way === undefined || way === 'gpu-hosts'))
    throw new UsageError(
      '--parse-with is for profiles of NPUs: --npu-hosts, --dynamic-profile, and --on-alarm with --output.',
    );
  if (way === undefined || way === 'on-alarm') {
    if (detail !== undefined)
      throw new UsageError(`--${detail} is for --npu-hosts, --gpu-hosts and --dynamic-profile.`);
    if (way === undefined && values['dry-run'] === true)
      throw new UsageError('--dry-run is for --on-alarm, --npu-hosts, --gpu-hosts and --dynamic-profile.');
    const output = values.output === undefined ? {} : { output: pathOfArgument(String(values.output), process.cwd()) };
    return way && { kind: 'command', command: String(values[way]), ...output };
  }
  const request = requestOf(values);
  if (way === 'dynamic-profile')
    return { kind: 'dynamic', folder: pathOfArgument(String(values[way]), process.cwd()), request };
  return {
    kind: way === 'npu-hosts' ? 'npu-daemons' : 'gpu-daemons',
    hosts: String(values[way]),
    ...tlsOf(values, environment),
    ...jobIdOf(values),
    // Three of a host, as the daemons’ own clients ask for.
    processLimit: wholeNumber('--process-limit', values['process-limit'], 3, 1, 10_000),
    request,
  };
}

/** Slurm's own number of the job, which PyTorch on GPUs announces itself with. */
function jobIdOf({ 'job-id': jobId }: Values): { readonly jobId?: number } {
  if (jobId === undefined) return {};
  return { jobId: wholeNumber('--job-id', jobId, 0, 0, Number.MAX_SAFE_INTEGER) };
}

/** Nothing: connections are plain. Single files go before those of the folder, and flags before the environment. */
function tlsOf(values: Values, environment: Environment): { readonly tls?: TlsFiles } {
  const folder = values['certs-dir'] ?? environment.TRACELANE_CERTS_DIR;
  const password = environment.TRACELANE_KEY_PASSWORD;
  const path = (value: unknown): string | undefined =>
    value === undefined ? undefined : pathOfArgument(String(value), process.cwd());
  const usual = folder === undefined || folder === NO_CERTS ? undefined : tlsFilesOf(path(folder) ?? '', password);
  const ca = path(values['tls-ca']) ?? usual?.ca;
  const certificate = path(values['tls-cert']) ?? usual?.certificate;
  const key = path(values['tls-key']) ?? usual?.key;
  if (ca === undefined && certificate === undefined && key === undefined) return {};
  if (ca === undefined || certificate === undefined || key === undefined)
    throw new UsageError('Daemons with TLS need --certs-dir, or all of --tls-ca, --tls-cert and --tls-key.');
  return { tls: { ca, certificate, key, password } };
}

function requestOf(values: Values): ProfileRequest {
  const { output } = values;
  if (typeof output !== 'string' || !isOutputPath(output))
    throw new UsageError('A profile needs a place on the hosts of the job: --output PATH.');
  const level = profileLevels.find((known) => known === (values['profile-level'] ?? '0'));
  if (level === undefined)
    throw new UsageError(`--profile-level is ${profileLevels.join(', ')}, not "${String(values['profile-level'])}".`);
  return {
    output,
    steps: wholeNumber('--profile-steps', values['profile-steps'], 1, 1, MOST_PROFILE_STEPS),
    level,
    metrics: metricsOf(values['aic-metrics'], level),
    hasMemory: values['profile-memory'] === true,
    hasStack: values['profile-stack'] === true,
    hasMarks: values['profile-mstx'] === true,
    ranks: ranksOf(values['profile-ranks']),
  };
}

/** Below level 1 the profiler sets them to none without a word. */
function metricsOf(value: unknown, level: ProfileLevel): AicMetrics | undefined {
  if (value === undefined) return undefined;
  const metrics = aicMetrics.find((own) => own === value);
  if (metrics === undefined) throw new UsageError(`--aic-metrics is ${aicMetrics.join(', ')}, not "${String(value)}".`);
  if (!hasCounters(level)) throw new UsageError('--aic-metrics needs --profile-level 1 or 2.');
  return metrics;
}

/** "0,5-7"; none are all. */
function ranksOf(value: unknown): readonly number[] {
  if (value === undefined) return [];
  const ranks = new Set<number>();
  for (const part of String(value).split(',')) {
    const [, from, to = from] = /^\s*(\d{1,6})(?:-(\d{1,6}))?\s*$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first <= last && last - first < MOST_RANKS))
      throw new UsageError(`--profile-ranks is a list such as 0,5-7, not "${String(value)}".`);
    for (let rank = first; rank <= last; rank++) ranks.add(rank);
  }
  return [...ranks].sort((a, b) => a - b);
}

/** What a list of hosts can’t say, and certificates that can’t be used, are mistakes of the command line. */
export function asUsage<T>(run: () => T, language: Language): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof HostListError || error instanceof TlsError) throw new UsageError(error.said[language]);
    throw error;
  }
}
