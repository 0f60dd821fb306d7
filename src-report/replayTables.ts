/** What replay and comparison of functions add to a report, as sentences and tables: the critical path (A6), PerfTracker's functions (D3). Pure. */
import type {
  CriticalPath,
  FindingPrediction,
  FindingPredictions,
  FunctionReport,
  OtherOps,
  PatternReport,
} from '../src-contract';
import { rankCellText, type SentenceLanguage, timeText } from '../src-contract/findings/sentence';
import { msText, shareText } from './numbers';
import { componentNames as namesEn } from './words/namesEn';
import { componentNames as namesZh } from './words/namesZh';
import { replayWords } from './words/replayWords';
import { reportWords } from './words/reportWords';

/** What a report has besides findings, where it was asked for. */
export interface Replayed {
  readonly path?: CriticalPath | undefined;
  readonly predictions?: FindingPredictions | undefined;
  readonly patterns?: PatternReport | undefined;
}

export interface ReportTable {
  readonly id: 'path' | 'functions';
  readonly title: string;
  readonly lines: readonly string[];
  /** The first `textCount` are names, the others numbers. */
  readonly columns: readonly string[];
  readonly textCount: number;
  readonly rows: readonly (readonly string[])[];
}

/** Those that there is something to say in. */
export function replayTables({ path, patterns }: Replayed, language: SentenceLanguage): readonly ReportTable[] {
  return [
    ...(path ? [pathTable(path, language)] : []),
    ...(patterns && patterns.functions.length > 0 ? [functionTable(patterns, language)] : []),
  ];
}

/** By `Finding.id`. */
export function predictionsById({ predictions }: Replayed): ReadonlyMap<string, FindingPrediction> {
  return new Map(predictions?.findings.map((own) => [own.finding, own]));
}

/** "Without it, by replay: 57.8 ms a step; then mostly waiting for …". */
export function predictionText({ predictedNs, bound }: FindingPrediction, language: SentenceLanguage): string {
  const words = replayWords[language];
  const step = words.step.replace('{step}', `${msText(predictedNs)} ms`);
  if (!bound) return step;
  const names = language === 'zh' ? namesZh : namesEn;
  const then = words.bound
    .replace('{part}', names[bound.component])
    .replace('{rank}', () => bound.label)
    .replace('{share}', shareText(bound.share));
  return step + then;
}

/** By component: the picture of the path, as parts of the step. */
function pathTable(path: CriticalPath, language: SentenceLanguage): ReportTable {
  const words = replayWords[language];
  const names = language === 'zh' ? namesZh : namesEn;
  const { brackets } = reportWords[language];
  const whole = path.step === undefined ? words.whole : words.ofStep.replace('{step}', String(path.step));
  const placeOf = (own: OtherOps) => [
    names[own.component],
    rankCellText(own),
    msText(own.ns),
    own.count.toLocaleString('en-US'),
    shareText(own.share),
  ];
  const parts = path.components.map(
    ({ component, ns, share }) => `${names[component]} ${timeText(ns)}${brackets.join(shareText(share))}`,
  );
  return {
    id: 'path',
    title: words.path,
    lines: [
      whole.replace('{rank}', () => path.label).replace('{time}', `${msText(path.endNs - path.startNs)} ms`),
      parts.join(' · '),
      ...(path.ranksJoined === 1 ? [words.alone] : []),
    ],
    columns: words.pathColumns,
    textCount: 3,
    rows: [
      ...path.ops.map((own) => [
        own.place !== undefined
          ? words.place.replace('{place}', String(own.place))
          : own.name === ''
            ? words.nothing
            : own.name,
        ...placeOf(own),
        msText(own.slackNs),
      ]),
      ...path.others.map((own) => [words.others, ...placeOf(own), msText(Number.NaN)]),
    ],
  };
}

function functionTable({ functions, utilisation }: PatternReport, language: SentenceLanguage): ReportTable {
  const words = replayWords[language];
  const { min, median, max } = utilisation ?? {};
  const used = [min, median, max].map((share) => shareText(share ?? Number.NaN));
  return {
    id: 'functions',
    title: words.functions,
    lines: [words.functionsHint, ...(utilisation ? [words.utilisation.replace('{shares}', used.join(' / '))] : [])],
    columns: words.functionColumns,
    textCount: 3,
    rows: functions.map((own) => [
      words.classes[own.class],
      own.name,
      own.detail || [own.transport, own.direction].filter(Boolean).join(' '),
      shareText(own.meanBeta),
      shareText(own.maxBeta),
      msText(own.meanNs),
      own.rankCount.toLocaleString('en-US'),
      abnormalText(own),
    ]),
  };
}

/** "3 (+21.0 %)": which ranks, with how much longer they take than their peers, where that is known. */
function abnormalText({ abnormal, abnormalCount }: FunctionReport): string {
  const ranks = abnormal.map(({ rank, relative }) => {
    const more = Number.isFinite(relative) && relative > 1 ? ` (+${shareText(relative - 1)})` : '';
    return `${rank}${more}`;
  });
  return [...ranks, ...(abnormalCount > abnormal.length ? ['…'] : [])].join(', ');
}
