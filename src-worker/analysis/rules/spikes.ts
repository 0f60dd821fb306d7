import type { FindingEvidence, Sentence, Thresholds } from '../../../src-contract';
import { sentence } from '../../../src-contract/findings/sentence';
import { cusum } from '../../model/stepSeries/cusum';
import {
  type KSigmaLimits,
  type KSigmaReport,
  kSigma,
  type SpikeOutcome,
  usualKSigma,
} from '../../model/stepSeries/kSigma';
import type { RankRecord } from '../record/rankRecord';
import type { StepLength } from '../record/stepLengths';
import { finding, groupsOfRanks, notReported, numbersOfRanks, type Rule, type RuleResult, shareOf } from '../rule';

/**
 * E1: steps that take far longer than usual, as ModelArts’ monitor scores them; where it would have asked for a profile, and why
 * not elsewhere. Ranks wait for each other: those that have the same slow steps are one finding.
 */
export const spikes: Rule = {
  id: 'E1',
  sources: ['ModelArts'],
  thresholds: ['spikes.skip', 'spikes.baseline', 'spikes.score', 'spikes.in-a-row', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const watched = watchedRanks(job.ranks, limits);
    if (watched.size === 0) {
      const values = { steps: Math.ceil(limits['spikes.skip']) + baselineOf(limits) + 1 };
      return { findings: [], notRun: [{ rule: 'E1', reason: sentence('needs.baseline', values), ranks: [] }] };
    }
    const lostOf = (rank: RankRecord) => lostNs(rank, watched.get(rank));
    const known = [...watched.keys()];
    // A few steps that cost next to nothing are none, unless the monitor would have been alarmed.
    const spiky = known.filter((rank) => {
      const { spikeCount = 0, alarmCount = 0 } = watched.get(rank) ?? {};
      return alarmCount > 0 || (spikeCount > 0 && shareOf(job, lostOf(rank)) >= limits['finding.least-share']);
    });
    const [rest] = known.filter((rank) => !spiky.includes(rank));
    return {
      findings: groupsOfRanks(job, spiky, lostOf, 0).map(({ worst, members }) => {
        const report = watched.get(worst);
        const lengths = worst.steps ?? [];
        const values = {
          ...valuesOf(report, lengths, limits),
          ranks: numbersOfRanks(members),
          lost: lostOf(worst),
          share: shareOf(job, lostOf(worst)),
        };
        return finding(job, members.length === 1 ? worst.label : 'job', {
          rule: 'E1',
          class: 'host',
          rank: worst.rank,
          place: { ranks: values.ranks },
          title: sentence('E1.title', values),
          cause: sentence('E1.cause', values),
          advice: [sentence('E1.advice')],
          lostNsPerStep: values.lost,
          gain: { nsPerStep: values.lost, formula: sentence('E1.gain') },
          confidence: 'medium',
          evidence: spikeEvidence(worst, report),
          effects: outcomes(report, lengths, limits),
        });
      }),
      notReported: rest
        ? [
            notReported('E1', 'host', 'spikes.score', {
              title: sentence('E1.fine'),
              value: Math.max(0, highestScore(watched.get(rest))),
              limit: limits['spikes.score'],
              rank: rest.rank,
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
  thresholds: ['spikes.skip', 'spikes.baseline', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const lostOf = (rank: RankRecord) => shiftOf(rank, limits)?.lostNs ?? Number.NaN;
    const shifted = job.ranks.filter((rank) => shareOf(job, lostOf(rank)) >= limits['finding.least-share']);
    return {
      findings: groupsOfRanks(job, shifted, lostOf, 0).map(({ worst, members }) => {
        const { from = Number.NaN, beforeNs = Number.NaN, afterNs = Number.NaN } = shiftOf(worst, limits) ?? {};
        const lost = lostOf(worst);
        const values = {
          ranks: numbersOfRanks(members),
          from,
          before: beforeNs,
          after: afterNs,
          growth: afterNs / beforeNs - 1,
          lost,
          share: shareOf(job, lost),
        };
        return finding(job, `shift ${members.length === 1 ? worst.label : 'job'}`, {
          rule: 'E2',
          class: 'host',
          rank: worst.rank,
          place: { ranks: values.ranks, step: String(from) },
          title: sentence('E2.shift.title', values),
          cause: sentence('E2.shift.cause', values),
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

function baselineOf(limits: Thresholds): number {
  return Math.max(2, Math.ceil(limits['spikes.baseline']));
}

function monitorLimits(limits: Thresholds): Partial<KSigmaLimits> {
  return {
    skip: limits['spikes.skip'],
    baseline: baselineOf(limits),
    sigmas: limits['spikes.score'],
    inARow: Math.max(1, Math.ceil(limits['spikes.in-a-row'])),
  };
}

/** Ranks with steps enough for scores. */
function watchedRanks(ranks: readonly RankRecord[], limits: Thresholds): ReadonlyMap<RankRecord, KSigmaReport> {
  const watched = new Map<RankRecord, KSigmaReport>();
  for (const rank of ranks) {
    const lengths = rank.steps ?? [];
    const report = kSigma(
      lengths.map(({ ns }) => ({ durationNs: ns })),
      monitorLimits(limits),
    );
    if (report.verdicts.some(({ kind }) => kind === 'normal' || kind === 'spike')) watched.set(rank, report);
  }
  return watched;
}

function spikePlaces(report: KSigmaReport | undefined): number[] {
  return (report?.verdicts ?? []).flatMap(({ kind }, at) => (kind === 'spike' ? at : []));
}

/** Above the baseline’s mean, mean over all steps. */
function lostNs({ steps = [] }: RankRecord, report: KSigmaReport | undefined): number {
  const meanNs = report?.baseline?.meanNs ?? Number.NaN;
  return spikePlaces(report).reduce((sum, at) => sum + steps[at].ns - meanNs, 0) / steps.length;
}

function highestScore(report: KSigmaReport | undefined): number {
  return (report?.verdicts ?? []).reduce((most, own) => ('score' in own ? Math.max(most, own.score) : most), 0);
}

function valuesOf(report: KSigmaReport | undefined, lengths: readonly StepLength[], limits: Thresholds) {
  const places = spikePlaces(report);
  return {
    count: places.length,
    total: lengths.length,
    longest: places.reduce((most, at) => Math.max(most, lengths[at].ns), 0),
    mean: report?.baseline?.meanNs ?? Number.NaN,
    deviation: report?.baseline?.deviationNs ?? Number.NaN,
    score: limits['spikes.score'],
    skip: limits['spikes.skip'],
    baseline: baselineOf(limits),
    row: limits['spikes.in-a-row'],
    alarms: report?.alarmCount ?? 0,
  };
}

const OUTCOMES = ['triggered', 'cooldown', 'at-limit', 'too-few'] as const satisfies readonly SpikeOutcome[];
const NS_PER_HOUR = 3_600e9;
/** Steps that are named. */
const MOST_NAMED = 8;

/** Of each run of spikes what became of it: where a profile would have been asked for, and why not. */
function outcomes(report: KSigmaReport | undefined, lengths: readonly StepLength[], limits: Thresholds): Sentence[] {
  const verdicts = report?.verdicts ?? [];
  const ended = verdicts.flatMap((own, at) => {
    if (own.kind !== 'spike' || own.outcome === 'goes-on') return [];
    // Of a run that never comes to an alarm only its last step is told.
    const next = verdicts.slice(at + 1).find(({ kind }) => kind !== 'unknown');
    if (own.outcome === 'too-few' && next?.kind === 'spike') return [];
    return [{ outcome: own.outcome, number: lengths[at].number }];
  });
  return OUTCOMES.flatMap((outcome) => {
    const numbers = ended.filter((own) => own.outcome === outcome).map(({ number }) => number);
    if (numbers.length === 0) return [];
    const named = numbers.slice(0, MOST_NAMED).join(', ');
    const steps = numbers.length > MOST_NAMED ? `${named}, …` : named;
    const { cooldownNs, mostTriggers: most } = usualKSigma;
    return [
      sentence(`E1.${outcome}`, { steps, row: limits['spikes.in-a-row'], hours: cooldownNs / NS_PER_HOUR, most }),
    ];
  });
}

/** The longest first. */
const MOST_EVIDENCE = 3;

function spikeEvidence({ index, steps = [] }: RankRecord, report: KSigmaReport | undefined): FindingEvidence[] {
  const longest = spikePlaces(report).sort((a, b) => steps[b].ns - steps[a].ns);
  return longest.slice(0, MOST_EVIDENCE).flatMap((at): FindingEvidence[] => {
    const { span } = steps[at];
    return span && index !== undefined ? [{ kind: 'range', rank: index, ...span, lanes: [] }] : [];
  });
}

/** Not of a rank whose computing grows along a line, nor of one with spikes: those say more. */
function shiftOf({ steps = [], trend }: RankRecord, limits: Thresholds) {
  const durations = steps.map(({ ns }) => ns);
  const { baseline, spikeCount } = kSigma(
    durations.map((durationNs) => ({ durationNs })),
    monitorLimits(limits),
  );
  const isLine = trend && trend.fit >= limits['drift.fit'] && trend.slope > 0;
  if (!baseline || isLine || spikeCount > 0) return undefined;
  const change = cusum(durations, baseline, Math.ceil(limits['spikes.skip']) + baselineOf(limits));
  if (!change) return undefined;
  return {
    from: steps[change.from].number,
    beforeNs: baseline.meanNs,
    afterNs: change.meanNs,
    lostNs: ((change.meanNs - baseline.meanNs) * (steps.length - change.from)) / steps.length,
  };
}
