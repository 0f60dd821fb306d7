import type { sentencesEn } from './sentencesEn';

/** 结论的中文文本，与 `sentencesEn.ts` 逐条对应。 */
export const sentencesZh: Readonly<Record<keyof typeof sentencesEn, string>> = {
  'needs.split': '没有文件或时间线给出 Step 的耗时拆分。',
  'needs.step': '无法得知 Step 的时长，因此无法计算其占 Step 的比例。',
  'needs.timeline': '需要包含主机与设备的时间线。',
  'needs.planes': '需要包含集合通信各 plane 的时间线（昇腾，Level1 及以上）。',
  'needs.collectives': '没有采集到集合通信。',
  'needs.clocks': '有 {count} 次集合通信的到达时刻未知：相关 Rank 的时钟无法比较。',
  'needs.matched': '相同集合通信在各 Rank 上的结束时刻相差很大：部分调用缺失，无法确定哪些调用彼此对应。',
  'needs.related': '没有信息表明这些采集结果属于同一个作业：它们没有共同的通信组或集合通信，或所记录的作业规模不同。',
  'needs.peers': '没有两个 Rank 执行相同的工作。',
  'needs.links': '没有采集 Rank 之间的流量（communication_matrix.json）。',
  'needs.packets': '没有采集通信包大小（communication.json，Level1 及以上）。',
  'needs.shared': '没有任何集合通信在两个 Rank 上同时被采集。',
  'needs.kernels': '没有采集到 kernel。',

  'needs.planes.other': '该采集工具不记录集合通信的各个组成任务。',
  'needs.links.other': '该采集工具不记录 Rank 之间的流量。',
  'needs.packets.other': '该采集工具不记录数据包大小。',
  'needs.rdma.other': '该采集工具不记录集合通信所用的传输方式。',
  'needs.pmu.other': '该 trace 中没有计算单元的计数器。',
  'needs.memory.other': '这需要至少三步的内存数据（torch.profiler：profile_memory=True）。',
  'needs.counted.other': '没有采集到两个 Rank 上带库内序号的集合通信（较新版本 PyTorch 的 trace 中的 Seq）。',
  'needs.both.other': '需要相同的集合通信在单独运行与计算并行时的记录及其传输时间，该采集工具不记录。',
  'needs.moving.other': '没有记录通信中有多少在搬运数据：需要两个 Rank 的相同集合通信。',
  'needs.experts.other': '需要共享专家的所有 Rank 的 kernel 及其通信组：请打开作业的全部 Rank。',

  'of-worst': '以上为其中最严重的 {worst:ranks} 的数据。',
  'not-reported': '{title}：{value}（阈值 {limit}）',
  'not-reported.floor': '{title}：{value}（低于 {limit} 时报告）',

  'not-reported.time': '{title}：{value:time}（阈值 {limit:time}）',

  'trust.cut': '{path} 在第 {byte} 字节处中断：其后的内容缺失，所有数字均不包含。',
  'trust.cut.unpacked': '{path} 在解压后的第 {byte} 字节处中断：其后的内容缺失，所有数字均不包含。',
  'trust.cut.whole': '{path} 不完整：所有数字均不包含缺失的内容。',
  'trust.damaged': '{path} 在第 {byte} 字节处损坏：所有数字均不包含无法读取的内容。',
  'trust.damaged.unpacked': '{path} 在解压后的第 {byte} 字节处损坏：所有数字均不包含无法读取的内容。',
  'trust.damaged.whole': '{path} 已损坏：所有数字均不包含无法读取的内容。',
  'trust.damaged.more': '另有 {count} 个文件中断或损坏（见该数据的消息）。',
  'trust.several-jobs':
    '这些采集结果来自多个作业：所记录的总 Rank 数各不相同（{sizes}）。不同 Rank 之间不作比较，请一次只打开一个作业。',
  'trust.ranks': '作业共 {total} 个 Rank，其中 {count} 个未采集：{ranks:ranks}。',
  'trust.ranks.least': '作业中至少还有 {count} 个 Rank 未采集：{ranks:ranks}。',
  'trust.timeline': '{ranks:ranks} 没有时间线；查看主机行为的规则不包含没有时间线的 Rank。',
  'trust.summary': '{ranks:ranks} 只有作业汇总，没有时间线和 kernel；需要这些数据的规则不包含这些 Rank。',
  'trust.files': '{ranks:ranks} 缺少其他 Rank 具有的文件（{files:list}）。',
  'trust.clock': '各 Rank 的时钟已通过 {count} 次集合通信对齐，误差 ±{error:time}。',
  'trust.clock.pair': '各 Rank 的时钟已通过所在主机的时钟对齐，误差 ±{error:time}。',
  'trust.clock.unmatched':
    '{count} 次集合通信的结束时刻与各 Rank 时钟的吻合误差达 ±{error:time}：这些 trace 缺少部分调用。不比较不同 Rank 上的开始时刻。',
  'trust.clock.apart': '各 Rank 的时钟无法对齐：不比较不同 Rank 上的开始时刻。',
  'trust.sums': '{ranks:ranks} 的计算、未掩盖通信与空闲之和与 Stage 不一致。',
  'trust.free': '{ranks:ranks} 的时间线 Free 泳道与文件中的 Free 列不一致。',
  'trust.level0': '采集级别为 Level0：没有主机调用、kernel shape 与通信包大小。请使用 Level1 采集。',
  'trust.level2': '采集级别为 Level2：采集本身会拖慢主机。请与未采集时的 Step 耗时对比。',
  'trust.short-step':
    '{ranks:ranks} 的 Step 在设备上只有 {device:time}，且比主机的 Step 晚 {late:time} 开始：该 trace 可能不完整。占比只针对这 {device:time}。',
  'trust.outside-steps':
    '{ranks:ranks}：有 {count} 个 kernel（共 {time:time}）不属于任何 Step：没有采集到它们的下发，运行时间也在各 Step 所下发的 kernel 之外。Step 的各项数字不包含它们。如需计入，请提前一个 Step 开始采集，并采集主机调用（ProfilerActivity.CPU；msprof --runtime-api=on）。',
  'trust.outside-steps.gpu':
    '{ranks:ranks}：有 {count} 个 kernel（共 {time:time}）不属于任何 Step：没有采集到它们的下发，运行时间也在各 Step 所下发的 kernel 之外。Step 的各项数字不包含它们。如需计入，请提前一个 Step 开始采集，并采集主机调用（ProfilerActivity.CPU）。',
  'trust.one-step': '只采集了一个 Step，无法得知 Step 之间的波动。',
  'trust.no-step': '无法得知 Step 的时长，因此不给出占比。',

  'A2.title': '{ranks:ranks}：设备每个 Step 有 {lost:time} 在等待主机下发（空闲占 {share:percent}）',
  'A2.title.part':
    '{ranks:ranks}：设备每个 Step 有 {lost:time} 在等待主机下发（占 {own:percent}；空闲合计占 {share:percent}）',
  'A2.title.more':
    '{ranks:ranks}：设备每个 Step 等待主机下发的时间比其他 Rank 多 {lost:time}（空闲占 {share:percent}）',
  'A2.cause.op':
    '空闲时间中有 {part:time} 在框架算子与运行时调用中，最多的是 {name}。从主机调用到设备开始执行的时延中位数为 {delay:time}。',
  'A2.cause.python':
    '空闲时间中有 {part:time} 在 Python 代码中，最多的是 {name}。从主机调用到设备开始执行的时延中位数为 {delay:time}。',
  'A2.cause.launch': '空闲时间中有 {part:time} 在主机调用与设备开始之间，每次 {delay:time}（中位数）。',
  'A2.cause.launch.long':
    '空闲时间中有 {part:time} 在主机调用与设备开始之间，其中大部分在一次耗时 {longest:time} 的 {name} 中。',
  'A2.cause.launch.queued':
    '空闲时间中有 {part:time} 在主机调用之后，每次 {delay:time}（中位数）：提前这么久下发的任务等待的不是主机，采集中可能缺少其间运行的任务。',
  'A2.cause.op.only': '空闲时间中有 {part:time} 在框架算子与运行时调用中，最多的是 {name}。',
  'A2.cause.python.only': '空闲时间中有 {part:time} 在 Python 代码中，最多的是 {name}。',
  'A2.cause.launch.only': '空闲时间中有 {part:time} 在主机调用与设备开始之间。',
  'A2.cause.queue': '空闲时间中有 {part:time} 主机在等待任务队列腾出空位，最多的是 {name}。',
  'A2.cause.unrecorded': '空闲时间中有 {part:time} 没有主机的记录。采集 Python 调用栈（with_stack=True）可以看到更多。',
  'A2.cause.no-host':
    '全部 {part:time} 空闲时间内都没有主机的记录。请同时采集主机的算子与运行时调用（ProfilerActivity.CPU；msprof --ascendcl=on --runtime-api=on），并检查该 trace 是否完整。',
  'A2.cause.no-host.gpu':
    '全部 {part:time} 空闲时间内都没有主机的记录。请同时采集主机的算子与运行时调用（ProfilerActivity.CPU），并检查该 trace 是否完整。',
  'A2.cause.unknown': '没有时间线，无法得知主机当时在做什么。',
  'A2.fine': '空闲占 Step 的比例',
  'A2.gain': '该 Rank 各 Step 的空闲时间，减去其他结论已解释的部分',
  'A2.advice.queue': '设置 TASK_QUEUE_ENABLE=2，由第二个线程准备下发。',
  'A2.advice.affinity': '设置 CPU_AFFINITY_CONF=1（或 2），让下发线程固定在各自的 CPU 核上。',
  'A2.advice.governor': '将 CPU 设为性能模式：cpupower frequency-set -g performance。',
  'A2.advice.graph': '用 CUDA graph 捕获重复的下发：torch.compile(mode="reduce-overhead")。',

  'A5.title': '{ranks:ranks}：每个 Step 有 {lost:time} 的通信在搬运数据时没有计算掩盖（{share:percent}）',
  'A5.cause':
    '{ranks:ranks} 有 {all:time} 的数据搬运未被计算掩盖，其中 {moving:time} 不在等待其他 Rank；另有 {waiting:time} 在等待。其通信的掩盖比例为 {overlap:percent}。',
  'A5.fine': '未被计算掩盖的数据搬运占 Step 的比例',
  'A5.gain': '未掩盖通信中有 plane 在搬运数据且没有 plane 在等待其他 Rank 的时间',
  'A5.advice.overlap':
    '更早启动集合通信：DDP(gradient_as_bucket_view=True)，Megatron 的 overlap_grad_reduce 与 overlap_param_gather。',
  'A5.advice.buckets': '调整梯度桶大小：DDP(bucket_cap_mb=…)。',

  'B2.title': '{ranks:ranks}：AI CPU 算子每个 Step 耗时 {lost:time}（{share:percent}）',
  'B2.cause': '每个 Step 有 {count} 个算子在 AI CPU 上执行，耗时最多的是 {op}。',
  'B2.cause.double': '每个 Step 有 {count} 个算子在 AI CPU 上执行，耗时最多的是 {op}；{double} 的输入为 double 类型。',
  'B2.advice': '将 {op} 换成 AI Core 支持的算子或数据类型。',
  'B2.advice.double': '先将 {double} 的输入转换为 float：AI Core 不支持 double。',
  'B2.fine': 'AI CPU 算子占 Step 的比例',
  'B2.gain': '全部 AI CPU 算子的耗时',

  'cause.gain': '这些调用的全部耗时；其中一部分时间设备空闲，其他 Rank 在等待',
  'compile.title': '{ranks:ranks}：编译算子每个 Step 损失 {lost:time}（{share:percent}）',
  'compile.cause': '每个 Step 在运行中编译 {count} 个算子，共 {total:time}。',
  'compile.cause.dynamic': '每个 Step 在运行中编译 {count} 个算子，共 {total:time}；全部 kernel 均为动态 shape。',
  'compile.advice.static': '保持各 Step 的 shape 不变（补齐 batch）。',
  'compile.advice.jit':
    '关闭运行时编译：torch_npu.npu.set_compile_mode(jit_compile=False)；torch_npu.npu.config.allow_internal_format = False。',
  'compile.fine': '算子编译期间的空闲占 Step 的比例',
  'dataloader.title': '{ranks:ranks}：等待数据加载每个 Step 损失 {lost:time}（{share:percent}）',
  'dataloader.cause': '每个 Step 等待下一个 batch {count} 次，最长 {longest:time}。',
  'dataloader.advice.workers':
    '增加加载进程：DataLoader(num_workers=…, prefetch_factor=…)，MindSpore 为 num_parallel_workers 与 prefetch_size。',
  'dataloader.advice.pin': '使用 pin_memory=True 与 persistent_workers=True，并检查数据集是否远程读取。',
  'dataloader.fine': '等待数据加载期间的空闲占 Step 的比例',
  'garbage-collection.title': '{ranks:ranks}：Python 垃圾回收每个 Step 损失 {lost:time}（{share:percent}）',
  'garbage-collection.cause': '每个 Step 有 {count} 次垃圾回收暂停所有 Python 线程，最长 {longest:time}。',
  'garbage-collection.advice':
    '在前几个 Step 之后调用 gc.freeze() 与 gc.disable()，并在 Step 之间让所有 Rank 同时执行 gc.collect()。',
  'garbage-collection.fine': '垃圾回收期间的空闲占 Step 的比例',
  'quiet.title':
    '{ranks:ranks}：每个 Step 有 {lost:time} 设备空闲而主机几乎没有运行时调用，可能是 Python 在回收垃圾（{share:percent}）',
  'quiet.cause':
    '有 {count} 段不短于 {least:time} 的空闲，最长 {longest:time}，其间几乎没有运行时调用。没有采集垃圾回收，因此这只是推测。',
  'quiet.cause.named':
    '有 {count} 段不短于 {least:time} 的空闲，最长 {longest:time}，其间几乎没有运行时调用，主机在执行 {name}。没有采集垃圾回收，因此这只是推测。',
  'quiet.advice.record':
    '采集垃圾回收以确认：torch_npu.profiler._ExperimentalConfig(gc_detect_threshold=1.0)，单位为 ms。',
  'quiet.fine': '主机几乎没有运行时调用的长时间空闲占 Step 的比例',
  'quiet.gain': '这些空闲时间，减去其他结论已说明的部分',
  'synchronise.title': '{ranks:ranks}：与设备同步每个 Step 损失 {lost:time}（{share:percent}）',
  'synchronise.cause': '每个 Step 有 {count} 次调用等待设备，最多的是 {name}；返回之前不再下发。',
  'synchronise.advice': '在 Step 内避免 .item()、.cpu() 与打印张量；间隔若干 Step 再记录日志。',
  'synchronise.advice.stream': '确认 ASCEND_LAUNCH_BLOCKING（CUDA_LAUNCH_BLOCKING）不为 1。',
  'synchronise.fine': '主机同步期间的空闲占 Step 的比例',
  'allocator.title': '{ranks:ranks}：申请与释放设备内存每个 Step 损失 {lost:time}（{share:percent}）',
  'allocator.cause': '每个 Step 有 {count} 次调用申请或释放设备内存，最长 {longest:time}。',
  'allocator.advice':
    '设置 PYTORCH_NPU_ALLOC_CONF=expandable_segments:True（GPU 为 PYTORCH_CUDA_ALLOC_CONF），并避免 empty_cache()。',
  'allocator.fine': '申请设备内存期间的空闲占 Step 的比例',
  'copy.title': '{ranks:ranks}：阻塞主机的拷贝每个 Step 损失 {lost:time}（{share:percent}）',
  'copy.cause': '每个 Step 有 {count} 次拷贝阻塞主机，最多的是 {name}。',
  'copy.advice': '使用锁页内存与 non_blocking=True 拷贝。',
  'copy.fine': '主机拷贝期间的空闲占 Step 的比例',

  'C1.title': '{transport} 的所有链路都偏慢：最高 {bandwidth} GB/s，参考值 {reference} GB/s（每个 Step {lost:time}）',
  'C1.cause': '没有一条 {transport} 链路超过 {bandwidth} GB/s，因此不是单条链路的问题。',
  'C1.advice': '与带宽测试（hccl_test、nccl-tests）对比；检查其他流量与网络配置。',
  'C1.fine': '{transport} 最高带宽与参考值之比',
  'C1.gain': '传输时间减去字节数除以参考带宽，取一个 Rank 各链路的均值',
  'packets.gain': '这些包的耗时减去其字节数除以参考带宽，再除以同时传输的链路数',
  'C2.title': '{ranks:ranks}：{transport} 上的小包每个 Step 损失 {lost:time}（{share:percent}）',
  'C2.cause': '{transport} 上 {part:percent} 的时间用于平均 {size:size} 的包，每个 Step {count} 个。',
  'C2.cause.several':
    '以居中的 {middle:ranks} 为例：{transport} 上 {part:percent} 的时间用于平均 {size:size} 的包，每个 Step {count} 个。这些 Rank 中有一半的损失不低于它。',
  'C2.advice': '增大单次发送量：更大的梯度桶（bucket_cap_mb）、融合集合通信、更大的微批次。',
  'C2.fine': '{transport} 上的小包占该传输方式耗时的比例',
  'C2.fine.step': '{transport} 上的小包每个 Step 的损失占 Step 的比例',
  'C3.title':
    '{ranks:ranks}：每个 Step 有 {wire:time} 用于在 {transport} 上传输大小不是 512 字节整数倍的包，其中 {lost:time} 超出参考耗时（{share:percent}）',
  'C3.cause': '每个 Step 有 {count} 个包未对齐到 512 字节，所在集合通信的数据量为 {sizes}。',
  'C3.cause.several':
    '以居中的 {middle:ranks} 为例：每个 Step 有 {count} 个包未对齐到 512 字节，所在集合通信的数据量为 {sizes}。这些 Rank 中有一半的损失不低于它。',
  'C3.advice': '将发送的张量补齐到 512 字节的整数倍。',
  'C3.fine': '{transport} 上大小不是 512 字节整数倍的包（{sizes}）的传输时间占 Step 的比例',
  'C6.title':
    '{transport} 链路 {source} → {target} 偏慢：{bandwidth} GB/s，其他链路为 {usual}（每个 Step {lost:time}）',
  'C6.cause': '其带宽远低于其他 {transport} 链路。',
  'C6.advice': '检查 Rank {source} 与 {target} 之间的链路：端口误码与闪断、线缆、交换机。',
  'C6.fine': '最慢的 {transport} 链路（{source} → {target}）与均值之比',
  'C6.gain': '传输时间减去字节数除以其他链路带宽的中位数',
  'flapping.title': '{ranks:ranks}：{transport} 带宽时有骤降，每个 Step 损失 {lost:time}（{share:percent}）',
  'flapping.cause':
    '有 {count} 次集合通信的带宽不到同类型、同大小调用的一半，{op} 仅 {bandwidth} GB/s（通常为 {usual}）。',
  'flapping.advice':
    '检查是否有端口反复断开与恢复、链路是否报错：hccn_tool -i <device> -link_stat -g，以及交换机在该时刻的计数器。',
  'flapping.fine': '{transport} 带宽骤降损失的时间占 Step 的比例',
  'flapping.gain': '这些集合通信的传输时间，减去按同类调用带宽中位数计算的时间',
  'absent.title':
    '{transport} 链路 {source} → {target} 在 {total} 个 Step 中有 {count} 个没有流量（每个 Step {lost:time}）',
  'absent.title.never': 'Rank {source} 与 {target} 之间没有任何 {transport} 流量，链路可能缺失',
  'absent.cause': '这些 Step 中，该通信组的 {op} 在其余 {siblings} 条链路中的绝大多数上都有流量。绕行的数据耗时更长。',
  'absent.cause.never':
    '该通信组的 {op} 在这两个 Rank 与相邻 Rank 之间的其余 {siblings} 条链路上均有流量。由此损失的时间未知。',
  'absent.advice':
    '检查 Rank {source} 与 {target} 之间的链路：端口是否连通、误码、线缆、交换机（hccn_tool -i <device> -link -g）。',
  'absent.gain': '没有该链路的 Step 中这些集合通信的耗时，减去有该链路的 Step 中的耗时',
  'absent.gain.never': '未知：没有任何 Step 用到该链路',
  'C7.title': '各 Rank 在集合通信中互相等待，每个 Step {lost:time}，并非只等某一个（{share:percent}）',
  'C7.title.untold':
    '各 Rank 在集合通信中互相等待，每个 Step {lost:time}；时钟无法比较，不知道谁迟到（{share:percent}）',
  'C7.title.partly':
    '除迟到的 Rank 造成的等待外，各 Rank 在集合通信中还互相等待，每个 Step {lost:time}（{share:percent}）',
  'C7.cause': '在 {count} 次集合通信中，各 Rank 的调用平均比最长的短 {waste:percent}：先到者等待。',
  'C7.advice': '均衡各 Rank 在集合通信之前的工作：batch 长度、专家、各阶段的层数。',
  'C7.fine': '集合通信中各 Rank 的调用平均比最长的短多少',
  'C7.fine.rest': '集合通信中未被迟到的 Rank 解释的等待（各次调用平均比最长的短 {share:percent}）占 Step 的比例',
  'C7.gain': '最长调用减去其各 Rank 的均值，按作业的 Rank 取平均，再减去单个迟到 Rank 造成的部分，不超过未掩盖通信',
  'C8.title': '{ranks:ranks} 在集合通信中迟到：其他 Rank 每个 Step 仅为它等待 {lost:time}（{share:percent}）',
  'C8.title.place': '通信组中的某个 Rank（组内位置 {place}）在集合通信中迟到：每个 Step {lost:time}（{share:percent}）',
  'C8.cause': '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。',
  'C8.cause.seen':
    '{seen} 次集合通信中有 {last} 次它最后到达；{observer:ranks} 看到它在自己开始 {op} 后 {late:time} 才到达，比倒数第二晚 {alone:time}。',
  'C8.cause.agreed':
    '{seen} 次集合通信中有 {last} 次它最后到达；{observer:ranks} 看到它在自己开始 {op} 后 {late:time} 才到达，比倒数第二晚 {alone:time}。{observers:ranks} 的观察相差 {spread:time}。',
  'C8.advice': '查看 {ranks:ranks} 在这些集合通信之前做了什么。',
  'C8.advice.profile': '请同时采集 {ranks:ranks}：它自己的数据会说明迟到的原因。',
  'C8.advice.profile.place': '请同时采集该通信组中位置 {place} 的 Rank：它自己的数据会说明迟到的原因。',
  'C8.fine': '最晚的 Rank 在集合通信中的迟到占 Step 的比例',
  'C8.gain': '各次集合通信中它的到达时刻与倒数第二之差的总和',
  'D5.computing':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的计算比 {peers:ranks} 长 {excess:time}，主要在 {name}（{more:time}）。',
  'D5.communication':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的通信比 {peers:ranks} 长 {excess:time}，主要在 {name}（{more:time}）。',
  'D5.host':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的设备比 {peers:ranks} 多空闲 {excess:time}：主机在执行 {name}（多 {more:time}）。',
  'D5.host.unrecorded':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的设备比 {peers:ranks} 多空闲 {excess:time}；没有采集主机当时的行为。',
  'D5.computing.spread':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的计算比 {peers:ranks} 长 {excess:time}，分散在许多 kernel 上。',
  'D5.communication.spread':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的通信比 {peers:ranks} 长 {excess:time}，分散在许多集合通信上。',
  'D5.host.spread':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的设备比 {peers:ranks} 多空闲 {excess:time}，分散在许多主机调用中：主机较慢。',
  'D5.advice.computing':
    '比较 {name} 在 {ranks:ranks} 与 {peers:ranks} 上的执行：工作量更大（更长的 batch、更多专家 token），还是设备更慢。',
  'D5.advice.communication': '继续查看 {name}：其通信组中谁迟到？',
  'D5.advice.host':
    '查看 {name} 为何只在 {ranks:ranks} 上更久：该 Rank 独有的工作（日志、checkpoint、评估），或 CPU 繁忙。',
  'needs.experts': '需要共享专家的所有 Rank 的 kernel 及其通信组（profiler_metadata.json）：请打开作业的全部 Rank。',
  'D4.title': '各专家分到的 token 数不均：各 Rank 每个 Step 等待最忙的 Rank {lost:time}（{share:percent}）',
  'D4.cause':
    '逐次调用比较，最忙 Rank 的 GroupedMatmul 行数是均值的 {ratio} 倍，下一次 AllToAll 要等待它；其中每个 Step 等待 {worst:ranks} {most:time}。',
  'D4.advice':
    '均衡路由：增大辅助损失（--moe-aux-loss-coeff）、设置容量因子（--moe-expert-capacity-factor），或重新放置热点专家。各层的 token 数见“概览”页签。',
  'D4.fine': '逐次调用中最忙 Rank 的 token 数与均值之比',
  'D4.fine.share': '最忙 Rank 的 GroupedMatmul 超出均值的部分占 Step 的比例',
  'D4.cause.bytes':
    '逐次调用比较，最忙 Rank 的 GroupedMatmul 行数是均值的 {ratio} 倍，下一次 AllToAll 要等待它；其中每个 Step 等待 {worst:ranks} {most:time}。{busiest:ranks} 每个 Step 与其他 Rank 交换 {bytes:size}，均值为 {mean:size}。',
  'D4.exchange.title': 'token 交换不均：{worst:ranks} 的 AllToAll 每个 Step 比均值长 {lost:time}（{share:percent}）',
  'D4.exchange.cause':
    '{worst:ranks} 每个 Step 收发 {most:size}，是组内均值（{mean:size}）的 {ratio} 倍：它的专家分到了更多 token。',
  'D4.exchange.fine': '最忙 Rank 的 AllToAll 字节数与均值之比',
  'D4.exchange.gain': '最忙 Rank 的交换量超出均值的比例 × 链路平均传输时间',
  'D4.gain': '每次调用中最长的 GroupedMatmul 减去各 Rank 的均值',
  'D2.title': '{ranks:ranks} 的计算比同类 Rank 慢 {excess:percent}，每个 Step {lost:time}（{share:percent}）',
  'D2.title.host':
    '主机 {host}：{ranks:ranks} 的计算比同类 Rank 最多慢 {excess:percent}，每个 Step {lost:time}（{share:percent}）',
  'D2.cause.host': '相同 shape 的相同 kernel 在它们上面比在同类 Rank（{peers:ranks}）上更慢。',
  'D2.cause.split.host':
    '它们的计算时间比同类 Rank（{peers:ranks}）更长；并非所有 Rank 都采集了 kernel，无法逐次比较。',
  'D2.advice.host': '检查主机 {host} 上各设备的共同之处：散热、供电、驱动和固件、其他作业。',
  'D2.cause': '相同 shape 的相同 kernel 在它上面比在同类 Rank（{peers:ranks}）上更慢。',
  'D2.cause.split': '它的计算时间比同类 Rank（{peers:ranks}）更长；并非所有 Rank 都采集了 kernel，无法逐次比较。',
  'D2.advice': '检查 {ranks:ranks} 的设备：频率、温度、ECC 错误、其他进程。',
  'D2.fine': '最慢的 Rank 相对同类 Rank 的超出比例',
  'D2.gain': '逐次调用比较，它的计算时间减去同类 Rank 的计算时间',
  'B6.cause': '其核心频率为 {mhz} MHz，其他最高 {highest} MHz；相同 kernel 比同类 Rank（{peers:ranks}）更慢。',
  'B6.cause.host': '其核心频率为 {mhz} MHz，其他最高 {highest} MHz；相同 kernel 比同类 Rank（{peers:ranks}）更慢。',
  'B6.advice.host': '检查主机 {host} 的散热与供电，再检查其设备：npu-smi info -t power，npu-smi info -t temp。',
  'B6.advice': '检查 {ranks:ranks} 所在设备的功耗与温度：npu-smi info -t power，npu-smi info -t temp。',
  'A4.cause':
    '{ranks:ranks} 每个 Step 有 {exposed:time} 的通信没有计算掩盖，其中至少 {moving:time} 在搬运数据，其余可能在等待。其通信的掩盖比例为 {overlap:percent}。',
  'A4.gain': '传输时间（或各 Rank 中最短调用的耗时）减去全部被计算掩盖的通信时间',
  'bubble.title': '流水线各阶段每个 Step 平均有 {lost:time} 在发送与接收中互相等待（{share:percent}）',
  'bubble.cause':
    '{ranks:ranks} 每个 Step 在发送与接收中等待 {waiting:time}，实际传输 {size:size} 只用 {moving:time}；{others:ranks} 等待 {least:time}。',
  'bubble.cause.steps':
    '按 Step 文件的 Bubble 列，{ranks:ranks} 每个 Step 有 {waiting:time} 在接收，其中搬运数据的部分没有记录；{others:ranks} 等待 {least:time}。',
  'bubble.advice.batches': '增加每个 Step 的微批次数（减小微批次大小）：气泡约为计算时间的（阶段数 − 1）/ 微批次数。',
  'bubble.advice.virtual': '使用交错流水线：Megatron 与 MindSpeed 的 --num-layers-per-virtual-pipeline-stage。',
  'bubble.fine': '阶段之间在发送与接收中的等待占 Step 的比例',
  'bubble.gain': '各阶段在发送与接收中等待时间的均值，减去阶段不均衡的部分',
  'C5.title': '{count} 次 RDMA 集合通信耗时达数秒：发生丢包重传（每个 Step {lost:time}）',
  'C5.cause': '{op} 在所有 Rank 上都耗时 {longest:time} 以上，大部分时间在传输。',
  'C5.advice':
    '检查 RDMA 网络的丢包与端口闪断（hccn_tool -i N -stat -g）、PFC 与 ECN 配置，以及 HCCL_RDMA_TIMEOUT 与 HCCL_RDMA_RETRY_CNT。',
  'C5.fine': '最长的 RDMA 集合通信',
  'C5.gain': '这些集合通信各自在所有 Rank 中的最短耗时',
  'cpu.title': '{ranks:ranks}：其他进程占用主机 CPU 的 {taken:percent}，CPU 总占用 {busy:percent}',
  'cpu.title.busy': '{ranks:ranks}：主机 CPU 占用 {busy:percent}，没有记录由谁占用',
  'cpu.cause': '几乎没有空闲的 CPU 核，下发线程需要等待。',
  'cpu.cause.named': '其中最多的是 {name}，占全部 CPU 的 {most:percent}。几乎没有空闲的 CPU 核，下发线程需要等待。',
  'cpu.cause.runnable':
    '{processors} 个 CPU 核，平均每核有 {runnable} 个可运行线程，每秒上下文切换 {switches} 次：下发线程需要排队等待。',
  'cpu.advice.others':
    '不要在该主机上运行其他进程，或让其避开各 Rank 的 CPU 核：用 taskset -c LIST 或 nice -n 19 启动，监控代理也一样。',
  'cpu.advice.affinity': '为各 Rank 绑核：CPU_AFFINITY_CONF=1；设为 2 时下发线程分别绑核。',
  'cpu.advice.taskset': '为各 Rank 绑核：taskset -c LIST，或 numactl --cpunodebind。',
  'cpu.gain': '上限：主机工作期间的空闲时间，乘以其他进程占用 CPU 的比例',
  'cpu.fine': '主机 CPU 占用率',
  'cpu.fine.others': '其他进程占用主机 CPU 的比例',
  'needs.cpu':
    '没有记录主机 CPU 的占用：需要 msprof 的 --sys-profiling=on --sys-pid-profiling=on，或 MindSpore 的 minddata_cpu_utilization。--host-sys=cpu 与 torch_npu 的 host_sys 只记录作业自身的进程。',
  'needs.cpu.other': '该采集工具的 trace 不记录主机 CPU 占用。',
  'needs.environment': '未记录设置了哪些环境变量（profiler_metadata.json 中的 ENV_VARIABLES）。',
  'environment.gain': '未估算：采集数据无法说明其代价，能看到的部分已在其他结论中',
  'environment.cause.set': '采集工具记录到 {ranks:ranks} 上 {name}={value}。',
  'environment.cause.usual': '采集工具记录到 {ranks:ranks} 上未设置 {name}，此时默认为 {value}。',
  'environment.cause.unset': '采集工具记录到 {ranks:ranks} 上未设置 {name}。',
  'environment.ASCEND_LAUNCH_BLOCKING': 'ASCEND_LAUNCH_BLOCKING={value}：主机每下发一个算子都要等它执行完',
  'environment.ASCEND_LAUNCH_BLOCKING.advice': '设置 ASCEND_LAUNCH_BLOCKING=0：1 仅用于调试，并且会同时关闭任务队列。',
  'environment.TASK_QUEUE_ENABLE': 'TASK_QUEUE_ENABLE={value}：算子下发没有使用任务队列',
  'environment.TASK_QUEUE_ENABLE.advice': '设置 TASK_QUEUE_ENABLE=2，由第二个线程准备下发。',
  'environment.ASCEND_GLOBAL_LOG_LEVEL': 'ASCEND_GLOBAL_LOG_LEVEL={value}：主机在下发任务时还要写调试或信息级日志',
  'environment.ASCEND_GLOBAL_LOG_LEVEL.advice': '只记录错误日志：ASCEND_GLOBAL_LOG_LEVEL=3。',
  'environment.CPU_AFFINITY_CONF': 'CPU_AFFINITY_CONF={value}：下发线程没有绑核，而设备在等待下发',
  'environment.CPU_AFFINITY_CONF.advice': '设置 CPU_AFFINITY_CONF=1（或 2），让下发线程固定在各自的 CPU 核上。',
  'environment.ACLNN_CACHE_LIMIT': 'ACLNN_CACHE_LIMIT={value}：缓存的算子较少，而设备在等待下发',
  'environment.ACLNN_CACHE_LIMIT.advice': '缓存更多算子：ACLNN_CACHE_LIMIT=100000。主机内存占用会增加。',
  'environment.HOST_CACHE_CAPACITY': 'HOST_CACHE_CAPACITY={value}：动态 shape 没有缓存，而设备在等待下发',
  'environment.HOST_CACHE_CAPACITY.advice': '缓存最常出现的 shape：HOST_CACHE_CAPACITY=20。主机内存占用会增加。',
  'environment.PYTORCH_NPU_ALLOC_CONF': 'PYTORCH_NPU_ALLOC_CONF 中没有 expandable_segments:True，而设备在等待内存申请',
  'environment.PYTORCH_NPU_ALLOC_CONF.advice':
    '设置 PYTORCH_NPU_ALLOC_CONF=expandable_segments:True，让内存块可以扩展。',
  'environment.HCCL_ALGO': 'HCCL_ALGO={value}：跨主机集合通信的算法被固定',
  'environment.HCCL_ALGO.advice': '尝试 unset HCCL_ALGO：HCCL 会按设备、主机数与数据量自动选择。',
  'environment.HCCL_RDMA_TC': 'HCCL_RDMA_TC={value}：RDMA 的 traffic class 不是默认值',
  'environment.HCCL_RDMA_TC.advice': '检查 HCCL_RDMA_TC 是否为交换机所配置 DSCP 值的 4 倍。默认值为 132（DSCP 33）。',
  'environment.HCCL_RDMA_SL': 'HCCL_RDMA_SL={value}：RDMA 的优先级不是默认值',
  'environment.HCCL_RDMA_SL.advice': '检查 HCCL_RDMA_SL 是否与网卡的 PFC 优先级一致，取值 0 到 7。默认值为 4。',
  'environment.ASCEND_ENHANCE_ENABLE': 'ASCEND_ENHANCE_ENABLE={value}：集合通信没有使用 FFTS+',
  'environment.ASCEND_ENHANCE_ENABLE.advice':
    '设置 ASCEND_ENHANCE_ENABLE=1；若所用的 CANN 版本已不支持该变量，则不要设置。',
  'sync-batch-norm.title': '{ranks:ranks}：{count} 个 SyncBatchNorm 算子在 Rank 之间交换统计量',
  'sync-batch-norm.cause': '每个算子在前向与反向中都让所有 Rank 停下来做一次集合通信。',
  'sync-batch-norm.advice': '单个 Rank 的 batch 足够大时改用 BatchNorm，或冻结统计量训练。',
  'sync-batch-norm.fine': '采集期间的 SyncBatchNorm 算子数',
  'sync-batch-norm.gain': '未估算：其集合通信已计入通信',
  'needs.moving': '没有记录通信中有多少在搬运数据（需要 communication.json，或两个 Rank 的集合通信）。',
  'needs.rdma': '没有采集到 RDMA 集合通信（communication.json）。',
  'needs.pmu': '没有采集 AI Core 计数器（kernel_details.csv，aic_metrics=PipeUtilization）。',
  'needs.blocks': '没有采集 kernel 的 Block Dim。',
  'B4.title':
    '{ranks:ranks}：kernel 既没有用满计算单元也没有用满内存带宽，每个 Step 最多可节省 {lost:time}（{share:percent}）',
  'B4.cause':
    '{count} 类 kernel 有优化空间，最多的是 {op}（每个 Step {part:time}）：{unit} 单元占用 {busy:percent}，数据搬入（mte2）占用 {load:percent}。',
  'B4.cause.odd':
    '{count} 类 kernel 有优化空间，最多的是 {op}（每个 Step {part:time}）：{unit} 单元占用 {busy:percent}，数据搬入（mte2）占用 {load:percent}；存在不是 256 整数倍的内轴。',
  'B4.advice.attention': '将 head_dim 与序列长度设为 128 的整数倍。',
  'B4.advice.cube': '将内轴设为 256 的整数倍（补齐词表与 hidden size），权重保持 NZ 格式。',
  'B4.advice.vector': '融合逐元素算子（torch_npu 融合算子、torch.compile），或增大张量。',
  'B4.fine': '既非计算瓶颈也非内存瓶颈的 kernel 的优化空间占 Step 的比例',
  'B4.gain': '各 kernel 的耗时 ×（1 − 最忙单元的占用率 / 该单元可达到的占用率）',
  'block-dim.title': '{ranks:ranks}：kernel 未用满 AI Core，每个 Step 最多可节省 {lost:time}（{share:percent}）',
  'block-dim.cause':
    '{count} 类 kernel 的 Block Dim 不是核数的整数倍，最多的是 {op}（每个 Step {part:time}）：{cores} 个核上只有 {blocks} 个 block。',
  'block-dim.advice': '让这些算子的 shape 能按核数的整数倍切分（batch、head 数），或对其调优（AOE）。',
  'block-dim.fine': 'block 不足时核的空闲时间占 Step 的比例',
  'block-dim.gain': '各 kernel 的耗时 × 没有 block 的核的比例',
  'needs.both': '需要同一集合通信既有单独执行、也有与计算并行的记录及其传输时间（时间线与 communication.json）。',
  'C4.title': '{ranks:ranks}：集合通信与计算争抢带宽，每个 Step 最多损失 {lost:time}（{share:percent}）',
  'C4.cause': '{size:size} 的 {op} 在与计算并行时传输需 {beside:time}（{count} 次），单独执行时为 {alone:time}。',
  'C4.cause.reference':
    '{op}（{size:size}）在设备计算时传输需 {beside:time}（{count} 次），{transport} 带宽 {bandwidth} GB/s，参考值 {reference}。它几乎从不单独运行，单独时能达到多少无从得知。',
  'C4.advice': '为集合通信留出带宽：让其与 matmul 而非访存密集的算子并行，或减少并行的部分。',
  'C4.fine': '集合通信被计算拖慢的时间占 Step 的比例',
  'C4.gain.reference': '计算期间的传输时间减去按参考带宽所需的时间，最多为未掩盖的部分',
  'C4.gain': '与计算并行时的传输时间减去同样次数单独执行的传输时间，不超过未掩盖的部分',
  'needs.flops': '需要矩阵乘类 kernel 的 shape，以及峰值已知的设备。',
  'B5.title': '{ranks:ranks}：矩阵乘类 kernel 远低于 roofline，每个 Step 最多可节省 {lost:time}（{share:percent}）',
  'B5.cause':
    '{count} 类 kernel 不到 {chip} 可达性能的一半，最多的是 {op}（每个 Step {part:time}）：只达到 {reach:percent}。',
  'B5.advice':
    '增大这些算子的 shape（batch、合并投影）并取矩阵单元分块的整数倍，使用矩阵单元支持的类型（bf16、fp16、TF32）。',
  'B5.fine': '矩阵乘类 kernel 高于 roofline 的耗时占 Step 的比例',
  'B5.gain': '各 kernel 的耗时 ×（1 − 其 FLOP/s / roofline 允许值）',
  'needs.counted': '没有采集到两个 Rank 上名称带库内计数的集合通信（HCCL）。',
  'H1.title': '{op} 没有结束：采集结束时 {waiting:ranks} 仍在其中等待，已等待 {waited:time}',
  'H1.title.missing': '{ranks:ranks} 始终没有进入 {op}：{waiting:ranks} 一直等待到采集结束，共 {waited:time}',
  'H1.missing.cause':
    '{waiting:ranks} 已进入 {op}，{ranks:ranks} 没有。其设备上最后的任务是 {task}，主机最后的调用是 {call}。',
  'H1.missing.several.cause': '{waiting:ranks} 已进入 {op}，{ranks:ranks} 没有。',
  'H1.title.mutual': '{ranks:ranks} 互相等待：{op} 和另外 {count} 个集合通信没有结束，直到采集结束共 {waited:time}',
  'H1.mutual.cause':
    '其中每个 Rank 所在的集合通信都缺少另一个 Rank，而后者自己也停在某个集合通信中：例如各 Rank 以不同的顺序调用多个通信组的集合通信。',
  'H1.advice.mutual': '让所有 Rank 以相同的顺序调用不同通信组的集合通信，并避免其中一个等待排在另一个之后的主机工作。',
  'H1.waits': '{waiting:ranks} 在 {op} 中等待 {ranks:ranks}，共 {waited:time}。',
  'H1.last': '{ranks:ranks}：设备上最后的任务是 {task}，主机最后的调用是 {call}。',
  'H1.last.waiting': '{ranks:ranks} 在其中等待；其主机最后的调用是 {call}。',
  'H1.unknown.cause': '该通信组中所有已采集的 Rank 都进入了 {op}；被等待的是未采集的 {unknown:ranks}。',
  'H1.all.cause': '该通信组中所有已知的 Rank 都进入了 {op}：数据没有送达，或各 Rank 的调用不一致。',
  'H1.advice':
    '检查未采集的 Rank、这些 Rank 之间的网络，以及 HCCL_EXEC_TIMEOUT（NCCL 可用 TORCH_NCCL_TRACE_BUFFER_SIZE 打开 flight recorder）。',
  'H1.advice.missing': '查看 {ranks:ranks} 停在何处：报错、与其他 Rank 不同的分支，或更早结束的输入。',
  'H1.gain': '从该集合通信开始到采集结束的时间',
  'H2.title': '{ranks:ranks} 与 {others:ranks} 调用的集合通信不一致（通信组内第 {counter} 次）',
  'H2.cause': '{ranks:ranks} 调用 {own}，{others:ranks} 调用 {theirs}；该通信组共有 {count} 处不一致。',
  'H2.advice': '让通信组内所有 Rank 走相同的分支、使用相同的 shape（TORCH_DISTRIBUTED_DEBUG=DETAIL 可检查）。',
  'H2.gain': '未估算：这样的 Rank 会挂起或算出错误结果',
  'needs.steps': '至少需要四个 Step。',
  'needs.memory': '这需要至少三步的内存数据（profile_memory=True）。',
  'needs.baseline':
    '至少需要 {steps} 个 Step：跳过的 Step、基线（PERF_BASELINE_SKIP_STEPS、PERF_BASELINE_STEPS）以及一个待评分的 Step，且基线内各 Step 的耗时不能完全相同。',
  'E1.title':
    '{ranks:ranks}：{total} 个 Step 中有 {count} 个波动，平均每个 Step 损失 {lost:time}（{share:percent}）；最长 {longest:time}，平时为 {mean:time}',
  'E1.title.named':
    '{name}：{total} 个 Step 中有 {count} 个波动，平均每个 Step 损失 {lost:time}（{share:percent}）；最长 {longest:time}，平时为 {mean:time}',
  'E1.cause':
    '基线为 {mean:time} ± {deviation:time}，取跳过前 {skip} 个之后的 {baseline} 个 Step；上述 Step 高出基线 {score} 个标准差以上。告警（连续 {row} 个）次数：{alarms}。',
  'E1.advice':
    '查看这些 Step 有而其他 Step 没有的内容：保存检查点、评估、新 shape 触发的编译、垃圾回收，或主机上的其他进程。',
  'E1.gain': '这些 Step 超出基线均值的时间，按全部 Step 取平均',
  'E1.fine': '最长的 Step 超出基线的标准差倍数',
  'E1.triggered': 'ModelArts 的监控会在 Step {steps} 触发采集。',
  'E1.cooldown': 'Step {steps} 有告警但不触发采集：距上一次采集不到 {hours} 小时。',
  'E1.at-limit': 'Step {steps} 有告警但不触发采集：已达到 {most} 次的上限。',
  'E1.too-few': '截至 Step {steps} 不告警：连续次数不足 {row} 个。',
  'E2.shift.title':
    '{ranks:ranks}：从 Step {from} 起 Step 变慢 {growth:percent}，在整个采集中平均每个 Step 损失 {lost:time}（{share:percent}）',
  'E2.shift.title.named':
    '{name}：从 Step {from} 起 Step 变慢 {growth:percent}，在整个序列中平均每个 Step 损失 {lost:time}（{share:percent}）',
  'E2.shift.cause':
    '此前为 {before:time}，此后平均为 {after:time}。没有哪一个 Step 特别突出，但累积和（CUSUM）可以看出变化。',
  'E2.shift.advice': '将 Step {from} 之前与之后的 Step 进行对比（概览 → 对比，或 tracelane analyze --steps）。',
  'E2.shift.gain': '此后各 Step 的均值超出基线均值的部分，乘以其占全部 Step 的比例',
  'E2.title':
    '{ranks:ranks}：计算时间逐 Step 增长，目前每个 Step 多耗 {lost:time}（{share:percent}；{count} 个 Step 内增长 {growth:percent}）',
  'E2.cause': '第一个 Step 为 {first:time}，此后每个 Step 增加 {perStep:time}。',
  'E2.advice.rank': '检查 {ranks:ranks} 的设备：温度是否持续升高、频率是否下降？其上是否有其他进程占用逐渐增多？',
  'E2.advice.job': '查找随 Step 增长的内容：序列长度、缓存、张量列表或一直保留的数据。',
  'E2.fine': '从第一个 Step 到最后一个 Step 计算的增长',
  'E2.no-line': '直线对计算增长 {growth:percent} 的解释程度',
  'E2.gain': '沿各 Step 拟合直线，超出第一个 Step 的计算时间的均值',
  'F1.title': '{ranks:ranks}：内存每个 Step 增长 {growth:size} 且未释放',
  'F1.cause': '{count} 个 Step 中，几乎每个 Step 结束时占用的内存都比前一个多。',
  'F1.cause.op':
    '{count} 个 Step 中，几乎每个 Step 结束时占用的内存都比前一个多。未释放的内存大多由 {op} 申请，每个 Step {part:size}。',
  'F1.advice': '查找跨 Step 保留的张量：未用 .item() 或 detach() 就累加的 loss、只增不减的列表和缓存。',
  'F1.fine': '各 Step 间内存的增长占峰值的比例',
  'F1.gain': '内存占满之前不损失时间',
  'needs.patterns': '没有采集到带时间的 kernel。',
  'D3.slow.title':
    '{ranks:ranks}：{name} 比在同类 Rank 上慢 {excess:percent}；共 {count} 种 kernel 偏慢，每个 Step 多用 {lost:time}（{share:percent}）',
  'D3.slow.one.title':
    '{ranks:ranks}：{name} 比在同类 Rank 上慢 {excess:percent}，每个 Step 多用 {lost:time}（{share:percent}）',
  'D3.slow.cause': '{name} 在它上面平均用时 {mean:time}，在同类 Rank 上为 {usual:time}（中位数）。',
  'D3.slow.advice':
    '把该 kernel 在 {ranks:ranks} 上的输入和计数器与其他 Rank 比较。若两者一致，请检查设备：频率、温度、ECC 错误。',
  'D3.slow.fine': '比同类 Rank 慢的 kernel 多用的时间占 Step 的比例',
  'D3.slow.gain': '超出同类 Rank 中位数的时长乘以调用次数',
  'D3.throughput.title':
    '{ranks:ranks}：{name} 经 {transport} 的吞吐为 {own} GB/s，同类 Rank 通常为 {usual} GB/s；每个 Step 因此多出 {lost:time} 未被计算掩盖（{share:percent}）',
  'D3.throughput.cause': '它的吞吐与其他 Rank 明显不同。慢的是哪条链路无法得知：communication_matrix.json 会给出。',
  'D3.throughput.advice':
    '采集 communication_matrix.json（profiler_level=Level1）后重新分析；检查 {ranks:ranks} 的线缆、端口和交换机，以及同时在那里传输的其他数据。',
  'D3.throughput.fine': '数据传输比同类 Rank 慢的部分占 Step 的比例',
  'D3.throughput.gain': '这些调用未被掩盖的时间 × 吞吐低于同类中位数的比例',
  'D3.memory.title':
    '{ranks:ranks}：每个 Step 有 {lost:time} 在执行内存操作，期间设备既不计算也不通信（{share:percent}）',
  'D3.runtime.title': '{ranks:ranks}：每个 Step 有 {lost:time} 主机处于运行时调用中，而设备空闲（{share:percent}）',
  'D3.python.title': '{ranks:ranks}：每个 Step 有 {lost:time} 主机在执行 Python 代码，而设备空闲（{share:percent}）',
  'D3.cause': '其中最多的是 {name}：执行 {count} 次，每个 Step {part:time}。',
  'D3.cause.unknown': '无法确定其中哪个函数占得最多。',
  'D3.memory.advice':
    '使用锁页内存并异步拷贝（pin_memory=True、non_blocking=True），放在单独的流上；反复拷贝的数据请留在设备上。',
  'D3.runtime.advice': '减少下发：融合算子、使用图模式、复用内存和描述符，并且不要在 Step 内等待设备。',
  'D3.python.advice': '把这段代码移出 Step、降低执行频率，或在设备计算时执行；调用路径指明了它的位置。',
  'D3.fine.memory': '设备空闲时的内存操作占 Step 的比例',
  'D3.fine.runtime': '设备空闲时的运行时调用占 Step 的比例',
  'D3.fine.python': '设备空闲时的 Python 代码占 Step 的比例',
  'D3.gain': '有此类函数执行的空闲时间，减去其他发现已说明的部分',
  'stages.title': '流水线各阶段不均衡：阶段 {stage} 的计算是阶段 {other} 的 {ratio} 倍（每个 Step {lost:time}）',
  'stages.cause':
    '阶段 {stage}（{ranks:ranks}）每个 Step 计算 {most:time}，阶段 {other}（{others:ranks}）为 {least:time}。同一阶段内各 Rank 一致，没有慢 Rank。',
  'stages.advice':
    '将层从较长的阶段移到较短的阶段：num-layers-in-first-pipeline-stage、num-layers-in-last-pipeline-stage，或使用虚拟流水线。',
  'stages.fine': '最长与最短阶段的计算之比',
  'stages.gain': '最长阶段的计算减去各阶段的均值',
  'stages.fine.share': '流水线阶段不均衡占 Step 的比例',
  'B7.title.host': '{ranks:ranks}：相同的短 kernel 序列反复出现，其间设备每个 Step 空闲 {lost:time}（{share:percent}）',
  'B7.title.memory':
    '{ranks:ranks}：相同的 kernel 序列反复出现，时间主要用于数据搬运，每个 Step 最多可节省 {lost:time}（{share:percent}）',
  'B7.fine.host': '反复出现的 kernel 序列内部的空隙占 Step 的比例',
  'B7.fine.memory': '以数据搬运为主的 kernel 序列占 Step 的比例',
  'B7.gain.host': '每个序列内 kernel 之间的空隙之和，不超过空闲时间',
  'B7.gain.memory': '每个序列的时长减去其中最长的 kernel',
  'B7.cause.host':
    '共 {count} 种由 3～10 个 kernel 组成的序列，最主要的是 {sequence}（{kernels} 个 kernel，每个 Step {times} 次）：kernel 执行仅占其时间的 {busy:percent}，其余时间设备空闲。',
  'B7.advice.host':
    '将 {sequence} 一次下发：使用 torch_npu 的融合算子，或通过 torch.compile 以图的方式执行；对应代码见时间线中的调用栈。',
  'B7.advice.memory':
    '用 torch_npu 的一个融合算子替换 {sequence}，或由 torch.compile 融合：kernel 之间的数据无需再经过内存。',
  'B7.advice.gpu': '将 {sequence} 一次下发：torch.compile 可融合 kernel，CUDA Graph 可一次启动多个 kernel。',
  'B7.cause.memory':
    '共 {count} 种由 3～10 个 kernel 组成的序列，最主要的是 {sequence}（{kernels} 个 kernel，每个 Step {times} 次，{part:time}）：{moving:percent} 的时间用于数据搬入搬出（MTE）。',
  'needs.ascend': '该规则针对昇腾算子（torch_npu）。',
  'gpu.advice.recompile':
    '用 TORCH_LOGS=recompiles 查明 torch.compile 重新编译的原因，并用 torch._dynamo.mark_dynamic 标记会变化的维度。',
  'gpu.advice.launch-blocking': '确认 CUDA_LAUNCH_BLOCKING 不为 1。',
  'gpu.advice.memory': '设置 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True，并避免 empty_cache()。',
  'gpu.advice.affinity': '让下发线程固定在各自的 CPU 核上：taskset -c LIST，或 numactl --cpunodebind。',
  'gpu.advice.link': '与带宽测试（nccl-tests）对比；检查其他流量与网络配置。',
  'gpu.advice.clock':
    '检查 {ranks:ranks} 所在设备的功耗与温度：nvidia-smi -q -d POWER,TEMPERATURE,CLOCK（AMD 为 rocm-smi）。',
  'gpu.advice.hang':
    '检查未采集的 Rank、这些 Rank 之间的网络，以及 NCCL 的 flight recorder（TORCH_NCCL_TRACE_BUFFER_SIZE）。',
  'mindspore.advice.sink':
    '让设备不等主机连续执行多个 Step：使用图模式，并设置 Model.train(…, dataset_sink_mode=True)。',
  'mindspore.advice.affinity': '让线程固定在各自的 CPU 核上：mindspore.runtime.set_cpu_affinity(True)。',
  'mindspore.advice.overlap':
    '边计算边发送梯度：用 mindspore.set_auto_parallel_context 的 all_reduce_fusion_config 或 comm_fusion 切分 AllReduce。',
  'mindspore.advice.buckets':
    '调整每次 AllReduce 融合的梯度量：comm_fusion={"allreduce": {"mode": "size", "config": …}}，单位 MB。',
  'mindspore.advice.packets':
    '增大单次发送量：调大 comm_fusion={"allreduce": {"mode": "size", "config": …}} 的大小，或增大微批次。',
  'mindspore.advice.workers': '用更多线程加载：增大 map 与 batch 的 num_parallel_workers，以及 prefetch_size。',
  'mindspore.advice.synchronise': '在 Step 内避免 .asnumpy()、.item() 与打印张量；间隔若干 Step 再记录日志。',
  'mindspore.advice.launch-blocking':
    '确认没有调用 mindspore.runtime.launch_blocking()，也没有设置 pynative_synchronize。',
  'mindspore.advice.memory':
    '在开始时一次申请设备内存：mindspore.runtime.set_memory(init_size=…)，并避免 empty_cache()。',
  'mindspore.advice.sequence':
    '将 {sequence} 改为 mindspore.ops 的一个融合算子，或使用图模式，由图算融合合并：jit_config={"jit_level": "O1"}。',
  'B8.title.ops':
    '{ranks:ranks}：部分算子逐个调用，而 torch_npu 有对应的融合算子，每个 Step 最多可节省 {lost:time}（{share:percent}）',
  'B8.title.optimizer': '{ranks:ranks}：优化器逐个下发 kernel，其间设备每个 Step 空闲 {lost:time}（{share:percent}）',
  'B8.cause': '{sequence}，每个 Step {times} 次：{kernels} 个 kernel，共 {part:time}。',
  'B8.cause.frame': '{sequence}，每个 Step {times} 次：{kernels} 个 kernel，共 {part:time}，在 {frame} 中调用。',
  'B8.advice': '用 {fused} 替换 {sequence}（每个 Step {times} 次，最多节省 {lost:time}）。',
  'B8.fine.ops': 'torch_npu 有对应融合算子的算子占 Step 的比例',
  'B8.fine.optimizer': '优化器 kernel 之间设备空闲占 Step 的比例',
  'B8.gain.ops': '每个序列的 kernel 时长减去其中最长的 kernel',
  'B8.gain.optimizer': '优化器从首个 kernel 到末个 kernel 的时长减去 kernel 时长',
  'needs.buckets': '需要每个 Step 至少三个大小不同的梯度桶，并有其链路传输时间以及下发它们的主机调用连线。',
  'C9.title':
    '{ranks:ranks}：每个 Step 的 {count} 个梯度桶若合并为 {messages} 次发送，可提前 {lost:time} 完成（{share:percent}）',
  'C9.cause':
    '每次 {op} 无论大小都需要 {alpha:time}，此外以 {speed} GB/s 传输（由 {fitted} 次调用拟合）：小桶反复支付固定开销。',
  'C9.advice': '增大梯度桶，最大到 {size:size}：DistributedDataParallel(bucket_cap_mb={megabytes})。',
  'C9.advice.megatron': 'Megatron 与 MindSpeed：使用 --overlap-grad-reduce 并增大 --ddp-bucket-size。',
  'C9.fine': '增大梯度桶可节省的时间占 Step 的比例',
  'C9.gain': '按“计算完成且前一个桶发送完毕即发送”模拟的末个桶结束时刻，减去最优合并方案的结束时刻，不超过未掩盖通信',
  'walk.free': '{ranks:ranks}：设备在 Step 的 {share:percent} 时间内空闲。',
  'walk.free.unknown': '没有文件或时间线给出 Step 的耗时拆分。',
  'walk.free.bad': '设备在等待任务。请查看主机到设备的连线，以及主机此时在做什么。',
  'walk.free.fine': '主机下发及时。',
  'walk.arrows': '{ranks:ranks}：从主机调用到设备开始执行的时延中位数为 {delay:time}。',
  'walk.arrows.unknown': '没有采集主机到设备的连线，或两者的时钟不一致。',
  'walk.arrows.bad': '连线接近垂直：任务一下发即执行，速度由主机决定。',
  'walk.arrows.fine': '连线倾斜，或设备几乎没有空闲：任务是提前下发的。',
  'walk.broken': '{ranks:ranks}：同步调用与阻塞拷贝使设备每个 Step 空闲 {lost:time}（{share:percent}）。',
  'walk.broken.unknown': '没有采集主机行为。',
  'walk.broken.bad': '每次都会打断主机到设备的流水：提前下发的任务被耗尽。',
  'walk.broken.fine': '主机到设备的流水没有被打断。',
  'walk.dispatch.queue': '由第二个线程准备下发：TASK_QUEUE_ENABLE=2。',
  'walk.dispatch.affinity': '将下发线程绑核：CPU_AFFINITY_CONF=1（按 NUMA 节点）或 CPU_AFFINITY_CONF=2（更细粒度）。',
  'walk.dispatch.async': 'MindIE 推理：在当前批次执行时调度下一批次，MINDIE_ASYNC_SCHEDULING_ENABLE=1。',
  'walk.dispatch.graph': '用 CUDA graph 捕获重复的下发：torch.compile(mode="reduce-overhead")。',
  'walk.dispatch.cpu': '将 CPU 设为性能模式：cpupower frequency-set -g performance。',
  'walk.computing': '{ranks:ranks} 的计算占 Step 的 {share:percent}，为各 Rank 中最高。',
  'walk.computing.unknown': '没有文件或时间线给出 Step 的耗时拆分。',
  'walk.computing.fine': 'Step 的大部分时间在计算：kernel 越快，Step 越短。',
  'walk.computing.bad': '计算只占少部分：优化 kernel 对 Step 的作用有限，应先看下发与通信。',
  'walk.kernels': '计算耗时最多的是：{top}。',
  'walk.kernels.unknown': '没有采集到 kernel。',
  'walk.kernels.bad': '{op} 只达到设备能力的 {reach:percent}：建议从它开始。',
  'walk.kernels.fine': '从第一个开始：它节省多少，Step 就缩短多少。算子页签给出各 kernel 的 shape、计数器与 FLOP/s。',
  'walk.compute.advice':
    '使用更大的 shape（矩阵为 16 的倍数，注意力为 128 的倍数）、融合算子，以及矩阵单元支持的数据类型。',
  'walk.longer': '{ranks:ranks} 每个 Step 通信 {communication:time}，计算 {computing:time}。',
  'walk.longer.unknown': '没有采集通信。',
  'walk.longer.bad': '通信长于计算，无法完全掩盖。请区分是在等待，还是在搬运数据。',
  'walk.longer.fine': '通信短于计算，可以被计算掩盖。',
  'walk.exposed': '{ranks:ranks}：未被计算掩盖的通信占 Step 的 {share:percent}；其通信有 {hidden:percent} 被掩盖。',
  'walk.exposed.bad': '提高计算与通信的重叠，或找出集合通信在等待哪个 Rank。',
  'walk.exposed.fine': '通信几乎全部被掩盖。',
  'walk.like': '{ranks:ranks}：{op} 耗时 {elapse:time}，同类调用为 {usual:time}（{count} 次的中位数）。',
  'walk.like.bad': '远长于同类的调用是在等待迟到的 Rank：请查看该 Rank 此前在做什么。',
  'walk.communication.overlap':
    '让梯度通信与反向计算重叠（--overlap-grad-reduce、--overlap-param-gather），张量并行通信与矩阵乘重叠。',
  'walk.communication.late': '在“通信”页签的到达时刻中追踪迟到的 Rank：迟到者是原因，等待者不是。',
  'walk.like.none': '没有集合通信的时长超过同类调用的 {times} 倍。',
  'walk.like.none.fine': '比较同一 Rank 上类型、通信组与大小相同且不少于四次的调用。',
};
