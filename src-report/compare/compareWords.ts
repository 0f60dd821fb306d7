import type { BesidePart, ChangeVerdict, KernelFamily, PartGroup } from '../../src-contract';
import type { SentenceLanguage } from '../../src-contract/findings/sentence';

/** What a comparison says. `{…}` are filled in. */
export interface CompareWords {
  readonly title: string;
  readonly side: string;
  readonly steps: string;
  readonly oneStep: string;
  readonly wholeRecording: string;
  /** The first sentence, by what the interval tells. */
  readonly slower: string;
  readonly faster: string;
  readonly unchanged: string;
  readonly noRepeats: string;
  readonly lastStep: string;
  readonly method: string;
  readonly parts: string;
  readonly partsHint: string;
  /** Of the picture, which need not begin at 0: `{from}`, `{to}` in ms. */
  readonly range: string;
  readonly step: string;
  readonly groups: Readonly<Record<PartGroup, string>>;
  readonly exposed: Readonly<Record<string, string>>;
  readonly otherKernels: string;
  readonly untoldComputing: string;
  readonly otherParts: string;
  readonly beside: string;
  readonly besideParts: Readonly<Record<BesidePart, string>>;
  readonly families: string;
  readonly familyNames: Readonly<Record<KernelFamily, string>>;
  readonly kernels: string;
  readonly ops: string;
  readonly opsHint: string;
  readonly opsByNumber: string;
  readonly verdicts: Readonly<Record<ChangeVerdict, string>>;
  readonly columns: {
    readonly part: string;
    readonly type: string;
    readonly shapes: string;
    readonly name: string;
    readonly calls: string;
    readonly before: string;
    readonly after: string;
    readonly change: string;
    readonly ratio: string;
    readonly interval: string;
    readonly callInterval: string;
    readonly verdict: string;
    readonly hostChange: string;
  };
}

export const compareWords: Readonly<Record<SentenceLanguage, CompareWords>> = {
  en: {
    title: 'Comparison',
    side: '{side}: {dump}, {rank}, {steps}',
    steps: 'mean of {count} steps',
    oneStep: 'step {step}',
    wholeRecording: 'the whole recording',
    slower: 'B is slower by {delta} ms a step ({percent}), from {a} to {b} ms.',
    faster: 'B is faster by {delta} ms a step ({percent}), from {a} to {b} ms.',
    unchanged: 'No change is certain: {a} to {b} ms a step ({percent}) is within the variation from step to step.',
    noRepeats: 'One of the sides has a single step: without repeats, chance cannot be ruled out.',
    lastStep:
      'Step {step} ({side}) is the last of the recording: in all other steps the time up to the next step counts as Free, and this one has no such time, so the two are not cut alike. Compare an earlier step.',
    method:
      'Intervals hold the difference with 95 % confidence: Welch’s from steps or calls, Student’s from pairs of ops.',
    parts: 'Where the difference comes from (ms a step)',
    partsHint: 'The parts sum to the step’s difference.',
    range: 'Drawn from {from} to {to} ms',
    step: 'Step',
    groups: { computing: 'Computing', exposed: 'Exposed communication', free: 'Free' },
    exposed: { moving: 'Moving data', waiting: 'Waiting for peers', rest: 'Neither moving nor waiting' },
    otherKernels: 'other kernels',
    untoldComputing: 'in no kernel of the table',
    otherParts: 'other',
    beside: 'Beside the step’s sum (ms a step)',
    besideParts: {
      communication: 'Communication, exposed and hidden',
      overlapped: 'Hidden communication',
      preparing: 'Preparing, before the first device task',
    },
    families: 'Kernels by family (ms a step, sums)',
    familyNames: {
      matmul: 'Matrix multiplication',
      attention: 'Attention',
      convolution: 'Convolution',
      other: 'Others',
    },
    kernels: 'Kernels by type and shapes (ms a step)',
    ops: 'Ops by name (device time, ms)',
    opsHint: '{matched} ops match, {onlyA} are only in A, {onlyB} only in B.',
    opsByNumber: 'Too many differ for the longest common subsequence: the n-th op of a name is held against the n-th.',
    verdicts: {
      slower: 'slower',
      faster: 'faster',
      same: 'within chance',
      'no-repeats': 'no repeats',
      'only-a': 'only in A',
      'only-b': 'only in B',
    },
    columns: {
      part: 'part',
      type: 'type',
      shapes: 'shapes',
      name: 'name',
      calls: 'calls',
      before: 'A',
      after: 'B',
      change: 'B − A',
      ratio: 'B / A',
      interval: '95 % interval',
      callInterval: 'of a call: 95 % interval',
      verdict: 'a call is',
      hostChange: 'host B − A',
    },
  },
  zh: {
    title: '对比',
    side: '{side}：{dump}，{rank}，{steps}',
    steps: '{count} 个 Step 的平均值',
    oneStep: 'Step {step}',
    wholeRecording: '整个采集过程',
    slower: 'B 每个 Step 慢 {delta} ms（{percent}），从 {a} ms 变为 {b} ms。',
    faster: 'B 每个 Step 快 {delta} ms（{percent}），从 {a} ms 变为 {b} ms。',
    unchanged: '不能确定有变化：每个 Step 从 {a} ms 到 {b} ms（{percent}），在 Step 间的波动范围之内。',
    noRepeats: '至少有一侧只有一个 Step：没有重复测量，无法判断差异是否为偶然。',
    lastStep:
      'Step {step}（{side}）是采集的最后一个 Step：其他 Step 的空闲时间包含到下一个 Step 开始为止的时间，它没有这一段，两者的统计范围不同。请改用更早的 Step 对比。',
    method: '区间以 95 % 的置信度包含差值：Step 和调用用 Welch 区间，成对的算子用 Student 区间。',
    parts: '差异来自哪里（ms/Step）',
    partsHint: '各部分之和等于 Step 的差值。',
    range: '图中横轴范围：{from} 至 {to} ms',
    step: 'Step',
    groups: { computing: '计算', exposed: '未掩盖通信', free: '空闲' },
    exposed: { moving: '搬运数据', waiting: '等待其他 Rank', rest: '既不搬运也不等待' },
    otherKernels: '其他 kernel',
    untoldComputing: '不在 kernel 表中',
    otherParts: '其他',
    beside: '不计入 Step 之和（ms/Step）',
    besideParts: {
      communication: '通信（含被掩盖的）',
      overlapped: '被掩盖的通信',
      preparing: '准备（首个设备任务之前）',
    },
    families: '按类别统计的 kernel（ms/Step，求和）',
    familyNames: { matmul: '矩阵乘', attention: '注意力', convolution: '卷积', other: '其他' },
    kernels: '按类型和 shape 统计的 kernel（ms/Step）',
    ops: '按名称统计的算子（设备时间，ms）',
    opsHint: '{matched} 个算子匹配，{onlyA} 个只在 A 中，{onlyB} 个只在 B 中。',
    opsByNumber: '差异过多，无法求最长公共子序列：同名算子按出现次序一一对应。',
    verdicts: {
      slower: '变慢',
      faster: '变快',
      same: '在波动范围内',
      'no-repeats': '没有重复测量',
      'only-a': '只在 A 中',
      'only-b': '只在 B 中',
    },
    columns: {
      part: '部分',
      type: '类型',
      shapes: 'shape',
      name: '名称',
      calls: '次数',
      before: 'A',
      after: 'B',
      change: 'B − A',
      ratio: 'B / A',
      interval: '95 % 区间',
      callInterval: '单次调用：95 % 区间',
      verdict: '单次调用',
      hostChange: '主机 B − A',
    },
  },
};
