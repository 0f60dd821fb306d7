/** What the section "Data preparation" says, in Chinese. */
import type { Translated } from '../../../base/i18n/mergeStrings';
import type { dataStrings as english } from './stringsEn';

export const dataStrings: Translated<typeof english> = {
  none: '该 Rank 没有数据准备文件。MindSpore 在 data_process=True 时写出这些文件。',
  verdict: {
    processing: '数据处理过慢：{{hostSteps}} 个 Step 中有 {{hostEmpty}} 个取数时主机队列为空。请查找数据集中的慢算子。',
    transfer: '数据发送到设备过慢：{{steps}} 个 Step 中有 {{held}} 个取数时设备队列为空，而主机队列大多有数据。',
    none: '数据准备不是瓶颈：{{steps}} 个 Step 中有 {{held}} 个取数时队列为空。',
    unknown: '没有队列记录，无法判断哪个阶段慢。',
  },
  held: '在等待数据的 {{held}} 个 Step 中，{{processing}} 个等待数据处理，{{transfer}} 个等待数据发送。',
  bottleneck: {
    source: '{{operator}} 是瓶颈：它负责读取数据，其后的队列几乎都是空的（自身队列使用率 {{output}} %）。',
    between: '{{operator}} 是瓶颈：输入队列使用率 {{input}} %，输出队列使用率 {{output}} %。',
    last: '{{operator}} 是瓶颈：它是最后一个算子，其前面的队列全部接近满（输入队列使用率 {{input}} %）。',
    busy: '{{operator}} 可能是瓶颈：每个工作线程占用 {{cpu}} % 的处理器。',
  },
  advice: {
    'more-workers': '请增大其 num_parallel_workers（当前为 {{workers}}）。',
    'mind-record': '请将数据转换为 MindRecord，并改用 MindDataset 读取。',
    'python-function': '如果它调用 Python 函数，请优化该函数。',
    prefetch: '请调整预取大小（mindspore.dataset.config.set_prefetch_size）。',
  },
  timesHost: '主机平均用 {{get}} 取得一个批次，用 {{send}} 发送。',
  timesGet: '主机平均用 {{get}} 取得一个批次。',
  timesFetch: '设备平均用 {{fetch}} 取得一个批次。',
  cpuSentence:
    '整机处理器用户态占 {{user}} %，系统态占 {{system}} %，每次采样间隔内上下文切换 {{switches}} 次；本进程占用 {{processors}} 个处理器中的 {{process}} 个。',
  threads: {
    more: '处理器仍有余量：请为较慢的算子增加线程（num_parallel_workers）。',
    fewer: '线程过多，频繁切换：请减少算子的线程（num_parallel_workers）。',
  },
  title: { sizes: '各 Step 的队列大小', times: '各 Step 的耗时' },
  definition: {
    sizes:
      'Step 取数时队列中的批次数。设备队列为 0：该 Step 要等待数据。主机队列为 0：数据处理过慢；主机队列满而设备队列为空：数据发送过慢。',
    times: '从流水线取得一个批次、发送到设备，以及在设备上取数的耗时。',
  },
  show: '显示',
  shown: {
    sizes: '队列大小',
    times: '耗时',
    queue: '队列',
    machine: '整机 CPU',
    process: '进程 CPU',
    operator: '算子 CPU',
    switches: '上下文切换',
  },
  series: {
    hostQueue: '主机队列',
    deviceQueue: '设备队列',
    get: '取得批次',
    send: '发送到设备',
    fetch: '设备取数',
    queue: '输出队列中的批次',
    user: '用户态',
    system: '系统态',
    waiting: '等待 I/O',
    idle: '空闲',
    switches: '上下文切换',
    runnable: '可运行进程数',
  },
  pipeline: '数据流水线',
  pipelineDefinition:
    '数据集的算子，数据从左向右流动。两个算子之间是队列的平均使用率。输入队列满而输出队列空的算子拖慢其他算子，以粗边框标出。点击算子可查看其队列随时间的变化。',
  workers_one: '{{n}} 个工作线程',
  workers_other: '{{n}} 个工作线程',
  isBottleneck: '瓶颈',
  queueFacts: '输出队列：平均 {{mean}} / {{capacity}}；{{empty}} % 的采样为空',
  noQueue: '该算子没有自己的输出队列',
  noQueues: '没有队列记录',
  chooseOperator: '点击算子查看其队列',
  overTime: {
    queue: '{{operator}} 的输出队列',
    machine: '整机 CPU 使用率',
    process: '进程 CPU 使用量',
    operator: '{{operator}} 的 CPU 使用量',
    switches: '上下文切换与可运行进程数',
  },
  overTimeDefinition: {
    queue: '每次采样时该算子输出队列中的批次数。',
    machine: '占全部处理器的比例。用户态低：增加工作线程可能有帮助。系统态高且上下文切换多：减少工作线程。',
    process: '占用的处理器数：1.5 表示一个半。与整机之差是其他进程。',
    operator: '该算子所有工作线程占用的处理器数：1.5 表示一个半。',
    switches: '两次采样之间的上下文切换次数，以及采样时可运行的进程数。',
  },
};
