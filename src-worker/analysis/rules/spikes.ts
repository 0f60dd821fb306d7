import type { CrossingOutcome, FindingEvidence, Sentence, Thresholds } from '../../../src-contract';
import { ofWorst, type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import { isOfTime, type StepSeries } from '../../model/stepSeries/series';
import type { JobRecord } from '../record/jobRecord';
import {
  finding,
  type LosingGroup,
  losingGroups,
  lostBy,
  notReported,
  type Rule,
  type RuleResult,
  shareOf,
  shownSteps,
} from '../rule';
import { baselineOf, type SeriesVerdict, seriesVerdict } from '../seriesVerdict';

/** A series, and what is said of it. */
interface Judged {
  readonly series: StepSeries;
  readonly verdict: SeriesVerdict;
}

/**
 * E1: steps that take far longer than usual, as ModelArts’ monitor scores them; where it would have asked for a profile, and why
 * not elsewhere. Ranks wait for each other: those that have the same slow steps are one finding.
 */
export const spikes: Rule = {
  id: 'E1',
  sources: ['ModelArts'],
  thresholds: [
    'spikes.skip',
    'spikes.baseline',
    'spikes.score',
    'spikes.in-a-row',
    'spikes.cooldown',
    'spikes.triggers',
    'finding.least-share',
  ],
  isOfSeries: true,
  find: (job, limits): RuleResult => {
    const scored = judged(job, limits).filter(({ verdict }) => verdict.isScored);
    if (scored.length === 0) {
      const values = { steps: Math.ceil(limits['spikes.skip']) + baselineOf(limits) + 1 };
      return { findings: [], notRun: [{ rule: 'E1', reason: sentence('needs.baseline', values), ranks: [] }] };
    }
    const lostOf = ({ verdict }: Judged) => verdict.spikesNs;
    // A few steps that cost next to nothing are none, unless the monitor would have been alarmed.
    const spiky = scored.filter((own) => {
      const { spikeCount, alarmCount } = own.verdict;
      return alarmCount > 0 || (spikeCount > 0 && shareOf(job, lostOf(own)) >= limits['finding.least-share']);
    });
    const [rest] = without(scored, spiky);
    return {
      findings: losingGroups(job.ranks.length, spiky, lostOf, 0).map((group) => {
        const { series, verdict } = group.worst;
        const lost = lostOf(group.worst);
        const values = { ...valuesOf(series, verdict, limits), ...namesOf(group), ...lostBy(job, group) };
        return finding(job, keyOf(group), {
          rule: 'E1',
          class: 'host',
          rank: series.rank,
          ...(series.parts.length === 1 && { label: series.label }),
          place: { ranks: values.ranks },
          title: sentence(titleId('E1.title', group), values),
          cause: causeOf(group, sentence('E1.cause', values)),
          advice: [sentence('E1.advice')],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('E1.gain') },
          confidence: 'medium',
          evidence: spikeEvidence(series, verdict),
          effects: outcomes(series, verdict, limits),
        });
      }),
      notReported: rest
        ? [
            notReported('E1', 'host', 'spikes.score', {
              title: sentence('E1.fine'),
              value: Math.max(0, highestScore(rest.verdict)),
              limit: limits['spikes.score'],
              rank: rest.series.rank,
            }),
          ]
        : [],
    };
  },
};

/** E2 beside it: from some step on all take longer, though none by so much that it is a spike. */
export const stepShift: Rule = {
  id: 'E2',
  sources: ['ModelArts', 'Tracelane'],
  thresholds: ['spikes.skip', 'spikes.baseline', 'shift.slack', 'shift.limit', 'finding.least-share'],
  isOfSeries: true,
  find: (job, limits): RuleResult => {
    const lostOf = ({ verdict }: Judged) => verdict.shiftNs;
    const shifted = judged(job, limits).filter(
      // Whose rank is on a line is looked for among all ranks.
      (own) => shareOf(job, lostOf(own)) >= limits['finding.least-share'] && !isOnLine(job, own.series, limits),
    );
    return {
      findings: losingGroups(job.ranks.length, shifted, lostOf, 0).map((group) => {
        const { series, verdict } = group.worst;
        const lost = lostOf(group.worst);
        const beforeNs = verdict.baseline?.meanNs ?? Number.NaN;
        const afterNs = verdict.shift?.meanNs ?? Number.NaN;
        const from = series.steps[verdict.shift?.from ?? 0].number;
        const values = {
          ...namesOf(group),
          from,
          before: beforeNs,
          after: afterNs,
          growth: afterNs / beforeNs - 1,
          ...lostBy(job, group),
        };
        return finding(job, `shift ${keyOf(group)}`, {
          rule: 'E2',
          class: 'host',
          rank: series.rank,
          ...(series.parts.length === 1 && { label: series.label }),
          place: { ranks: values.ranks, step: String(from) },
          title: sentence(titleId('E2.shift.title', group), values),
          cause: causeOf(group, sentence('E2.shift.cause', values)),
          advice: [sentence('E2.shift.advice', values)],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('E2.shift.gain') },
          confidence: 'medium',
          evidence: [],
        });
      }),
    };
  },
};

/** What takes longer per sample costs nobody knows how much of a step. */
function judged({ series }: JobRecord, limits: Thresholds): readonly Judged[] {
  return series.filter(isOfTime).map((own) => ({ series: own, verdict: seriesVerdict(own, limits) }));
}

/** Not of a rank whose computing grows along a line: that says more. */
function isOnLine({ ranks }: JobRecord, { parts }: StepSeries, limits: Thresholds): boolean {
  const trend = parts.length === 1 ? ranks.find(({ label }) => label === parts[0].label)?.trend : undefined;
  return trend !== undefined && trend.fit >= limits['drift.fit'] && trend.slope > 0;
}

function namesOf({ worst, members }: LosingGroup<Judged>) {
  const ranks = [...new Set(members.flatMap(({ series: { rank } }) => rank ?? []))];
  return { ranks, name: worst.series.label };
}

/** Of several series it is that of the one that loses most. */
function causeOf({ worst: { series }, members }: LosingGroup<Judged>, cause: Sentence): Sentence {
  return members.length > 1 ? ofWorst(cause, series.rank === undefined ? series.label : [series.rank]) : cause;
}

/** A file without ranks is called by its name. */
function titleId(id: 'E1.title' | 'E2.shift.title', group: LosingGroup<Judged>): SentenceId {
  return namesOf(group).ranks.length === 0 ? `${id}.named` : id;
}

function keyOf({ worst, members }: LosingGroup<Judged>): string {
  return members.length === 1 ? worst.series.key : 'job';
}

function highestScore({ verdicts }: SeriesVerdict): number {
  return verdicts.reduce((most, own) => ('score' in own ? Math.max(most, own.score) : most), 0);
}

function valuesOf({ steps }: StepSeries, { spikes: places, baseline, alarmCount }: SeriesVerdict, limits: Thresholds) {
  return {
    count: places.length,
    total: steps.length,
    longest: places.reduce((most, at) => Math.max(most, steps[at].ns), 0),
    mean: baseline?.meanNs ?? Number.NaN,
    deviation: baseline?.deviationNs ?? Number.NaN,
    score: limits['spikes.score'],
    skip: limits['spikes.skip'],
    baseline: baselineOf(limits),
    row: limits['spikes.in-a-row'],
    alarms: alarmCount,
  };
}

const OUTCOMES = ['triggered', 'cooldown', 'at-limit', 'too-few'] as const satisfies readonly CrossingOutcome[];
const NS_PER_HOUR = 3_600e9;
/** Steps that are named. */
const MOST_NAMED = 8;

/** Of each run of spikes what became of it: where a profile would have been asked for, and why not. */
function outcomes({ steps }: StepSeries, { crossings }: SeriesVerdict, limits: Thresholds): Sentence[] {
  // Of a run that never comes to an alarm only its last step is told.
  const decided = crossings.filter(
    ({ outcome, inARow }, at) => outcome !== 'too-few' || crossings[at + 1]?.inARow !== inARow + 1,
  );
  return OUTCOMES.flatMap((outcome) => {
    const numbers = decided.filter((own) => own.outcome === outcome).map(({ at }) => steps[at].number);
    if (numbers.length === 0) return [];
    const named = numbers.slice(0, MOST_NAMED).join(', ');
    return [
      sentence(`E1.${outcome}`, {
        steps: numbers.length > MOST_NAMED ? `${named}, …` : named,
        row: limits['spikes.in-a-row'],
        hours: limits['spikes.cooldown'] / NS_PER_HOUR,
        most: limits['spikes.triggers'],
      }),
    ];
  });
}

/** The longest first. */
const MOST_EVIDENCE = 3;

function spikeEvidence({ steps, parts }: StepSeries, verdict: SeriesVerdict): readonly FindingEvidence[] {
  const longest = [...verdict.spikes].sort((a, b) => steps[b].ns - steps[a].ns);
  return longest.slice(0, MOST_EVIDENCE).flatMap((at) => shownSteps(parts[steps[at].part], [steps[at]]));
}
