/** What is asked of jobs that are watched. */
import { z } from 'zod';
import type {
  LiveDiagnosis,
  LiveJobChange,
  LiveJobId,
  LiveJobWish,
  LiveLimits,
  LiveMetric,
  LiveProfileRequest,
  LiveProfileWay,
  LiveSeriesQuery,
  LiveSource,
  LiveStall,
  LiveWork,
} from '..';
import { LIVE_SOURCES } from '../live/jobs';
import { MOST_PROFILE_STEPS } from '../profiling/costs';
import { profileLevels } from '../profiling/levels';
import { aicMetrics } from '../profiling/metrics';
import { among, count, finite, flag, type Kind, list, optional, path, record, textOfAtMost } from './kinds';

const MOST_PATHS = 1_000;
const MOST_ROWS = 20_000;
const MOST_RANKS = 16;
const MOST_HOSTS = 100_000;
const YEAR_NS = 365 * 86_400e9;

export const liveJobId = textOfAtMost(64) as unknown as Kind<LiveJobId>;

/** A password in it would be written down with the job. */
const address: Kind<string> = textOfAtMost(2_000).refine(
  (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === '';
  },
  { error: 'an address with http or https, without a user in it' },
);

const liveMetric = record<LiveMetric>({
  address,
  query: textOfAtMost(4_000).refine((value) => value.trim() !== '', { error: 'a query' }),
  unit: optional(among(['s', 'ms'] as const)),
  rankLabel: textOfAtMost(200),
  resolutionS: between(1, 3_600),
});

/** A server has no paths; everything else has some. */
export const liveSource: Kind<LiveSource> = record<LiveSource>({
  kind: among(LIVE_SOURCES),
  paths: list(path, MOST_PATHS),
  pattern: optional(textOfAtMost(2_000)),
  metric: optional(liveMetric),
}).refine(
  ({ kind, paths, metric }) =>
    (kind === 'prometheus') === (metric !== undefined) && (metric !== undefined) === (paths.length === 0),
  {
    error: 'a list of at least one path, or a server',
  },
);

const quantity: Kind<number> = finite.refine((value) => value > 0, { error: 'a number above 0' });

const liveWork = record<LiveWork>({
  samples: optional(quantity),
  flops: optional(quantity),
  peakFlops: optional(quantity),
});

/** The bounds of the command’s flags. */
const liveStall = record<LiveStall>({
  factor: between(1, 1_000_000),
  leastNs: finite.refine((value) => value >= 1e9 && value <= YEAR_NS, { error: 'a time from a second to a year' }),
});

export const liveJobChange: Kind<LiveJobChange> = record<LiveJobChange>({
  work: optional(liveWork),
  stall: optional(liveStall),
  webhook: optional(z.union([z.literal(''), address], { error: 'an address, or nothing' }) as Kind<string>),
});

/** A line break in it would begin another setting of the daemon’s. */
const output: Kind<string> = path.refine((value) => !/\p{Cc}/u.test(value), {
  error: 'a path without control characters',
});

/** A file of hosts is read by whoever starts the command: a window names them. */
const hosts: Kind<string> = textOfAtMost(MOST_HOSTS).refine(
  (value) => value.trim() !== '' && !value.trim().startsWith('@'),
  {
    error: 'a list of hosts',
  },
);

const jobId = optional(between(0, Number.MAX_SAFE_INTEGER));

const liveProfileWay: Kind<LiveProfileWay> = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('command') }),
    z.object({ kind: z.literal('npu-daemons'), hosts, processLimit: between(1, 10_000), jobId, output }),
    z.object({ kind: z.literal('gpu-daemons'), hosts, processLimit: between(1, 10_000), jobId, output }),
    z.object({ kind: z.literal('dynamic'), folder: path, output }),
  ],
  { error: 'none, command, npu-daemons, gpu-daemons or dynamic' },
) as unknown as Kind<LiveProfileWay>;

/** The bounds of the command’s flags (`src-watch/rule/limits.ts`). */
export const liveLimits = record<Partial<LiveLimits>>({
  skip: optional(between(0, 100_000)),
  baseline: optional(between(2, 100_000)),
  sigmas: optional(finite.refine((value) => value >= 0 && value <= 1e6, { error: 'a number from 0 to 1,000,000' })),
  inARow: optional(between(1, 10_000)),
  cooldownNs: optional(finite.refine((value) => value >= 0 && value <= YEAR_NS, { error: 'a time of at most a year' })),
  mostTriggers: optional(between(0, 1_000_000)),
});

export const liveJobWish = record<LiveJobWish>({
  source: liveSource,
  limits: liveLimits,
  profile: liveProfileWay,
  dumps: optional(path),
  work: optional(liveWork),
  stages: optional(between(1, 10_000)),
  stall: optional(liveStall),
  webhook: optional(address),
});

export const liveSeriesQuery = record<LiveSeriesQuery>({
  job: liveJobId,
  range: optional(record<NonNullable<LiveSeriesQuery['range']>>({ startMs: finite, endMs: finite })),
  rows: between(1, MOST_ROWS),
  ranks: list(count, MOST_RANKS),
});

export const liveProfileRequest = record<LiveProfileRequest>({
  steps: between(1, MOST_PROFILE_STEPS),
  level: among(profileLevels),
  hasMemory: flag,
  hasStack: flag,
  hasMstx: flag,
  metrics: optional(among(aicMetrics)),
  ranks: list(count, 10_000),
});

export const liveDiagnosis = record<LiveDiagnosis>({ job: liveJobId, request: liveProfileRequest, isDryRun: flag });

function between(least: number, most: number): Kind<number> {
  const error = `a whole number from ${least} to ${most.toLocaleString('en')}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}
