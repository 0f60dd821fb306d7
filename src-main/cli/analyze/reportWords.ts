import type { Finding, FindingClass, FindingConfidence } from '../../../src-contract';
import type { SentenceLanguage } from '../../../src-contract/findings/sentence';

/** What a report says besides the sentences of findings. */
export interface ReportWords {
  readonly nothing: string;
  readonly trust: string;
  readonly split: string;
  readonly splitColumns: readonly [string, string, string, string, string, string];
  readonly findings: string;
  readonly notReported: string;
  readonly notRun: string;
  readonly effect: string;
  readonly gain: string;
  readonly confidence: string;
  readonly classes: Readonly<Record<FindingClass, string>>;
  readonly confidences: Readonly<Record<FindingConfidence, string>>;
  /** Between a word and what it is about. */
  readonly colon: string;
  readonly comma: string;
  /** Around an addition. */
  readonly brackets: readonly [string, string];
}

export const reportWords: Readonly<Record<SentenceLanguage, ReportWords>> = {
  en: {
    nothing: 'Nothing was found that costs more than its threshold.',
    trust: 'What this rests on',
    split: 'Step split (ms, mean over the steps)',
    splitColumns: ['rank', 'computing', 'exposed communication', 'of it moving', 'of it waiting', 'free'],
    findings: 'Findings',
    notReported: 'Below the threshold',
    notRun: 'Could not run',
    effect: 'Effect',
    gain: 'Gain at most',
    confidence: 'confidence',
    classes: {
      parallelism: 'parallelism',
      input: 'input',
      host: 'host',
      compute: 'compute',
      communication: 'communication',
      memory: 'memory',
    },
    confidences: { high: 'high', medium: 'medium', low: 'low' },
    colon: ': ',
    comma: ', ',
    brackets: [' (', ')'],
  },
  zh: {
    nothing: '没有发现超过阈值的问题。',
    trust: '数据依据',
    split: 'Step 耗时拆分（ms，各 step 的平均值）',
    splitColumns: ['rank', '计算', '未掩盖的通信', '其中传输', '其中等待', '空闲'],
    findings: '结论',
    notReported: '未超过阈值',
    notRun: '未能执行的规则',
    effect: '影响',
    gain: '最大收益',
    confidence: '置信度',
    classes: {
      parallelism: '并行',
      input: '数据输入',
      host: 'host',
      compute: '计算',
      communication: '通信',
      memory: '内存',
    },
    confidences: { high: '高', medium: '中', low: '低' },
    colon: '：',
    comma: '，',
    brackets: ['（', '）'],
  },
};

/** Sentences that come first. */
const FIRST = 5;
/** Of the step; what costs less is not said first. */
const FIRST_FROM = 0.001;

/** Those by which a report begins; none where nothing was found. */
export function firstFindings(findings: readonly Finding[]): readonly Finding[] {
  const costly = findings.filter(({ shareOfStep }) => shareOfStep >= FIRST_FROM);
  return (costly.length > 0 ? costly : findings).slice(0, FIRST);
}
