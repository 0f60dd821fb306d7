import { throughputOf, type WorkOfStep } from '../rule/throughput';
import type { WhyNoAlarm } from '../why/whyNoAlarm';
import { digits, type Language, words } from '../words/words';

/** Why there was no alarm among these steps, a sentence a line. */
export function tellWhy(why: WhyNoAlarm, from: number, to: number, language: Language): readonly string[] {
  switch (why.kind) {
    case 'unknown-steps':
      return [words('why.unknown-steps', { from, to }, language)];
    case 'no-baseline':
      return [words('why.no-baseline', { missing: why.missing }, language)];
    case 'flat':
      return [words('why.flat', {}, language)];
    case 'before':
      return [words('why.before', { from: why.fromStep }, language)];
    case 'scores': {
      const { highest, highestStep, longestRun, limits, hasFired, ways } = why;
      const values = { from, to, score: digits(highest), step: highestStep, count: longestRun };
      const told = ways.map(({ inARow, sigmas, atStep, falseAlarms }) =>
        words('why.way', { sigmas, count: inARow, step: atStep, others: falseAlarms }, language),
      );
      return [
        words('why.scores', { ...values, needed: limits.inARow, sigmas: limits.sigmas }, language),
        ...(hasFired ? [words('why.fired', { from, to }, language)] : []),
        ...(told.length > 0 ? told : [words('why.no-way', {}, language)]),
      ];
    }
  }
}

/** Behind a sentence about steps of that length; nothing where nobody has said what a step is. */
export function tellThroughput(work: WorkOfStep, stepNs: number, language: Language): string {
  const own = Object.keys(work).length === 0 ? undefined : throughputOf(work, stepNs);
  if (!own) return '';
  const { stepsPerS, samplesPerS, flopsPerS, mfu } = own;
  return [
    words('throughput', { steps: digits(stepsPerS) }, language),
    samplesPerS === undefined ? '' : words('throughput.samples', { samples: digits(samplesPerS) }, language),
    flopsPerS === undefined ? '' : words('throughput.flops', { tera: digits(flopsPerS / 1e12) }, language),
    mfu === undefined ? '' : words('throughput.mfu', { percent: `${digits(100 * mfu)} %` }, language),
    language === 'zh' ? '。' : '.',
  ].join('');
}
