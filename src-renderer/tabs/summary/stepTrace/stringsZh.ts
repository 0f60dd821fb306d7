/** What the section "Step trace" says, in Chinese. */
import type { Translated } from '../../../base/i18n/mergeStrings';
import type { traceStrings as english } from './stringsEn';

export const traceStrings: Translated<typeof english> = {
  none: '没有迭代轨迹：该数据中没有记录 Step 阶段的文件或泳道。如有时间线，可选择前向开始和反向结束的 Kernel。',
  noSuchOps: '没有任何 Step 同时包含这两个 Kernel。请另选，或恢复自动。',
  stepTakes: 'Step {{step}} 耗时 {{total}}。',
  meanTakes_one: '该 Step 耗时 {{total}}。',
  meanTakes_other: '{{n}} 个 Step 平均耗时 {{total}}。',
  noPhases: '未记录前向和反向，例如推理场景。',
  parts:
    '迭代间隙 {{interval}}（{{intervalShare}} %），前向和反向 {{forwardBackward}}（{{forwardBackwardShare}} %），迭代拖尾 {{tail}}（{{tailShare}} %）。',
  longest: {
    interval: '迭代间隙最长：请检查数据准备。',
    forwardBackward: '前向和反向最长：请检查算子。',
    tail: '迭代拖尾最长：请检查集合通信和并行策略。',
  },
  collectives: '集合通信在该 Step 中共运行 {{time}}（{{share}} %）。',
  titleMean_one: 'Step 的各阶段',
  titleMean_other: '平均 Step 的各阶段',
  titleStep: 'Step {{step}} 的各阶段',
  definition: '一个 Step 从上一个 Step 结束到其自身结束。与 MindSpore 一致，平均值不含第一个 Step。',
  source: {
    'step-trace-raw': '来自 step_trace_raw_*.csv。',
    'step-trace-table': '来自 msprof 的 step_trace_* 文件。',
    timeline: '来自时间线的 Step Trace 泳道。',
    'chosen-ops': '按所选 Kernel 划分。',
  },
  picture: '按比例绘制的 Step 及其阶段',
  step: 'Step',
  phases: '阶段',
  collective: '{{lane}} 上的集合通信',
  phase: { interval: '迭代间隙', forwardBackward: '前向和反向', tail: '迭代拖尾（参数更新）' },
  phaseDefinition: {
    interval: '从上一个 Step 结束到前向的第一个 Kernel：主要是从队列读取数据。',
    forwardBackward: '从前向的第一个 Kernel 到反向的最后一个 Kernel。',
    tail: '从反向的最后一个 Kernel 到结束：最后的集合通信和参数更新。',
  },
  column: { start: '开始', end: '结束', duration: '时长', share: '占比' },
  columnDefinition: {
    start: '自 Step 开始起',
    end: '自 Step 开始起',
    duration: '结束减开始',
    share: '占该 Step 的比例',
  },
  op: { forwardStart: '前向开始于', backwardEnd: '反向结束于' },
  opDefinition: {
    forwardStart: '对应采集时的 PROFILING_FP_START：前向从 Step 中第一个同名 Kernel 开始。',
    backwardEnd: '对应采集时的 PROFILING_BP_END：反向到 Step 中最后一个同名 Kernel 结束。',
  },
  chooseBoth: '请同时选择另一个 Kernel。',
  automatic: '自动',
  mean: '各 Step 平均',
  overSteps: '各 Step 的阶段',
  overStepsDefinition: '每个 Step 中各阶段的时长。点击可显示该 Step。',
};
