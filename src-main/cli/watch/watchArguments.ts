import { quantityOf } from '../../../src-contract/live/quantity';
import { isLogPreset, logPresets } from '../../../src-watch/lines/logPresets';
import { unitOf } from '../../../src-watch/lines/prometheusAnswer';
import { PatternError, userPattern } from '../../../src-watch/lines/userPattern';
import { type StallLimits, usualStall } from '../../../src-watch/rule/jobWatch';
import { allLimits, durationNs, LimitError, limitNames, limitsOf, limitsOfFlags } from '../../../src-watch/rule/limits';
import type { WorkOfStep } from '../../../src-watch/rule/throughput';
import type { Language } from '../../../src-watch/words/words';
import { pathOfArgument } from '../../host/openArgument';
import { metricAuthorization } from '../../watch/metricLogin';
import type { WebhookTarget } from '../../watch/outbox/sendWebhook';
import type { ProfileWay } from '../../watch/profileWay';
import type { LineForm } from '../../watch/readerOf';
import type { SourceForm } from '../../watch/sourceOf';
import type { PrometheusForm } from '../../watch/sources/prometheusSource';
import { wholeNumber } from '../numbers';
import { UsageError } from '../usageError';
import { profileOptions, profileWay } from './profileArguments';

/** What is watched, and how. */
export interface WatchArguments {
  /** Of a job that is followed, folders too. */
  readonly files: readonly string[];
  readonly form: SourceForm;
  /** Undefined: the files are gone over once. */
  readonly live: LiveArguments | undefined;
  readonly isJson: boolean;
  readonly failsOnAlarm: boolean;
  readonly language: 'en' | 'zh';
  readonly limits: ReturnType<typeof allLimits>;
  readonly work: WorkOfStep;
  /** Steps of which it is asked why they were no alarm. */
  readonly why: { readonly from: number; readonly to: number } | undefined;
}

export interface LiveArguments {
  /** Undefined: alarms are told, and that is all. */
  readonly profile: ProfileWay | undefined;
  readonly isDryRun: boolean;
  /** Undefined: nothing is sent. */
  readonly webhook: WebhookTarget | undefined;
  /** How this machine sees the folder that profiles are written to, where it is not `--output`. */
  readonly dumps: string | undefined;
  /** A Python that raw data of a profile are parsed with. */
  readonly python: string | undefined;
  readonly limitsFile: string | undefined;
  readonly stall: StallLimits;
  /** Of the pipeline. */
  readonly stages: number | undefined;
  /** What an earlier watcher of the same files knew is forgotten. */
  readonly isFresh: boolean;
}

const metricOptions = ['prometheus', 'query', 'metric-unit', 'rank-label', 'resolution'] as const;

const workOptions = {
  'samples-per-step': { type: 'string' },
  'flops-per-step': { type: 'string' },
  'peak-flops': { type: 'string' },
} as const;

export const watchOptions = {
  steps: { type: 'string', multiple: true },
  msmonitor: { type: 'string', multiple: true },
  prometheus: { type: 'string' },
  'watch-dumps': { type: 'string' },
  query: { type: 'string' },
  'metric-unit': { type: 'string' },
  'rank-label': { type: 'string' },
  resolution: { type: 'string' },
  ...profileOptions,
  webhook: { type: 'string' },
  'diagnose-now': { type: 'boolean' },
  'no-wait': { type: 'boolean' },
  limits: { type: 'string' },
  stall: { type: 'string' },
  'stall-least': { type: 'string' },
  fresh: { type: 'boolean' },
  log: { type: 'string', multiple: true },
  pattern: { type: 'string' },
  once: { type: 'boolean' },
  json: { type: 'boolean' },
  lang: { type: 'string' },
  'fail-on-alarm': { type: 'boolean' },
  why: { type: 'string' },
  stages: { type: 'string' },
  ...workOptions,
  ...Object.fromEntries(limitNames.map(({ flag }) => [flag, { type: 'string' } as const])),
} as const;

type Values = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a `UsageError`. What flags say goes before the environment. */
export function watchArguments(
  positionals: readonly string[],
  values: Values,
  environment: Environment,
): WatchArguments {
  const [extra] = positionals;
  if (extra !== undefined)
    throw new UsageError(`watch takes options only; "${extra}" is none. Say --steps ${extra} or --log ${extra}.`);
  if (values['no-wait'] === true) throw new UsageError('--no-wait is for --diagnose-now.');
  const { lang = 'en' } = values;
  if (lang !== 'en' && lang !== 'zh') throw new UsageError(`--lang is en or zh, not "${String(lang)}".`);
  return {
    ...inOurWords(() => sourceOf(values, environment), lang),
    live: liveOf(values, environment),
    isJson: values.json === true,
    failsOnAlarm: values['fail-on-alarm'] === true,
    language: lang,
    limits: inOurWords(() => allLimits(limitsOf(environment), limitsOfFlags(values)), lang),
    work: workOf(values),
    why: whyOf(values),
  };
}

function workOf(values: Values): WorkOfStep {
  const quantity = (flag: keyof typeof workOptions): number | undefined => {
    const text = values[flag];
    if (text === undefined) return undefined;
    const value = quantityOf(String(text));
    if (Number.isNaN(value))
      throw new UsageError(`--${flag} is a number above 0, such as 2048, 4.5e17 or 312T, not "${String(text)}".`);
    return value;
  };
  const samples = quantity('samples-per-step');
  const flops = quantity('flops-per-step');
  const peakFlops = quantity('peak-flops');
  if (peakFlops !== undefined && flops === undefined)
    throw new UsageError('--peak-flops says nothing without --flops-per-step.');
  return {
    ...(samples !== undefined && { samples }),
    ...(flops !== undefined && { flops }),
    ...(peakFlops !== undefined && { peakFlops }),
  };
}

function whyOf({ why, once }: Values): WatchArguments['why'] {
  if (why === undefined) return undefined;
  if (once !== true) throw new UsageError('--why is for --once: of a job that runs not all steps are kept.');
  const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(String(why)) ?? [];
  if (from === undefined || Number(to) < Number(from))
    throw new UsageError(`--why is a step, such as 120, or some, such as 120-130, not "${String(why)}".`);
  return { from: Number(from), to: Number(to) };
}

function sourceOf(values: Values, environment: Environment): Pick<WatchArguments, 'files' | 'form'> {
  const { steps, log, msmonitor, pattern, prometheus, 'watch-dumps': dumps, once } = values;
  const one = (value: unknown): string[] => (value === undefined ? [] : [String(value)]);
  const given = [texts(steps), texts(log), texts(msmonitor), one(prometheus), one(dumps)];
  if (given.filter((own) => own.length > 0).length > 1)
    throw new UsageError('watch takes one of --steps, --log, --msmonitor, --prometheus and --watch-dumps.');
  const [stepFiles, logFiles, monitorFiles, servers, folders] = given;
  const detail = metricOptions.find((name) => name !== 'prometheus' && values[name] !== undefined);
  if (servers.length === 0 && detail !== undefined) throw new UsageError(`--${detail} is for --prometheus.`);
  if (servers.length + folders.length > 0 && once === true)
    throw new UsageError('--once goes over files; servers and folders of dumps are followed while the job runs.');
  if (folders.length > 0) return { files: folders, form: { kind: 'dumps' } };
  if (servers.length > 0) return { files: servers, form: metricForm(servers[0], values, environment) };
  if (pattern !== undefined && logFiles.length === 0) throw new UsageError('--pattern is for lines of a --log.');
  if (stepFiles.length > 0) return { files: stepFiles, form: { kind: 'steps' } };
  if (monitorFiles.length > 0) return { files: monitorFiles, form: { kind: 'monitor' } };
  if (logFiles.length > 0) return { files: logFiles, form: formOf(pattern) };
  throw new UsageError(
    'watch needs a file of step times (--steps FILE), a training log (--log FILE), what msMonitor writes (--msmonitor DIR), a server (--prometheus URL) or a folder of dumps (--watch-dumps DIR).',
  );
}

function metricForm(address: string, values: Values, environment: Environment): PrometheusForm {
  const { query, 'metric-unit': unit, 'rank-label': rankLabel = 'rank', resolution } = values;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`--prometheus is the address of a server, such as http://host:9090, not "${address}".`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'A password does not belong on the command line: set TRACELANE_PROMETHEUS_USER to user:password.',
    );
  if (query === undefined) throw new UsageError('--prometheus needs a query: --query train_step_seconds.');
  if (unit !== undefined && unit !== 's' && unit !== 'ms')
    throw new UsageError(`--metric-unit is s or ms, not "${String(unit)}".`);
  return {
    kind: 'prometheus',
    query: String(query),
    unit: unit ?? unitOf(String(query)),
    rankLabel: String(rankLabel),
    resolutionS: wholeNumber('--resolution', resolution, 5, 1, 3_600),
    authorization: metricAuthorization(environment),
  };
}

const liveOnly = [...Object.keys(profileOptions), 'webhook', 'limits', 'stall', 'stall-least', 'fresh', 'stages'];
/** More stages than any pipeline has. */
const MOST_STAGES = 10_000;
const MOST_STALL_NS = 365 * 86_400e9;

function liveOf(values: Values, environment: Environment): LiveArguments | undefined {
  const { limits, stall } = values;
  if (values.once === true) {
    const given = liveOnly.find((name) => values[name] !== undefined);
    if (given !== undefined) throw new UsageError(`--${given} is for a job that runs, not for --once.`);
    return undefined;
  }
  if (values['fail-on-alarm'] === true)
    throw new UsageError('--fail-on-alarm is for --once: a job that runs has no end.');
  return {
    profile: profileWay(values, environment),
    isDryRun: values['dry-run'] === true,
    webhook: webhookOf(values.webhook, environment),
    dumps: values.dumps === undefined ? undefined : pathOfArgument(String(values.dumps), process.cwd()),
    python: values['parse-with'] === undefined ? undefined : String(values['parse-with']),
    limitsFile: typeof limits === 'string' ? limits : undefined,
    stall: {
      factor: wholeNumber('--stall', stall, usualStall.factor, 1, 1_000_000),
      leastNs: stallLeastNs(values['stall-least']),
    },
    stages: values.stages === undefined ? undefined : wholeNumber('--stages', values.stages, 1, 1, MOST_STAGES),
    isFresh: values.fresh === true,
  };
}

function stallLeastNs(value: unknown): number {
  if (value === undefined) return usualStall.leastNs;
  const ns = durationNs(String(value));
  if (ns >= 1e9 && ns <= MOST_STALL_NS) return ns;
  throw new UsageError(`--stall-least is a time from a second to a year, such as 30s or 10m, not "${String(value)}".`);
}

/** An address may have a secret in itself, and what stands on a command line others can read: the environment will do as well. */
function webhookOf(value: unknown, environment: Environment): WebhookTarget | undefined {
  const text = value ?? environment.TRACELANE_WEBHOOK;
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('--webhook is an address with http or https, and without a user and password in it.');
  return { url: url.href, secret: environment.TRACELANE_WEBHOOK_SECRET };
}

/** A name of a preset, else a regular expression. Throws a `PatternError`. */
function formOf(pattern: unknown): LineForm {
  if (pattern === undefined) return { kind: 'log', preset: undefined };
  const text = String(pattern);
  if (isLogPreset(text)) return { kind: 'log', preset: text };
  if (/^[\w-]+$/.test(text))
    throw new UsageError(
      `--pattern is ${Object.keys(logPresets).join(', ')}, or a regular expression with (?<step>…) and (?<ms>…), not "${text}".`,
    );
  return { kind: 'pattern', pattern: userPattern(text) };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function inOurWords<T>(run: () => T, language: Language): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof LimitError || error instanceof PatternError) throw new UsageError(error.said[language]);
    throw error;
  }
}
