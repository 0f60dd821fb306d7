import type { JobEvent } from '../rule/jobWatch';
import { digits, type Language, words } from '../words/words';
import type { ProfileReport } from './profileReport';

type Alarm = Extract<JobEvent, { readonly kind: 'alarm' }>;

/** "Alarm 1: steps take 21 % longer since 14:02 (step 61). Rank 5 computes 40 % slower than its peers …" */
export function tellReport(alarm: Alarm | undefined, report: ProfileReport, language: Language): string {
  const join = language === 'zh' ? '' : ' ';
  return [alarm ? alarmText(alarm, language) : words('report.manual', {}, language), reportText(report, language)].join(
    join,
  );
}

function alarmText({ number, fromStep, durationNs, meanNs, fromClockMs }: Alarm, language: Language): string {
  const percent = meanNs === undefined ? undefined : digits(Math.round(100 * (durationNs / meanNs - 1)));
  const step = { number, step: fromStep };
  if (percent === undefined) return words('report.alarm', step, language);
  if (fromClockMs === undefined) return words('report.slower', { ...step, percent }, language);
  const clock = new Date(fromClockMs).toISOString().slice(11, 16);
  return words('report.slower-since', { ...step, percent, clock }, language);
}

function reportText(report: ProfileReport, language: Language): string {
  switch (report.kind) {
    case 'findings': {
      const [first, ...rest] = report.findings;
      const path = report.paths[0] ?? '';
      if (!first) return words('report.nothing', { path }, language);
      const cause = language === 'zh' ? first.titleZh : first.title;
      return words(
        rest.length > 0 ? 'report.found-more' : 'report.found',
        { cause, count: rest.length, path },
        language,
      );
    }
    case 'late':
      return words(report.ranks > 0 ? 'report.growing' : 'report.late', { path: report.path }, language);
    case 'raw': {
      const { path, command } = report;
      const reason = reasonIn(report, language);
      if (command === undefined) return words('report.raw', { path }, language);
      const why = reason === undefined ? '' : words('report.raw-failed', { reason }, language);
      return words('report.raw-command', { path, command, why }, language);
    }
    case 'not-analysed':
      return words('report.not-analysed', { path: report.path, reason: reasonIn(report, language) ?? '' }, language);
  }
}

function reasonIn(
  { reason, reasonZh = reason }: Pick<Extract<ProfileReport, { readonly kind: 'raw' }>, 'reason' | 'reasonZh'>,
  language: Language,
): string | undefined {
  return language === 'zh' ? reasonZh : reason;
}
