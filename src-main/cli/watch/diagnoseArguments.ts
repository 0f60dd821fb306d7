import { pathOfArgument } from '../../host/openArgument';
import type { ProfileWay } from '../../watch/profileWay';
import { wholeNumber } from '../numbers';
import { UsageError } from '../usageError';
import { profileOptions, profileWay } from './profileArguments';

/** A profile by hand, without an alarm. */
export interface DiagnoseArguments {
  readonly way: ProfileWay;
  readonly seenAs: string | undefined;
  /** A Python that raw data of the profile are parsed with. */
  readonly python: string | undefined;
  readonly isDryRun: boolean;
  /** For its dump, and what is found in it. */
  readonly waits: boolean;
  readonly isJson: boolean;
  readonly language: 'en' | 'zh';
}

const others = new Set([...Object.keys(profileOptions), 'diagnose-now', 'no-wait', 'json', 'lang']);
/** As ModelArts' form for it has it. */
const MOST_STEPS = 3;

/** Throws a `UsageError`. */
export function diagnoseArguments(
  values: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): DiagnoseArguments {
  const extra = Object.keys(values).find((name) => !others.has(name));
  if (extra !== undefined) throw new UsageError(`--${extra} is for following a job; --diagnose-now takes a profile.`);
  const { lang = 'en', dumps } = values;
  if (lang !== 'en' && lang !== 'zh') throw new UsageError(`--lang is en or zh, not "${String(lang)}".`);
  wholeNumber('--profile-steps', values['profile-steps'], 1, 1, MOST_STEPS);
  const way = profileWay(values, environment);
  if (!way) throw new UsageError('--diagnose-now needs --npu-hosts, --gpu-hosts, --dynamic-profile or --on-alarm.');
  return {
    way,
    seenAs: dumps === undefined ? undefined : pathOfArgument(String(dumps), process.cwd()),
    python: values['parse-with'] === undefined ? undefined : String(values['parse-with']),
    isDryRun: values['dry-run'] === true,
    waits: values['no-wait'] !== true,
    isJson: values.json === true,
    language: lang,
  };
}
