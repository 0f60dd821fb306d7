import type { KSigmaLimits } from '../../src-worker/model/stepSeries/kSigma';
import type { JobEvent } from '../rule/jobWatch';
import { digits, type Language, timeText, words } from '../words/words';

/** Of an alarm that goes on, a line now and then is enough. */
const EVERY_NTH = 100;

/** Whether it is worth a line of text. */
export function isTold(event: JobEvent): boolean {
  return event.kind !== 'crossing' || event.reason !== 'goes-on' || event.inARow % EVERY_NTH === 0;
}

/** How long the steps are that it tells of; NaN: it tells of none. */
export function lengthOf(event: JobEvent): number {
  switch (event.kind) {
    case 'baseline':
      return event.baseline.meanNs;
    case 'alarm':
      return event.durationNs;
    case 'change':
      return event.afterNs;
    case 'drift':
      return event.meanNs;
    default:
      return Number.NaN;
  }
}

/** An event as a sentence; `limits` are those in force. */
export function tellEvent(event: JobEvent, limits: KSigmaLimits, language: Language): string {
  switch (event.kind) {
    case 'baseline': {
      const { baseline, fromStep, toStep } = event;
      const { meanNs, deviationNs } = baseline;
      const values = {
        from: fromStep,
        to: toStep,
        mean: timeText(meanNs),
        deviation: timeText(deviationNs),
        threshold: timeText(meanNs + limits.sigmas * deviationNs),
      };
      return words(deviationNs === 0 ? 'baseline.flat' : 'baseline', values, language);
    }
    case 'alarm': {
      const { outcome, step, fromStep, durationNs, score, inARow, sinceNs } = event;
      const values = {
        step,
        from: fromStep,
        ms: timeText(durationNs),
        score: digits(score),
        count: inARow,
        since: timeText(sinceNs ?? 0),
        cooldown: timeText(limits.cooldownNs),
        most: limits.mostTriggers,
      };
      return words(`alarm.${outcome}`, values, language) + profileOf(event.profileRanks, language);
    }
    case 'crossing': {
      const { reason, step, durationNs, score, inARow } = event;
      const values = { step, ms: timeText(durationNs), score: digits(score), count: inARow, needed: limits.inARow };
      return words(`crossing.${reason}`, values, language);
    }
    case 'early': {
      const [{ step, durationNs, score }] = event.crossings;
      const values = { step, ms: timeText(durationNs), score: digits(score), count: event.crossings.length };
      return words('crossing.no-baseline', values, language);
    }
    case 'drift': {
      const { fromStep, atStep, meanNs, baseline } = event;
      const values = {
        from: fromStep,
        at: atStep,
        now: timeText(meanNs),
        mean: timeText(baseline.meanNs),
        percent: `${digits(100 * (meanNs / baseline.meanNs - 1))} %`,
      };
      return words('drift', values, language);
    }
    case 'stall': {
      const { step, silentNs, limitNs, behind, behindCount } = event;
      const ranks = behind.map(({ rank, step: last }) => `${rank} (${last})`).join(', ');
      const lines = behind.flatMap(({ rank, line }) => (line === undefined ? [] : [{ rank, line }]));
      const rest = behindCount > behind.length ? ', …' : '';
      const isBehind = behindCount > 0;
      const values = {
        ...{ step, silent: timeText(silentNs), limit: timeText(limitNs) },
        behind: isBehind ? words('stall.behind', { count: behindCount, ranks: ranks + rest }, language) : '',
      };
      const wrote = lines.map((own) => words('stall.rank-line', own, language)).join('');
      const last = event.line === undefined ? '' : words('stall.line', { line: event.line }, language);
      return words('stall', values, language) + wrote + last;
    }
    case 'resumed':
      return words('resumed', { step: event.step, silent: timeText(event.silentNs) }, language);
    case 'ended':
      return words('job-ended', { step: event.step }, language);
    case 'change': {
      const { fromStep, atStep, beforeNs, afterNs } = event;
      const values = {
        ...{ from: fromStep, at: atStep, now: timeText(afterNs), before: timeText(beforeNs) },
        percent: `${digits(100 * Math.abs(afterNs / beforeNs - 1))} %`,
      };
      return words(afterNs > beforeNs ? 'change.longer' : 'change.shorter', values, language);
    }
    case 'slow-rank': {
      const { rank, by, excess, fromStep, peerCount, profileRanks } = event;
      const values = { rank, percent: `${digits(100 * excess)} %`, count: peerCount, from: fromStep };
      return words(`slow-rank.${by}`, values, language) + profileOf(profileRanks, language);
    }
    case 'slow-rank-over':
      return words('slow-rank.over', { rank: event.rank, step: event.step }, language);
    case 'restart':
      return words('restart', { step: event.step, before: event.before }, language);
  }
}

function profileOf(ranks: readonly number[] | undefined, language: Language): string {
  return ranks ? words('slow-rank.profile', { ranks: ranks.join(', ') }, language) : '';
}
