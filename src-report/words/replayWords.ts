import type { FunctionClass } from '../../src-contract';
import type { SentenceLanguage } from '../../src-contract/findings/sentence';

/** What reports say of the critical path, of predictions and of functions. */
export interface ReplayWords {
  /** What a finding's cause costs. */
  readonly without: string;
  readonly step: string;
  readonly bound: string;
  readonly path: string;
  readonly ofStep: string;
  readonly whole: string;
  readonly alone: string;
  /** A rank that is known by its place in the group alone. */
  readonly place: string;
  /** Where no slice stands for a stretch. */
  readonly nothing: string;
  readonly others: string;
  readonly pathColumns: readonly string[];
  readonly functions: string;
  readonly functionsHint: string;
  readonly utilisation: string;
  readonly functionColumns: readonly string[];
  readonly classes: Readonly<Record<FunctionClass, string>>;
  /** `{count}` rows that are folded, or left out. */
  readonly all: string;
  readonly more: string;
}

export const replayWords: Readonly<Record<SentenceLanguage, ReplayWords>> = {
  en: {
    without: 'Without it',
    step: '{step} a step, by replay',
    bound: '; then {share} of its critical path is {part} on {rank}',
    path: 'Critical path',
    ofStep: 'Step {step} of {rank} takes {time}: back from its end over what each thing waited for longest.',
    whole: 'The recording of {rank} takes {time}: back from its end over what each thing waited for longest.',
    alone: 'Other ranks are not in it: their timelines are not there, or their clocks can’t be compared.',
    place: 'Position {place} in its group',
    nothing: '(not recorded)',
    others: '(others)',
    pathColumns: ['On the path', 'Part', 'Rank', 'ms', 'Stretches', 'Share', 'Slack, ms'],
    functions: 'Functions',
    functionsHint:
      'After PerfTracker. Bottleneck ratio: share of the recording in which the function is under way and nothing computes, mean over the ranks.',
    utilisation: 'Device utilisation, minimum / median / maximum of the ranks: {shares}.',
    functionColumns: [
      'Class',
      'Function',
      'Shapes, launch or transport',
      'Bottleneck ratio',
      'Highest',
      'Mean, ms',
      'Ranks',
      'Abnormal ranks',
    ],
    classes: {
      compute: 'Kernel',
      memory: 'Memory operation',
      communication: 'Collective',
      runtime: 'Runtime call',
      python: 'Python',
    },
    all: '{count} more',
    more: '{count} more are in the HTML and JSON reports.',
  },
  zh: {
    without: '消除后',
    step: '按重放预测，每个 Step {step}',
    bound: '；此后关键路径的 {share} 为 {rank} 的{part}',
    path: '关键路径',
    ofStep: '{rank} 的 Step {step} 耗时 {time}：从结束处回溯，每一环都是等待最久的依赖。',
    whole: '{rank} 的采集时长为 {time}：从结束处回溯，每一环都是等待最久的依赖。',
    alone: '路径不含其他 Rank：没有它们的时间线，或时钟无法比较。',
    place: '组内第 {place} 位',
    nothing: '（未记录）',
    others: '（其他）',
    pathColumns: ['路径上的内容', '部分', 'Rank', 'ms', '段数', '占比', '松弛时间（ms）'],
    functions: '函数',
    functionsHint: '参照 PerfTracker。瓶颈占比：函数在执行而设备没有计算的时间占采集时长的比例，取各 Rank 的均值。',
    utilisation: '设备利用率（各 Rank 的最小 / 中位 / 最大值）：{shares}。',
    functionColumns: [
      '类别',
      '函数',
      'Shape、启动参数或传输方式',
      '瓶颈占比',
      '最高',
      '平均（ms）',
      'Rank 数',
      '异常 Rank',
    ],
    classes: {
      compute: 'Kernel',
      memory: '内存操作',
      communication: '集合通信',
      runtime: '运行时调用',
      python: 'Python',
    },
    all: '其余 {count} 行',
    more: '其余 {count} 行见 HTML 与 JSON 报告。',
  },
};
