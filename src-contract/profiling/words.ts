/** What each level and each set of counters collects, a line each: for forms, dialogs and columns' help. */
import type { ProfileLevel } from './levels';
import type { AicMetrics } from './metrics';

type Language = 'en' | 'zh';
type Line = Readonly<Record<Language, string>>;

const levelLines: Readonly<Record<ProfileLevel, Line>> = {
  none: {
    en: 'Nothing that levels govern: only the marks (mstx) that the program sets itself.',
    zh: '不采集由级别控制的数据，只采集程序自己打的点（mstx）。',
  },
  '0': {
    en: 'Kernels and collectives on the device with their times, and the framework’s ops. No host calls of CANN, no shapes of kernels, no packet sizes.',
    zh: '设备上的 kernel 与集合通信的耗时，以及框架层算子。没有 CANN 的主机调用、kernel 的 shape 和通信包大小。',
  },
  '1': {
    en: 'As level 0, and host calls of CANN (AscendCL), shapes of kernels, counters of the AI Cores, and what each transport moved (communication.json).',
    zh: '在级别 0 之上，增加 CANN 的主机调用（AscendCL）、kernel 的 shape、AI Core 计数器，以及各传输方式搬运的数据（communication.json）。',
  },
  '2': {
    en: 'As level 1, and runtime calls of CANN and what ran on the AI CPU.',
    zh: '在级别 1 之上，增加 CANN 的 Runtime 调用和 AI CPU 数据。',
  },
};

const metricsLines: Readonly<Record<AicMetrics, Line>> = {
  PipeUtilization: {
    en: 'How long a kernel’s units compute (cube, vector, scalar) and move data (MTE1 to MTE3, FixPipe), and what share of its time that is.',
    zh: '计算单元（cube、vector、scalar）与搬运单元（MTE1 至 MTE3、FixPipe）的耗时及占比。',
  },
  ArithmeticUtilization: {
    en: 'Share of each data type in what the cube and vector units compute, and how many operations these are.',
    zh: 'cube 与 vector 单元中各数据类型的计算占比，以及运算量。',
  },
  Memory: {
    en: 'Bandwidth between the core and memory outside of it: main memory, L2, L1, unified buffer.',
    zh: '读写外部内存的带宽：主存、L2、L1 和 Unified Buffer。',
  },
  MemoryL0: {
    en: 'Bandwidth of the buffers at the cube unit: L0A, L0B, L0C.',
    zh: 'cube 单元旁缓冲区 L0A、L0B、L0C 的读写带宽。',
  },
  MemoryUB: {
    en: 'Bandwidth of the unified buffer, by the unit that reads or writes it.',
    zh: '各单元读写 Unified Buffer 的带宽。',
  },
  ResourceConflictRatio: {
    en: 'Share of time in which vector instructions wait for one another’s banks, and queues of instructions are full.',
    zh: 'vector 指令因 bank 冲突等待、指令队列已满的时间占比。',
  },
  L2Cache: {
    en: 'Hits and misses of the L2 cache, for reads and writes.',
    zh: '读写 L2 Cache 的命中次数与缺失后重新分配的次数。',
  },
  MemoryAccess: {
    en: 'How much data a kernel moves between memories.',
    zh: '算子在各级内存之间搬运的数据量。',
  },
};

/** What is collected besides, where it is chosen. */
export type ProfilePart = 'memory' | 'stack' | 'marks';

const partLines: Readonly<Record<ProfilePart, Line>> = {
  memory: {
    en: 'Every allocation of the framework, with its size and time.',
    zh: '框架的每次内存申请，含大小和时间。',
  },
  stack: {
    en: 'Which line of code called each op. An event takes five times the space.',
    zh: '每个算子由哪行代码调用。每个事件占用约五倍空间。',
  },
  marks: {
    en: 'Ranges that the program or its framework marks: steps, data loading, communication.',
    zh: '程序或框架标记的区间：步、数据加载、通信。',
  },
};

export function levelLine(level: ProfileLevel, language: Language): string {
  return levelLines[level][language];
}

export function metricsLine(metrics: AicMetrics, language: Language): string {
  return metricsLines[metrics][language];
}

export function partLine(part: ProfilePart, language: Language): string {
  return partLines[part][language];
}
