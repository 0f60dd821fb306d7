/** Names of what a report and the window speak of, in Chinese. */
import type { JobFactId, PathComponent, RuleId } from '../../src-contract';
import type { SplitPartName } from '../splitParts';

export const ruleNames: Readonly<Record<RuleId, string>> = {
  A2: '下发：设备等待主机',
  A4: '未被掩盖的通信（未采集 plane）',
  A5: '未掩盖通信：搬运数据时没有计算',
  B2: 'AI CPU 算子',
  B3: '运行时编译、动态 shape',
  B4: '计算单元与访存均未用满的 kernel',
  B5: 'roofline 之下的 kernel',
  B6: 'AI Core 频率、block 过少的 kernel',
  B7: '可融合的 kernel 序列',
  B8: '有对应融合算子的算子序列',
  B9: '数据加载、垃圾回收、同步、内存申请、拷贝、SyncBatchNorm、其他进程占用 CPU、环境变量',
  C1: '各传输类型的带宽',
  C2: '小包',
  C3: '大小不是 512 字节整数倍的包',
  C4: '争用：与计算并行时变慢的集合通信',
  C5: 'RDMA 重传',
  C6: '慢链路',
  C7: '集合通信中的等待',
  C8: '迟到的 Rank',
  C9: '梯度发送次数过多',
  D2: '慢 Rank、不均衡的阶段、流水线气泡',
  D3: '使设备无法计算的函数，以及在个别 Rank 上耗时更长的函数',
  D4: '专家负载不均',
  E1: '耗时远超平时的 Step（K-sigma）',
  E2: '计算或 Step 耗时随时间增长',
  F1: '内存持续增长且未释放',
  H1: '没有结束的集合通信',
  H2: '各 Rank 调用的集合通信不一致',
};

/** Parts of a step. */
export const partNames: Readonly<Record<SplitPartName, string>> = {
  alone: '计算',
  overlapped: '重叠',
  moving: '搬运数据',
  waiting: '等待其他 Rank',
  untold: '未掩盖通信',
  free: '空闲：其他',
  free_op: '空闲：主机算子',
  free_python: '空闲：Python',
  free_launch: '空闲：下发',
  free_compile: '空闲：编译',
  free_synchronise: '空闲：同步',
  free_dataloader: '空闲：数据加载',
  'free_garbage-collection': '空闲：垃圾回收',
  free_allocator: '空闲：内存申请',
  free_copy: '空闲：阻塞拷贝',
  'free_queue-full': '空闲：任务队列已满',
  free_unrecorded: '空闲：没有记录',
};

/** What a critical path is made of. */
export const componentNames: Readonly<Record<PathComponent, string>> = {
  host: '主机',
  queue: '任务队列',
  cann: '下发线程',
  launch: '下发延迟',
  synchronise: '同步',
  compute: '计算',
  memory: '拷贝',
  moving: '搬运数据',
  peer: '等待未采集的 Rank',
  idle: '空闲',
};

export const jobFactNames: Readonly<Record<JobFactId, string>> = {
  ranks: 'Rank 数',
  worldSize: '总 Rank 数',
  hosts: '主机',
  devices: '设备',
  deviceName: '设备类型',
  level: '采集级别',
  metrics: 'AI Core 指标',
  activities: '采集对象',
  options: '选项',
  schedule: '采集计划',
  framework: '框架',
  cann: 'CANN',
  backend: '通信后端',
  parallel: '并行',
  collectionEnd: '采集结束时间',
};
