import {
  type DaemonTls,
  daemonBehaviours,
  daemonDialects,
  type LiveOptions,
  liveFrameworks,
} from '../demo/live/liveOptions';
import { demoSetup } from './demoArguments';
import { wholeNumber } from './numbers';
import { UsageError } from './usageError';

/** A job that does not exist, as the command line tells of it. */
export type LiveSetup = Omit<LiveOptions, 'folder'>;

export const liveOptions = {
  live: { type: 'boolean' },
  framework: { type: 'string' },
  'step-ms': { type: 'string' },
  'slow-after': { type: 'string' },
  'slow-factor': { type: 'string' },
  'first-step': { type: 'string' },
  daemon: { type: 'string' },
  answer: { type: 'string' },
  'daemon-port': { type: 'string' },
  'metrics-port': { type: 'string' },
  'file-ms': { type: 'string' },
  'tls-ca': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
} as const;

type Values = Readonly<Record<string, unknown>>;

const SLOW_FACTOR = 1.21;
/** A rank that is late, so that there is a cause. */
const FAULT = 'slow-rank:rank=5';
const RANKS = '8';
const EVENTS = '3000';

/** Throws a `UsageError`. Undefined: a dump is written, and no job runs. */
export function liveSetup(values: Values): LiveSetup | undefined {
  if (values.live !== true) {
    const given = Object.keys(liveOptions).find((name) => values[name] !== undefined);
    if (given !== undefined) throw new UsageError(`--${given} is for demo --live.`);
    return undefined;
  }
  if (values.steps !== undefined) throw new UsageError('--steps is for a dump; a job that runs has no end.');
  const isOwnJob = ['ranks', 'tp', 'pp', 'dp', 'cp', 'ep'].some((name) => values[name] !== undefined);
  const fault = values.fault ?? (isOwnJob ? [] : [FAULT]);
  const dump = demoSetup({ ...values, fault, ranks: isOwnJob ? values.ranks : RANKS, events: values.events ?? EVENTS });
  const { steps: _, ...setup } = dump;
  const port = (name: string): number => wholeNumber(`--${name}`, values[name], 0, 0, 65_535);
  return {
    framework: oneOf('framework', values.framework, liveFrameworks),
    stepMs: wholeNumber('--step-ms', values['step-ms'], 500, 1, 3_600_000),
    slowFactor: factorOf(values['slow-factor']),
    slowAfter:
      values['slow-after'] === undefined ? undefined : wholeNumber('--slow-after', values['slow-after'], 0, 0, 1e9),
    firstStep: wholeNumber('--first-step', values['first-step'], 1, 0, 1e9),
    dialect: oneOf('daemon', values.daemon, daemonDialects),
    behaviour: oneOf('answer', values.answer, daemonBehaviours),
    tls: tlsOf(values),
    daemonPort: port('daemon-port'),
    metricsPort: port('metrics-port'),
    fileMs: wholeNumber('--file-ms', values['file-ms'], 20, 0, 600_000),
    dump: setup,
  };
}

function tlsOf(values: Values): DaemonTls | undefined {
  const [ca, certificate, key] = [values['tls-ca'], values['tls-cert'], values['tls-key']];
  if (ca === undefined && certificate === undefined && key === undefined) return undefined;
  if (typeof ca === 'string' && typeof certificate === 'string' && typeof key === 'string')
    return { ca, certificate, key };
  throw new UsageError('A daemon with TLS needs --tls-ca, --tls-cert and --tls-key.');
}

/** The first one unless another is named. */
function oneOf<Word extends string>(name: string, value: unknown, words: readonly Word[]): Word {
  if (value === undefined) return words[0];
  const word = words.find((own) => own === value);
  if (word !== undefined) return word;
  throw new UsageError(`--${name} is ${words.join(', ')}, not "${String(value)}".`);
}

function factorOf(value: unknown): number {
  if (value === undefined) return SLOW_FACTOR;
  const factor = value === '' ? Number.NaN : Number(value);
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new UsageError(`--slow-factor is a number over 0, such as 1.21, not "${String(value)}".`);
}
