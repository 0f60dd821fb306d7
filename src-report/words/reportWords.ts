import type { FindingClass, FindingConfidence, KernelBound } from '../../src-contract';
import type { SentenceLanguage } from '../../src-contract/findings/sentence';

/** What a report says besides the sentences of findings. */
export interface ReportWords {
  readonly nothing: string;
  readonly trust: string;
  readonly split: string;
  readonly splitColumns: readonly [string, string, string, string, string, string];
  /** Of the picture: where the step of each rank goes. */
  readonly picture: string;
  readonly pictureHint: string;
  readonly pictureCut: string;
  readonly step: string;
  readonly findings: string;
  readonly notReported: string;
  readonly notRun: string;
  readonly notRunHint: string;
  readonly fine: string;
  readonly limits: string;
  readonly limit: string;
  readonly cause: string;
  readonly advice: string;
  readonly evidence: string;
  /** Of Free (A2). */
  readonly gaps: string;
  /** Of evidence. */
  readonly at: string;
  readonly lost: string;
  readonly kernels: string;
  readonly kernelColumns: readonly string[];
  readonly bounds: Readonly<Record<KernelBound, string>>;
  readonly facts: ReportFacts;
  readonly footer: string;
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

/** What is said of the job as a whole, besides what its files tell. */
export interface ReportFacts {
  readonly path: string;
  readonly recorded: string;
  readonly step: string;
  /** `{count}` */
  readonly steps: string;
  readonly events: string;
}

export const reportWords: Readonly<Record<SentenceLanguage, ReportWords>> = {
  en: {
    nothing: 'Nothing was found that costs more than its threshold.',
    trust: 'What this rests on',
    split: 'Step split (ms, mean over the steps)',
    splitColumns: ['rank', 'computing', 'exposed communication', 'of it moving', 'of it waiting', 'free'],
    picture: 'Where the step goes',
    pictureHint:
      'One bar a rank; its parts add up to the mean step of the rank. Data that moves while other planes wait counts as waiting. The table has the same in ms.',
    pictureCut: 'Of {total} ranks, the {count} with the longest steps are drawn.',
    step: 'step',
    findings: 'Findings',
    notReported: 'Below the threshold',
    notRun: 'Could not run',
    notRunHint: 'What the data lacks for these checks',
    fine: 'Checked and fine',
    limits: 'Thresholds that were changed',
    limit: '{value} instead of {usual}',
    cause: 'Cause',
    advice: 'What to do',
    evidence: 'Evidence',
    gaps: 'Longest gaps',
    at: 'at {start}, {duration}',
    lost: 'lost per step',
    kernels: 'Kernels by total time',
    kernelColumns: [
      'type',
      'shapes',
      'core',
      'calls',
      'total (ms)',
      'mean (µs)',
      'min (µs)',
      'max (µs)',
      'share',
      'bound',
      'of roofline',
    ],
    bounds: { compute: 'compute', memory: 'memory', underutilised: 'underutilised', unknown: '' },
    facts: {
      path: 'Dump',
      recorded: 'Recorded',
      step: 'Step',
      steps: '{step} (rank that takes longest, mean; steps recorded: {count})',
      events: 'Events',
    },
    footer:
      'Written by Tracelane {version}. Open the dump with it to see the evidence on the timeline; times there count from the same instant.',
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
    split: 'Step 耗时拆分（ms，各 Step 的平均值）',
    splitColumns: ['Rank', '计算', '未掩盖通信', '其中传输', '其中等待', '空闲'],
    picture: 'Step 时间去向',
    pictureHint:
      '每个 Rank 一根柱，各部分之和等于该 Rank 的平均 Step 时长。与其他 plane 的等待同时进行的传输计为等待。下表为相同数据（ms）。',
    pictureCut: '共 {total} 个 Rank，此处画出 Step 最长的 {count} 个。',
    step: 'Step',
    findings: '结论',
    notReported: '未超过阈值',
    notRun: '未能执行的规则',
    notRunHint: '这些检查所缺少的数据',
    fine: '检查通过',
    limits: '已修改的阈值',
    limit: '{value}（默认 {usual}）',
    cause: '原因',
    advice: '建议',
    evidence: '依据',
    gaps: '最长的空闲',
    at: '起始 {start}，时长 {duration}',
    lost: '每个 Step 损失',
    kernels: '按总耗时排序的 kernel',
    kernelColumns: [
      '类型',
      'Shape',
      '核',
      '次数',
      '总耗时 (ms)',
      '平均 (µs)',
      '最小 (µs)',
      '最大 (µs)',
      '占比',
      '瓶颈',
      'roofline 占比',
    ],
    bounds: { compute: '计算', memory: '访存', underutilised: '未充分利用', unknown: '' },
    facts: {
      path: '数据路径',
      recorded: '采集时间',
      step: 'Step',
      steps: '{step}（耗时最长的 Rank 的平均值，采集到 {count} 个 Step）',
      events: '事件数',
    },
    footer: '由 Tracelane {version} 生成。用它打开该数据即可在时间线上查看依据，时刻以同一起点计。',
    effect: '影响',
    gain: '最大收益',
    confidence: '置信度',
    classes: {
      parallelism: '并行',
      input: '数据输入',
      host: '主机',
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
