/**
 * A walk through the job in the order of MindStudio Insight's guide: is work launched in time, what is computed, what is
 * communicated. Each look says what it is about, what this dump shows, and what that means. Pure.
 */
import type {
  Finding,
  FindingClass,
  FindingEvidence,
  FindingsReport,
  RankStepSplit,
  Sentence,
  ThresholdId,
} from '../src-contract';
import { type SentenceId, sentence } from '../src-contract/findings/sentence';
import { stepNsOf } from './splitParts';

export interface WalkStep {
  readonly id: 'dispatch' | 'compute' | 'communication';
  readonly looks: readonly WalkLook[];
  /** What to change, where something is to be changed. */
  readonly advice: readonly Sentence[];
  /** By time lost. */
  readonly findings: readonly Finding[];
}

export interface WalkLook {
  readonly state: 'bad' | 'fine' | 'unknown';
  readonly seen: Sentence;
  readonly means: Sentence;
  /** What the verdict depends on, where that is a threshold. */
  readonly threshold?: ThresholdId;
  /** Where it can be seen; empty: nowhere in particular. */
  readonly evidence: readonly FindingEvidence[];
}

const TOP_KERNELS = 3;
const npuAdvice = [
  'walk.dispatch.queue',
  'walk.dispatch.affinity',
  'walk.dispatch.async',
  'walk.dispatch.cpu',
] as const;
const gpuAdvice = ['walk.dispatch.graph', 'walk.dispatch.cpu'] as const;
const mindSporeAdvice = ['mindspore.advice.sink', 'mindspore.advice.affinity', 'walk.dispatch.cpu'] as const;
const CLASSES: Readonly<Record<WalkStep['id'], readonly FindingClass[]>> = {
  dispatch: ['host', 'input'],
  compute: ['compute', 'memory'],
  communication: ['communication', 'parallelism'],
};

export function walkThrough(report: FindingsReport): readonly WalkStep[] {
  const known = report.split.filter((own) => stepNsOf(own) > 0);
  return [dispatch(report, known), compute(report, known), communication(report, known)];
}

function stepOf(
  { findings }: FindingsReport,
  id: WalkStep['id'],
  looks: readonly WalkLook[],
  advice: readonly SentenceId[],
): WalkStep {
  const isBad = looks.some(({ state }) => state === 'bad');
  return {
    id,
    looks,
    advice: isBad ? advice.map((own) => sentence(own)) : [],
    findings: findings.filter((own) => CLASSES[id].includes(own.class)),
  };
}

function look(
  state: WalkLook['state'],
  id: string,
  values: Sentence['values'] = {},
  { evidence = [], threshold }: Partial<Pick<WalkLook, 'evidence' | 'threshold'>> = {},
): WalkLook {
  const seen = state === 'unknown' ? `walk.${id}.unknown` : `walk.${id}`;
  return {
    state,
    seen: sentence(seen as SentenceId, values),
    means: sentence(`walk.${id}.${state === 'bad' ? 'bad' : 'fine'}` as SentenceId, values),
    evidence,
    ...(threshold && { threshold }),
  };
}

/** The rank with the largest share of something in its step. */
function worstBy(known: readonly RankStepSplit[], nsOf: (own: RankStepSplit) => number): RankStepSplit | undefined {
  const share = (own: RankStepSplit) => nsOf(own) / stepNsOf(own) / own.stepCount;
  return known.reduce<RankStepSplit | undefined>(
    (most, own) => (!most || share(own) > share(most) ? own : most),
    undefined,
  );
}

/** A report has all that can be changed. */
function limitOf({ thresholds }: FindingsReport, id: ThresholdId): number {
  return thresholds.find((own) => own.id === id)?.value ?? Number.NaN;
}

function evidenceOf({ findings }: FindingsReport, isOne: (own: Finding) => boolean): readonly FindingEvidence[] {
  return findings.find((own) => isOne(own) && own.evidence.length > 0)?.evidence ?? [];
}

function dispatch(report: FindingsReport, known: readonly RankStepSplit[]): WalkStep {
  const worst = worstBy(known, ({ freeNs }) => freeNs);
  if (!worst) return stepOf(report, 'dispatch', [look('unknown', 'free')], []);
  const step = stepNsOf(worst) * worst.stepCount;
  const share = worst.freeNs / step;
  const isFree = share > limitOf(report, 'free.share');
  const ranks = [worst.rank];
  const shown = evidenceOf(report, ({ rule }) => rule === 'A2');
  const delay = worst.free?.medianDelayNs ?? Number.NaN;
  const brokenNs = (worst.free?.owners ?? []).reduce(
    (sum, { owner, ns }) => (owner === 'synchronise' || owner === 'copy' ? sum + ns : sum),
    0,
  );
  const broken = { ranks, lost: brokenNs / worst.stepCount, share: brokenNs / step };
  return stepOf(
    report,
    'dispatch',
    [
      look(isFree ? 'bad' : 'fine', 'free', { ranks, share }, { evidence: shown, threshold: 'free.share' }),
      // Clocks of host and device that disagree make it negative.
      delay >= 0
        ? look(
            isFree && delay < limitOf(report, 'walk.near-vertical') ? 'bad' : 'fine',
            'arrows',
            { ranks, delay },
            { evidence: shown, threshold: 'walk.near-vertical' },
          )
        : look('unknown', 'arrows'),
      worst.free
        ? look(broken.share >= limitOf(report, 'walk.broken') ? 'bad' : 'fine', 'broken', broken, {
            evidence: evidenceOf(report, ({ rule, title }) => rule === 'B9' && /^(synchronise|copy)/.test(title.id)),
            threshold: 'walk.broken',
          })
        : look('unknown', 'broken'),
    ],
    dispatchAdvice(report),
  );
}

function dispatchAdvice({ isGpu, isMindSpore }: FindingsReport): readonly SentenceId[] {
  if (isMindSpore) return mindSporeAdvice;
  return isGpu ? gpuAdvice : npuAdvice;
}

function compute(report: FindingsReport, known: readonly RankStepSplit[]): WalkStep {
  const worst = worstBy(known, ({ computingNs }) => computingNs);
  const rows = report.kernels.rows.slice(0, TOP_KERNELS);
  const top = rows.map(({ type, share }) => `${type} (${Math.round(100 * share)} %)`).join(', ');
  const idle = rows.find(({ bound }) => bound === 'underutilised');
  const share = worst ? worst.computingNs / stepNsOf(worst) / worst.stepCount : Number.NaN;
  const isMost = share >= limitOf(report, 'walk.computing');
  return stepOf(
    report,
    'compute',
    [
      worst
        ? look(isMost ? 'fine' : 'bad', 'computing', { ranks: [worst.rank], share }, { threshold: 'walk.computing' })
        : look('unknown', 'computing'),
      top === ''
        ? look('unknown', 'kernels')
        : look(idle ? 'bad' : 'fine', 'kernels', { top, op: idle?.type ?? '', reach: idle?.reach ?? Number.NaN }),
    ],
    idle ? ['walk.compute.advice'] : [],
  );
}

function communication(report: FindingsReport, known: readonly RankStepSplit[]): WalkStep {
  const told = known.filter(({ communicationNs }) => communicationNs > 0);
  const worst = worstBy(told, ({ communicationNs }) => communicationNs);
  const [long] = report.longCalls;
  const likeLook = long
    ? look(
        'bad',
        'like',
        { ranks: [long.rank], op: long.op, elapse: long.elapseNs, usual: long.usualNs, count: long.count },
        { evidence: long.evidence, threshold: 'walk.like' },
      )
    : look(
        worst ? 'fine' : 'unknown',
        'like.none',
        { times: limitOf(report, 'walk.like') },
        { threshold: 'walk.like' },
      );
  if (!worst) return stepOf(report, 'communication', [look('unknown', 'longer')], []);
  const exposed = worstBy(told, ({ notOverlappedNs }) => notOverlappedNs) ?? worst;
  const share = exposed.notOverlappedNs / stepNsOf(exposed) / exposed.stepCount;
  return stepOf(
    report,
    'communication',
    [
      look(worst.communicationNs > worst.computingNs ? 'bad' : 'fine', 'longer', {
        ranks: [worst.rank],
        communication: worst.communicationNs / worst.stepCount,
        computing: worst.computingNs / worst.stepCount,
      }),
      look(
        share > limitOf(report, 'exposed.share') ? 'bad' : 'fine',
        'exposed',
        { ranks: [exposed.rank], share, hidden: exposed.overlappedNs / exposed.communicationNs },
        { evidence: evidenceOf(report, ({ rule }) => rule === 'C8' || rule === 'A5'), threshold: 'exposed.share' },
      ),
      likeLook,
    ],
    ['walk.communication.overlap', 'walk.communication.late'],
  );
}
