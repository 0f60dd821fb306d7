import type {
  CriticalPath,
  DumpState,
  Finding,
  FindingEvidence,
  FindingPrediction,
  FindingsReport,
  FunctionReport,
  KernelKindRow,
  RankClock,
  RankState,
  RankStepSplit,
  Sentence,
} from '../src-contract';
import { sentenceText } from '../src-contract/findings/sentence';
import { type CommunicationPages, communicationJson } from './communicationJson';
import { laneName } from './laneName';
import { predictionsById, type Replayed } from './replayTables';
import { stepNsOf } from './splitParts';

/** The report for programs, as docs/findings.schema.json describes it. Times in ms, shares 0 to 1, null: not known. */
export function reportJson(
  state: Pick<DumpState, 'title' | 'paths' | 'ranks'>,
  report: FindingsReport,
  replay: Replayed = {},
  communication?: CommunicationPages,
): object {
  const { ranks } = state;
  const { path, patterns } = replay;
  const predictionOf = predictionsById(replay);
  return {
    version: report.version,
    title: state.title,
    paths: state.paths,
    stepMs: ms(report.stepNs),
    stepCount: report.stepCount,
    clock: report.clock ?? null,
    clocks: report.clocks.map(plainClock),
    trust: report.trust.map(({ severity, sentence }) => ({ severity, ...plainSentence(sentence) })),
    split: report.split.map(plainSplit),
    findings: report.findings.map((own) => ({
      ...plainFinding(own, ranks),
      ...plainPrediction(predictionOf.get(own.id)),
    })),
    notReported: report.notReported.map(({ rule, class: ofClass, rank, title, value, limit, threshold }) => ({
      rule,
      class: ofClass,
      rank: rank ?? null,
      title: english(title),
      value: known(value),
      limit,
      threshold,
    })),
    kernels: {
      chip: report.kernels.chip?.name ?? null,
      ranks: report.kernels.ranks.map(({ rank, label, count, totalNs, dynamicCount }) => ({
        ...{ rank, label, count, totalMs: ms(totalNs), dynamic: dynamicCount ?? null },
      })),
      rows: report.kernels.rows.map(plainKernel),
    },
    criticalPath: path ? plainPath(path) : null,
    communication: communication ? communicationJson(communication) : null,
    functions: patterns ? patterns.functions.map(plainFunction) : null,
    notRun: report.notRun.map(({ rule, reason, ranks: own }) => ({ rule, reason: english(reason), ranks: own })),
  };
}

/** By how much it is ahead of the reference, and drifts from it. */
function plainClock({
  label,
  method,
  offsetNs,
  rate,
  rateError,
  errorNs,
  usedCalls,
  rejectedCalls,
}: RankClock): object {
  return {
    label,
    method,
    offsetMs: ms(offsetNs),
    errorMs: ms(errorNs),
    driftPpm: Number.isNaN(rateError) ? null : known(rate * 1e6),
    usedCalls,
    rejectedCalls,
  };
}

/** null: the cause is not in the graph, or nobody asked. */
function plainPrediction(own: FindingPrediction | undefined): object {
  const { component, rank, share } = own?.bound ?? {};
  const predictedBound = own?.bound ? { component, rank, share } : null;
  return { predictedStepMs: own ? ms(own.predictedNs) : null, predictedBound };
}

function plainPath(own: CriticalPath): object {
  return {
    rank: own.rank,
    step: own.step ?? null,
    stepMs: ms(own.endNs - own.startNs),
    ranksJoined: own.ranksJoined,
    components: own.components.map(({ component, ns, share }) => ({ component, ms: ms(ns), share })),
    ranks: own.ranks.map(({ rank, ns }) => ({ rank, ms: ms(ns) })),
    ops: own.ops.map(({ component, rank, name, count, ns, share, slackNs, longest }) => ({
      component,
      rank,
      name,
      count,
      ms: ms(ns),
      share,
      slackMs: ms(slackNs),
      ...(longest && { startNs: longest.startNs, durationNs: longest.durationNs }),
    })),
    others: own.others.map(({ component, rank, count, ns, share }) => ({ component, rank, count, ms: ms(ns), share })),
  };
}

function plainFunction(own: FunctionReport): object {
  return {
    class: own.class,
    name: own.name,
    detail: own.detail,
    transport: own.transport,
    direction: own.direction ?? null,
    ranks: own.rankCount,
    bottleneckRatio: known(own.meanBeta),
    highestRatio: known(own.maxBeta),
    medianMs: ms(own.medianNs),
    meanMs: ms(own.meanNs),
    abnormalCount: own.abnormalCount,
    abnormal: own.abnormal.map(({ rank, beta, difference, relative }) => ({
      rank,
      bottleneckRatio: known(beta),
      difference: known(difference),
      relative: known(relative),
    })),
  };
}

function plainKernel(own: KernelKindRow): object {
  const { type, shapes, core, count, share, computeType, bound } = own;
  return {
    type,
    shapes,
    core,
    count,
    totalMs: ms(own.totalNs),
    meanMs: ms(own.meanNs),
    minMs: ms(own.minNs),
    maxMs: ms(own.maxNs),
    share: known(share),
    flop: known(own.flop),
    computeType: computeType ?? null,
    bytes: known(own.sizeBytes),
    flopPerByte: known(own.flopPerByte),
    tflops: known(own.flopPerSecond / 1e12),
    gbps: known(own.bytesPerSecond / 1e9),
    reach: known(own.reach),
    bound,
  };
}

function plainFinding(own: Finding, ranks: readonly RankState[]): object {
  return {
    id: own.id,
    rule: own.rule,
    class: own.class,
    rank: own.rank ?? null,
    title: english(own.title),
    titleZh: sentenceText(own.title, 'zh'),
    titleId: own.title.id,
    values: plainValues(own.title),
    place: own.place,
    lostMsPerStep: ms(own.lostNsPerStep),
    shareOfStep: own.shareOfStep,
    cause: plainSentence(own.cause),
    advice: own.advice.map(english),
    gain: { msPerStep: ms(own.gain.nsPerStep), formula: english(own.gain.formula) },
    confidence: own.confidence,
    evidence: own.evidence.map((one) => plainEvidence(one, ranks)),
    ...(own.gaps && { gaps: own.gaps.map(({ owner, range }) => ({ owner, ...plainEvidence(range, ranks) })) }),
    effects: own.effects.map(english),
  };
}

function plainEvidence(own: FindingEvidence, ranks: readonly RankState[]): object {
  if (own.kind === 'range') {
    const { startNs, endNs, lanes, step } = own;
    return {
      kind: 'range',
      rank: numberOf(own.rank, ranks),
      startNs,
      endNs,
      lanes: lanes.map((lane) => laneName(lane, own.rank, ranks)),
      ...(step !== undefined && { step }),
    };
  }
  const { ref, lane, name, startNs, durationNs } = own;
  return {
    kind: 'slice',
    rank: numberOf(ref.rank, ranks),
    lane: laneName(lane, ref.rank, ranks),
    name,
    startNs,
    durationNs,
  };
}

function numberOf(index: number, ranks: readonly RankState[]): number {
  return ranks[index]?.rank ?? index;
}

function plainSplit(own: RankStepSplit): object {
  const { exposed, free } = own;
  return {
    rank: own.rank,
    label: own.label,
    source: own.source ?? null,
    stepCount: own.stepCount,
    computingMs: ms(own.computingNs),
    notOverlappedMs: ms(own.notOverlappedNs),
    freeMs: ms(own.freeNs),
    overlappedMs: ms(own.overlappedNs),
    communicationMs: ms(own.communicationNs),
    preparingMs: ms(own.preparingNs),
    stageMs: ms(own.stageNs),
    bubbleMs: ms(own.bubbleNs),
    overlap: plainOverlap(own),
    ...(exposed?.isSplit && {
      exposed: {
        totalMs: ms(exposed.exposedNs),
        movingMs: ms(exposed.movingNs),
        waitingMs: ms(exposed.waitingNs),
        // Some planes move data while others wait; moving + waiting + rest less this are the total.
        movingWhileWaitingMs: ms(exposed.movingNs + exposed.waitingNs + exposed.restNs - exposed.exposedNs),
        restMs: ms(exposed.restNs),
        profilerWaitMs: ms(exposed.profiler?.waitNs ?? Number.NaN),
        profilerIdleMs: ms(exposed.profiler?.idleNs ?? Number.NaN),
        byPeer: exposed.byPeer.map(({ rank, isGlobal, waitingNs }) => ({ rank, isGlobal, waitingMs: ms(waitingNs) })),
      },
    }),
    ...(free && {
      free: {
        totalMs: ms(free.freeNs),
        medianDelayMs: ms(free.medianDelayNs),
        owners: free.owners.map(({ owner, ns, names }) => ({
          owner,
          ms: ms(ns),
          names: names.map(({ name, ns: own }) => ({ name, ms: ms(own) })),
        })),
      },
    }),
  };
}

/** A4: what computing has beside it, as shares of the step; null: not known. */
function plainOverlap(own: RankStepSplit): object {
  const { overlappedNs, besideHostNs = Number.NaN } = own;
  // Of a timeline that was cut off parts are missing: the steps have been as long as their Stage at least.
  const wholeNs = Math.max(stepNsOf(own) * own.stepCount, own.stageNs + own.bubbleNs || 0);
  return { communication: known(overlappedNs / wholeNs), host: known(besideHostNs / wholeNs) };
}

function plainSentence(own: Sentence): object {
  return { id: own.id, text: english(own), values: plainValues(own) };
}

function plainValues({ values }: Sentence): object {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'number' ? known(value) : value]),
  );
}

function english(own: Sentence): string {
  return sentenceText(own, 'en');
}

function ms(ns: number): number | null {
  return known(ns / 1e6);
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
