/** Limits of ModelArts’ rule by the names under which ModelArts knows them, and ours where it has none. */
import { type KSigmaLimits, usualKSigma } from '../../src-worker/model/stepSeries/kSigma';
import { SpokenError, spoken } from '../words/spoken';
import { words } from '../words/words';

interface LimitName {
  readonly limit: keyof KSigmaLimits;
  /** In the environment and in a file of limits. */
  readonly variable: string;
  /** On the command line, without its dashes. */
  readonly flag: string;
  readonly form: 'count' | 'number' | 'duration';
  readonly least: number;
  readonly most: number;
}

/** Samples of the baseline are kept until it is complete. */
const MOST_SAMPLES = 100_000;
const YEAR_NS = 365 * 86_400e9;

/** A deviation takes two samples; without a spike in a row there is no alarm. */
export const limitNames: readonly LimitName[] = [
  named('skip', 'PERF_BASELINE_SKIP_STEPS', 'count', 0, MOST_SAMPLES),
  named('baseline', 'PERF_BASELINE_STEPS', 'count', 2, MOST_SAMPLES),
  named('sigmas', 'PERF_KSIGMA', 'number', 0, 1e6),
  named('inARow', 'PERF_MIN_SPIKE_CONSEC', 'count', 1, 10_000),
  named('cooldownNs', 'PERF_COOLDOWN', 'duration', 0, YEAR_NS),
  named('mostTriggers', 'PERF_MAX_TRIGGERS', 'count', 0, 1_000_000),
];

function named(
  limit: keyof KSigmaLimits,
  variable: string,
  form: LimitName['form'],
  least: number,
  most: number,
): LimitName {
  return { limit, variable, flag: variable.toLowerCase().replaceAll('_', '-'), form, least, most };
}

/** A limit that makes no sense. */
export class LimitError extends SpokenError {
  override readonly name = 'LimitError';
}

/** What a line of the environment, or the value of a flag, says. Throws a `LimitError`. */
export function limitValue({ form, least, most }: LimitName, said: string, text: string): number {
  const value = form === 'duration' ? durationNs(text) : plainNumber(text);
  const isGood = value >= least && value <= most && (form !== 'count' || Number.isInteger(value));
  if (isGood) return value;
  throw new LimitError(
    spoken('limits.wrong', (language) => ({ said, wanted: words(`limits.${form}`, { least, most }, language), text })),
  );
}

/** Of what is given in the environment (or a file with the same names); others are absent. */
export function limitsOf(environment: Readonly<Record<string, string | undefined>>): Partial<KSigmaLimits> {
  return collect(({ variable }) => ({ said: variable, text: environment[variable] }));
}

/** The same of flags, which have no dashes here. */
export function limitsOfFlags(flags: Readonly<Record<string, unknown>>): Partial<KSigmaLimits> {
  return collect(({ flag }) => ({
    said: `--${flag}`,
    text: typeof flags[flag] === 'string' ? flags[flag] : undefined,
  }));
}

function collect(
  given: (name: LimitName) => { readonly said: string; readonly text: string | undefined },
): Partial<KSigmaLimits> {
  const found: Partial<Record<keyof KSigmaLimits, number>> = {};
  for (const name of limitNames) {
    const { said, text } = given(name);
    if (text !== undefined && text.trim() !== '') found[name.limit] = limitValue(name, said, text.trim());
  }
  return found;
}

/**
 * A file of limits, which may be changed while the job is watched: `PERF_KSIGMA=6`, a line each; empty lines and those that begin
 * with # are none. Throws a `LimitError`.
 */
export function limitsOfFile(text: string): Partial<KSigmaLimits> {
  const values: Record<string, string> = {};
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const own = line.trim();
    if (own === '' || own.startsWith('#')) continue;
    const [, variable, value] = /^([A-Z_]+)\s*=\s*(.*)$/.exec(own) ?? [];
    if (variable === undefined || !limitNames.some((name) => name.variable === variable))
      throw new LimitError(
        spoken('limits.no-line', {
          line: at + 1,
          names: limitNames.map((name) => `${name.variable}=…`).join(', '),
        }),
      );
    values[variable] = value;
  }
  return limitsOf(values);
}

export function allLimits(...given: readonly Partial<KSigmaLimits>[]): KSigmaLimits {
  return Object.assign({}, usualKSigma, ...given);
}

function plainNumber(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

const UNITS_NS: Readonly<Record<string, number>> = { s: 1e9, m: 60e9, h: 3_600e9, d: 86_400e9 };

/** "2h", "90m", "30s", "0"; NaN where it is none. */
export function durationNs(text: string): number {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*([smhd])$/.exec(text) ?? [];
  return count === undefined ? Number.NaN : Number(count) * UNITS_NS[unit];
}
