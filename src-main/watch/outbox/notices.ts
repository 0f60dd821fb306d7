/** What a webhook gets: of alarms, stalls and their ends, new starts, and of what was found in a profile. Times in ms. */
import { hostname } from 'node:os';
import type { ProfileReport } from '../../../src-watch/reports/profileReport';
import { tellReport } from '../../../src-watch/reports/tellReport';
import type { JobEvent, JobWatch } from '../../../src-watch/rule/jobWatch';
import { tellEvent } from '../../../src-watch/telling/tellEvent';
import type { Language } from '../../../src-watch/words/words';

export type Notice = Readonly<Record<string, unknown>>;
type Alarm = Extract<JobEvent, { readonly kind: 'alarm' }>;

/** Undefined: it is not worth a message. */
export function noticeOfEvent(
  event: JobEvent,
  files: readonly string[],
  limits: JobWatch['limits'],
  language: Language,
): Notice | undefined {
  const head = { kind: event.kind, at: new Date().toISOString(), host: hostname(), files };
  const text = tellEvent(event, limits, language);
  const textZh = tellEvent(event, limits, 'zh');
  switch (event.kind) {
    case 'alarm':
      return { ...head, text, textZh, alarm: alarmOf(event) };
    case 'drift':
      return { ...head, text, textZh, step: event.atStep, fromStep: event.fromStep, meanMs: event.meanNs / 1e6 };
    case 'stall':
      return { ...head, text, textZh, step: event.step, silentMs: event.silentNs / 1e6, behind: event.behind };
    case 'resumed':
    case 'restart':
      return { ...head, text, textZh, step: event.step };
    default:
      return undefined;
  }
}

export function noticeOfReport(
  alarm: Alarm,
  report: ProfileReport,
  files: readonly string[],
  language: Language,
): Notice {
  const head = { kind: 'report', at: new Date().toISOString(), host: hostname(), files };
  const text = tellReport(alarm, report, language);
  return { ...head, text, textZh: tellReport(alarm, report, 'zh'), alarm: alarmOf(alarm), report };
}

function alarmOf({ number, step, fromStep, durationNs, meanNs, score, slowestRank, outcome }: Alarm): Notice {
  return {
    ...{ number, step, fromStep, ms: durationNs / 1e6, score, trigger: outcome },
    ...(meanNs !== undefined && { meanMs: meanNs / 1e6 }),
    ...(slowestRank !== undefined && { slowestRank }),
  };
}
