/** What a daemon makes of a request, and what it answers: the members of its JSON, in either dialect. */
import type { DaemonDialect } from './liveOptions';
import type { ProfileOrder, ProfileState } from './profileTaker';

export interface DaemonJob {
  readonly step: number;
  readonly state: ProfileState;
  /** Processes that have announced themselves, one a rank. */
  readonly processIds: readonly number[];
  /** False: a profile is under way. */
  take(order: ProfileOrder): boolean;
}

type Members = Readonly<Record<string, unknown>>;

export function answerOf(
  request: Members,
  dialect: DaemonDialect,
  behaviour: 'takes' | 'busy' | 'no-match',
  job: DaemonJob,
): Members {
  switch (request.fn) {
    case 'getStatus':
      return dialect === 'dynolog' ? { status: 1 } : statusOf(behaviour, job);
    case 'getVersion':
      return { version: dialect === 'dynolog' ? '0.5.0' : '8.3.0' };
    case 'setKinetOnDemandRequest':
      return onDemand(request, behaviour, job);
    default:
      return { status: 'failed', error: `unknown fn ${String(request.fn)}` };
  }
}

function statusOf(behaviour: 'takes' | 'busy' | 'no-match', { step, state }: DaemonJob): Members {
  if (behaviour === 'no-match')
    return { current_step: -1, nputrace: 'Uninitialized', npumonitor: 'Uninitialized', start_step: -1, stop_step: -1 };
  const monitor = behaviour === 'busy' ? 'Running' : 'Idle';
  return { current_step: step, nputrace: state, npumonitor: monitor, start_step: -1, stop_step: -1 };
}

function onDemand(request: Members, behaviour: 'takes' | 'busy' | 'no-match', job: DaemonJob): Members {
  const limit = Number(request.process_limit ?? 3);
  const settings = settingsOf(String(request.config ?? ''));
  const ranks = behaviour === 'no-match' ? [] : job.processIds.map((_, rank) => rank).slice(0, limit);
  const matched = ranks.map((rank) => job.processIds[rank]);
  const isBusy = behaviour === 'busy' || (matched.length > 0 && !job.take(orderOf(settings, ranks)));
  return {
    activityProfilersBusy: isBusy ? matched.length : 0,
    activityProfilersTriggered: isBusy ? [] : matched,
    eventProfilersBusy: 0,
    eventProfilersTriggered: [],
    processesMatched: matched,
  };
}

function orderOf(settings: ReadonlyMap<string, string>, ranks: readonly number[]): ProfileOrder {
  const number = (name: string, usual: number): number => Number(settings.get(name) ?? usual);
  const isGpu = settings.has('PROFILE_START_TIME') || settings.has('PROFILE_START_ITERATION_ROUNDUP');
  const list = settings.get('PROFILE_RANK_LIST') ?? 'None';
  const wanted = settings.get('PROFILE_IS_RANK') === 'true' && list !== 'None' ? list.split(',').map(Number) : ranks;
  const fromStep = number('PROFILE_START_STEP', -1);
  return {
    output: settings.get('ACTIVITIES_LOG_FILE') ?? '',
    form: isGpu ? 'file' : 'folder',
    steps: number('ACTIVITIES_ITERATIONS', 1),
    fromStep: fromStep >= 0 ? fromStep : undefined,
    fromMs: number('PROFILE_START_TIME', 0),
    ranks: ranks.filter((rank) => wanted.includes(rank)),
  };
}

function settingsOf(config: string): ReadonlyMap<string, string> {
  return new Map(
    config.split('\n').map((line) => {
      const equals = line.indexOf('=');
      return [line.slice(0, equals), line.slice(equals + 1)] as const;
    }),
  );
}
