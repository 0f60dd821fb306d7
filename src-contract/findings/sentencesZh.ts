import type { sentencesEn } from './sentencesEn';

/** 结论的中文文本，与 `sentencesEn.ts` 逐条对应。 */
export const sentencesZh: Readonly<Record<keyof typeof sentencesEn, string>> = {
  'needs.split': '没有文件或时间线给出 step 的耗时拆分。',
  'needs.timeline': '需要包含 host 与 device 的时间线。',
  'needs.planes': '需要包含集合通信各 plane 的时间线（昇腾，Level1 及以上）。',
  'needs.collectives': '没有采集到集合通信。',
  'needs.clocks': '有 {count} 次集合通信的到达时刻未知：相关 rank 的时钟无法比较。',
  'needs.peers': '没有两个 rank 执行相同的工作。',
  'needs.links': '没有采集 rank 之间的流量（communication_matrix.json）。',
  'needs.packets': '没有采集通信包大小（communication.json，Level1 及以上）。',
  'needs.shared': '没有任何集合通信在两个 rank 上同时被采集。',
  'needs.kernels': '没有采集到 kernel。',

  'not-reported': '{title}：{value}（阈值 {limit}）',
  'not-reported.floor': '{title}：{value}（低于 {limit} 时报告）',

  'not-reported.time': '{title}：{value:time}（阈值 {limit:time}）',

  'trust.ranks': '作业共 {total} 个 rank，其中 {count} 个未采集：{ranks:ranks}。',
  'trust.timeline': '{ranks:ranks} 没有时间线，查看 host 行为的规则不覆盖这些 rank。',
  'trust.files': '{ranks:ranks} 缺少其他 rank 具有的文件（{files}）。',
  'trust.clock': '各 rank 的时钟已通过 {count} 次集合通信对齐，误差 ±{error:time}。',
  'trust.clock.pair': '各 rank 的时钟已通过所在主机的时钟对齐，误差 ±{error:time}。',
  'trust.clock.apart': '各 rank 的时钟无法对齐：不比较不同 rank 上的开始时刻。',
  'trust.sums': '{ranks:ranks} 的计算、未掩盖通信与 Free 之和与 Stage 不一致。',
  'trust.free': '{ranks:ranks} 的时间线 Free 泳道与文件中的 Free 不一致。',
  'trust.level0': '采集级别为 Level0：没有 host 调用、kernel shape 与通信包大小。请使用 Level1 采集。',
  'trust.level2': '采集级别为 Level2：采集本身会拖慢 host。请与未采集时的 step 耗时对比。',
  'trust.one-step': '只采集了一个 step，无法得知 step 之间的波动。',
  'trust.no-step': '无法得知 step 的时长，因此不给出占比。',

  'A2.title': '{ranks:ranks}：device 每个 step 有 {lost:time} 在等待 host 下发（Free 占 {share:percent}）',
  'A2.cause.op':
    '其中 {part:time} 在框架算子与运行时调用中，最多的是 {name}。从 host 调用到 device 开始的时延中位数为 {delay:time}。',
  'A2.cause.python':
    '其中 {part:time} 在 Python 代码中，最多的是 {name}。从 host 调用到 device 开始的时延中位数为 {delay:time}。',
  'A2.cause.launch': '其中 {part:time} 在 host 调用与 device 开始之间，每次 {delay:time}（中位数）。',
  'A2.cause.queue': '其中 {part:time} host 在等待任务队列的空位，最多的是 {name}。',
  'A2.cause.unrecorded': '其中 {part:time} 没有 host 的记录。采集 Python 调用栈（with_stack=True）可以看到更多。',
  'A2.cause.unknown': '没有时间线，无法得知 host 当时在做什么。',
  'A2.fine': 'Free 占 step 的比例',
  'A2.gain': '该 rank 各 step 的 Free，减去其他结论已解释的部分',
  'A2.advice.queue': '设置 TASK_QUEUE_ENABLE=2，由第二个线程准备下发。',
  'A2.advice.affinity': '设置 CPU_AFFINITY_CONF=1（或 2），让下发线程固定在各自的 CPU 核上。',
  'A2.advice.governor': '将 CPU 设为性能模式：cpupower frequency-set -g performance。',
  'A2.advice.graph': '用 CUDA graph 捕获重复的下发：torch.compile(mode="reduce-overhead")。',

  'A5.title': '{ranks:ranks}：每个 step 有 {lost:time} 的通信在搬运数据时没有计算掩盖（{share:percent}）',
  'A5.cause':
    '{ranks:ranks} 有 {moving:time} 的数据搬运未被计算掩盖，另有 {waiting:time} 在等待其他 rank。其通信的掩盖比例为 {overlap:percent}。',
  'A5.fine': '未被计算掩盖的数据搬运占 step 的比例',
  'A5.gain': '未掩盖通信减去等待其他 rank 的时间',
  'A5.advice.overlap':
    '更早启动集合通信：DDP(gradient_as_bucket_view=True)，Megatron 的 overlap_grad_reduce 与 overlap_param_gather。',
  'A5.advice.buckets': '调整梯度桶大小：DDP(bucket_cap_mb=…)。',

  'B2.title': '{ranks:ranks}：AI CPU 算子每个 step 耗时 {lost:time}（{share:percent}）',
  'B2.cause': '每个 step 有 {count} 个算子在 AI CPU 上执行，耗时最多的是 {op}。',
  'B2.cause.double': '每个 step 有 {count} 个算子在 AI CPU 上执行，耗时最多的是 {op}；{double} 的输入为 double 类型。',
  'B2.advice': '将 {op} 换成 AI Core 支持的算子或数据类型。',
  'B2.advice.double': '先将 {double} 的输入转换为 float：AI Core 不支持 double。',
  'B2.fine': 'AI CPU 算子占 step 的比例',
  'B2.gain': '全部 AI CPU 算子的耗时',

  'cause.gain': '这些调用的全部耗时；其中一部分时间 device 空闲，其他 rank 在等待',
  'compile.title': '{ranks:ranks}：编译算子每个 step 损失 {lost:time}（{share:percent}）',
  'compile.cause': '每个 step 在运行中编译 {count} 个算子，共 {total:time}。',
  'compile.cause.dynamic': '每个 step 在运行中编译 {count} 个算子，共 {total:time}；全部 kernel 均为动态 shape。',
  'compile.advice.static': '保持各 step 的 shape 不变（补齐 batch）。',
  'compile.advice.jit':
    '关闭运行时编译：torch_npu.npu.set_compile_mode(jit_compile=False)；torch_npu.npu.config.allow_internal_format = False。',
  'compile.fine': '算子编译期间的 Free 占 step 的比例',
  'dataloader.title': '{ranks:ranks}：等待数据加载每个 step 损失 {lost:time}（{share:percent}）',
  'dataloader.cause': '每个 step 等待下一个 batch {count} 次，最长 {longest:time}。',
  'dataloader.advice.workers':
    '增加加载进程：DataLoader(num_workers=…, prefetch_factor=…)，MindSpore 为 num_parallel_workers 与 prefetch_size。',
  'dataloader.advice.pin': '使用 pin_memory=True 与 persistent_workers=True，并检查数据集是否远程读取。',
  'dataloader.fine': '等待数据加载期间的 Free 占 step 的比例',
  'garbage-collection.title': '{ranks:ranks}：Python 垃圾回收每个 step 损失 {lost:time}（{share:percent}）',
  'garbage-collection.cause': '每个 step 有 {count} 次垃圾回收暂停所有 Python 线程，最长 {longest:time}。',
  'garbage-collection.advice':
    '在前几个 step 之后调用 gc.freeze() 与 gc.disable()，并在 step 之间让所有 rank 同时执行 gc.collect()。',
  'garbage-collection.fine': '垃圾回收期间的 Free 占 step 的比例',
  'synchronise.title': '{ranks:ranks}：与 device 同步每个 step 损失 {lost:time}（{share:percent}）',
  'synchronise.cause': '每个 step 有 {count} 次调用等待 device，最多的是 {name}；返回之前不再下发。',
  'synchronise.advice': '在 step 内避免 .item()、.cpu() 与打印张量；间隔若干 step 再记录日志。',
  'synchronise.advice.stream': '确认 ASCEND_LAUNCH_BLOCKING（CUDA_LAUNCH_BLOCKING）不为 1。',
  'synchronise.fine': 'host 同步期间的 Free 占 step 的比例',
  'allocator.title': '{ranks:ranks}：显存申请与释放每个 step 损失 {lost:time}（{share:percent}）',
  'allocator.cause': '每个 step 有 {count} 次 device 内存申请或释放，最长 {longest:time}。',
  'allocator.advice':
    '设置 PYTORCH_NPU_ALLOC_CONF=expandable_segments:True（GPU 为 PYTORCH_CUDA_ALLOC_CONF），并避免 empty_cache()。',
  'allocator.fine': '显存申请期间的 Free 占 step 的比例',
  'copy.title': '{ranks:ranks}：阻塞 host 的拷贝每个 step 损失 {lost:time}（{share:percent}）',
  'copy.cause': '每个 step 有 {count} 次拷贝阻塞 host，最多的是 {name}。',
  'copy.advice': '使用锁页内存与 non_blocking=True 拷贝。',
  'copy.fine': 'host 拷贝期间的 Free 占 step 的比例',

  'C1.title': '{transport} 的所有链路都偏慢：最高 {bandwidth} GB/s，参考值 {reference} GB/s（每个 step {lost:time}）',
  'C1.cause': '没有一条 {transport} 链路超过 {bandwidth} GB/s，因此不是单条链路的问题。',
  'C1.advice': '与带宽测试（hccl_test、nccl-tests）对比；检查其他流量与网络配置。',
  'C1.fine': '{transport} 最高带宽与参考值之比',
  'C1.gain': '传输时间减去字节数除以参考带宽，取一个 rank 各链路的均值',
  'packets.gain': '这些包的耗时减去其字节数除以参考带宽',
  'C2.title': '{ranks:ranks}：{transport} 上的小包每个 step 损失 {lost:time}（{share:percent}）',
  'C2.cause': '{transport} 上 {part:percent} 的时间用于平均 {size:size} 的包，每个 step {count} 个。',
  'C2.advice': '增大单次发送量：更大的梯度桶（bucket_cap_mb）、融合集合通信、更大的 micro-batch。',
  'C2.fine': '{transport} 上的小包',
  'C3.title': '{ranks:ranks}：{transport} 上大小不是 512 字节整数倍的包每个 step 损失 {lost:time}（{share:percent}）',
  'C3.cause': '每个 step 有 {count} 个包未对齐到 512 字节，所在集合通信的数据量为 {sizes}。',
  'C3.advice': '将发送的张量补齐到 512 字节的整数倍。',
  'C3.fine': '{transport} 上大小不是 512 字节整数倍的包',
  'C6.title':
    '{transport} 链路 {source} → {target} 偏慢：{bandwidth} GB/s，其他链路为 {usual}（每个 step {lost:time}）',
  'C6.cause': '其带宽远低于其他 {transport} 链路。',
  'C6.advice': '检查 rank {source} 与 {target} 之间的链路：端口误码与闪断、线缆、交换机。',
  'C6.fine': '最慢的 {transport} 链路（{source} → {target}）与均值之比',
  'C6.gain': '传输时间减去字节数除以其他链路带宽的中位数',
  'C7.title': '各 rank 在集合通信中互相等待，每个 step {lost:time}，并非只等某一个（{share:percent}）',
  'C7.cause': '在 {count} 次集合通信中，各 rank 平均有最长调用的 {waste:percent} 在等待。',
  'C7.advice': '均衡各 rank 在集合通信之前的工作：batch 长度、专家、各 stage 的层数。',
  'C7.fine': '集合通信中等待占最长调用的比例',
  'C7.fine.rest': '集合通信中的等待（占最长调用的 {share:percent}）未被迟到的 rank 解释的部分，占 step 的比例',
  'C7.gain': '最长调用减去各 rank 的均值，再减去单个迟到 rank 造成的部分',
  'C8.title': '{ranks:ranks} 在集合通信中迟到：其他 rank 每个 step 仅为它等待 {lost:time}（{share:percent}）',
  'C8.title.place': '通信组中的某个 rank（组内位置 {place}）在集合通信中迟到：每个 step {lost:time}（{share:percent}）',
  'C8.cause': '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。',
  'C8.cause.seen':
    '{seen} 次集合通信中有 {last} 次它最后到达；{observer:ranks} 看到它在自己开始 {op} 后 {late:time} 才到达，比倒数第二晚 {alone:time}。',
  'C8.cause.agreed':
    '{seen} 次集合通信中有 {last} 次它最后到达；{observer:ranks} 看到它在自己开始 {op} 后 {late:time} 才到达，比倒数第二晚 {alone:time}。{observers:ranks} 的观察相差 {spread:time}。',
  'C8.advice': '查看 {ranks:ranks} 在这些集合通信之前做了什么。',
  'C8.advice.profile': '请同时采集 {ranks:ranks}：它自己的数据会说明迟到的原因。',
  'C8.fine': '最晚的 rank 在集合通信中的迟到占 step 的比例',
  'C8.gain': '各次集合通信中它的到达时刻与倒数第二之差的总和',
  'D5.computing':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的计算比 {peers:ranks} 长 {excess:time}，主要在 {name}（{more:time}）。',
  'D5.communication':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的通信比 {peers:ranks} 长 {excess:time}，主要在 {name}（{more:time}）。',
  'D5.host':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的 device 比 {peers:ranks} 多空闲 {excess:time}：host 在执行 {name}（多 {more:time}）。',
  'D5.host.unrecorded':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的 device 比 {peers:ranks} 多空闲 {excess:time}；没有采集 host 当时的行为。',
  'D5.computing.spread':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的计算比 {peers:ranks} 长 {excess:time}，分散在许多 kernel 上。',
  'D5.communication.spread':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的通信比 {peers:ranks} 长 {excess:time}，分散在许多集合通信上。',
  'D5.host.spread':
    '{seen} 次集合通信中有 {last} 次它最后到达，在 {op} 中比倒数第二晚 {alone:time}。此前它的 device 比 {peers:ranks} 多空闲 {excess:time}，分散在许多 host 调用中：host 较慢。',
  'D5.advice.computing':
    '比较 {name} 在 {ranks:ranks} 与 {peers:ranks} 上的执行：工作量更大（更长的 batch、更多专家 token），还是 device 更慢。',
  'D5.advice.communication': '继续查看 {name}：其通信组中谁迟到？',
  'D5.advice.host':
    '查看 {name} 为何只在 {ranks:ranks} 上更久：该 rank 独有的工作（日志、checkpoint、评估），或 CPU 繁忙。',
  'D2.title': '{ranks:ranks} 的计算比同类 rank 慢 {excess:percent}，每个 step {lost:time}（{share:percent}）',
  'D2.cause': '相同 shape 的相同 kernel 在它上面比在同类 rank（{peers:ranks}）上更慢。',
  'D2.cause.split': '它的计算时间比同类 rank（{peers:ranks}）更长；并非所有 rank 都采集了 kernel，无法逐次比较。',
  'D2.advice': '检查 {ranks:ranks} 的 device：频率、温度、ECC 错误、其他进程。',
  'D2.fine': '最慢的 rank 相对同类 rank 的超出比例',
  'D2.gain': '逐次调用比较，它的计算时间减去同类 rank 的计算时间',
  'B6.cause': '其核心频率为 {mhz} MHz，其他最高 {highest} MHz；相同 kernel 比同类 rank（{peers:ranks}）更慢。',
  'B6.advice': '检查 {ranks:ranks} 所在 device 的功耗与温度：npu-smi info -t power，npu-smi info -t temp。',
  'A4.cause':
    '{ranks:ranks} 每个 step 有 {exposed:time} 的通信没有计算掩盖，其中 {moving:time} 在搬运数据，其余在等待。其通信的掩盖比例为 {overlap:percent}。',
  'A4.gain': '未被计算掩盖的传输时间（或各 rank 中最短调用的耗时）',
  'bubble.title': '流水线各 stage 每个 step 平均有 {lost:time} 在发送与接收中互相等待（{share:percent}）',
  'bubble.cause':
    '{ranks:ranks} 每个 step 在发送与接收中等待 {waiting:time}，实际传输 {size:size} 只用 {moving:time}；{others:ranks} 等待 {least:time}。',
  'bubble.advice.batches':
    '增加每个 step 的 micro-batch 数（减小 micro-batch size）：空泡约为计算时间的（stage 数 − 1）/ micro-batch 数。',
  'bubble.advice.virtual': '使用交错流水线：Megatron 与 MindSpeed 的 --num-layers-per-virtual-pipeline-stage。',
  'bubble.fine': 'stage 之间在发送与接收中的等待占 step 的比例',
  'bubble.gain': '各 stage 在发送与接收中等待时间的均值，减去 stage 不均衡的部分',
  'C5.title': '{count} 次 RDMA 集合通信耗时达数秒：发生丢包重传（每个 step {lost:time}）',
  'C5.cause': '{op} 在所有 rank 上都耗时 {longest:time} 以上，大部分时间在传输。',
  'C5.advice':
    '检查 RDMA 网络的丢包与端口闪断（hccn_tool -i N -stat -g）、PFC 与 ECN 配置，以及 HCCL_RDMA_TIMEOUT 与 HCCL_RDMA_RETRY_CNT。',
  'C5.fine': '最长的 RDMA 集合通信',
  'C5.gain': '这些集合通信各自在所有 rank 中的最短耗时',
  'sync-batch-norm.title': '{ranks:ranks}：{count} 个 SyncBatchNorm 算子在 rank 之间交换统计量',
  'sync-batch-norm.cause': '每个算子在前向与反向中都让所有 rank 停下来做一次集合通信。',
  'sync-batch-norm.advice': '单个 rank 的 batch 足够大时改用 BatchNorm，或冻结统计量训练。',
  'sync-batch-norm.fine': '采集期间的 SyncBatchNorm 算子数',
  'sync-batch-norm.gain': '未估算：其集合通信已计入通信',
  'needs.moving': '没有记录通信中有多少在搬运数据（需要 communication.json，或两个 rank 的集合通信）。',
  'needs.rdma': '没有采集到 RDMA 集合通信（communication.json）。',
  'needs.pmu': '没有采集 AI Core 计数器（kernel_details.csv，aic_metrics=PipeUtilization）。',
  'needs.blocks': '没有采集 kernel 的 Block Dim。',
  'B4.title':
    '{ranks:ranks}：kernel 既没有用满计算单元也没有用满内存带宽，每个 step 最多可节省 {lost:time}（{share:percent}）',
  'B4.cause':
    '{count} 类 kernel 有优化空间，最多的是 {op}（每个 step {part:time}）：{unit} 单元占用 {busy:percent}，数据搬入（mte2）占用 {load:percent}。',
  'B4.cause.odd':
    '{count} 类 kernel 有优化空间，最多的是 {op}（每个 step {part:time}）：{unit} 单元占用 {busy:percent}，数据搬入（mte2）占用 {load:percent}；存在不是 256 整数倍的内轴。',
  'B4.advice.attention': '将 head_dim 与序列长度设为 128 的整数倍。',
  'B4.advice.cube': '将内轴设为 256 的整数倍（补齐词表与 hidden size），权重保持 NZ 格式。',
  'B4.advice.vector': '融合逐元素算子（torch_npu 融合算子、torch.compile），或增大张量。',
  'B4.fine': '既非计算瓶颈也非内存瓶颈的 kernel 的优化空间占 step 的比例',
  'B4.gain': '各 kernel 的耗时 ×（1 − 最忙单元的占用率 / 该单元可达到的占用率）',
  'block-dim.title': '{ranks:ranks}：kernel 未用满 AI Core，每个 step 最多可节省 {lost:time}（{share:percent}）',
  'block-dim.cause':
    '{count} 类 kernel 的 Block Dim 不是核数的整数倍，最多的是 {op}（每个 step {part:time}）：{cores} 个核上只有 {blocks} 个 block。',
  'block-dim.advice': '让这些算子的 shape 能按核数的整数倍切分（batch、head 数），或对其调优（AOE）。',
  'block-dim.fine': 'block 不足时核的空闲时间占 step 的比例',
  'block-dim.gain': '各 kernel 的耗时 × 没有 block 的核的比例',
  'needs.both': '需要同一集合通信既有单独执行、也有与计算并行的记录及其传输时间（时间线与 communication.json）。',
  'C4.title': '{ranks:ranks}：集合通信与计算争抢带宽，每个 step 最多损失 {lost:time}（{share:percent}）',
  'C4.cause': '{size:size} 的 {op} 在与计算并行时传输需 {beside:time}（{count} 次），单独执行时为 {alone:time}。',
  'C4.advice': '为集合通信留出带宽：让其与 matmul 而非访存密集的算子并行，或减少并行的部分。',
  'C4.fine': '集合通信被计算拖慢的时间占 step 的比例',
  'C4.gain': '与计算并行时的传输时间减去同样次数单独执行的传输时间，不超过未掩盖的部分',
  'needs.flops': '需要矩阵乘类 kernel 的 shape，以及峰值已知的 device。',
  'B5.title': '{ranks:ranks}：矩阵乘类 kernel 远低于 roofline，每个 step 最多可节省 {lost:time}（{share:percent}）',
  'B5.cause':
    '{count} 类 kernel 不到 {chip} 可达性能的一半，最多的是 {op}（每个 step {part:time}）：只达到 {reach:percent}。',
  'B5.advice':
    '增大这些算子的 shape（batch、合并投影）并取矩阵单元分块的整数倍，使用矩阵单元支持的类型（bf16、fp16、TF32）。',
  'B5.fine': '矩阵乘类 kernel 高于 roofline 的耗时占 step 的比例',
  'B5.gain': '各 kernel 的耗时 ×（1 − 其 FLOP/s / roofline 允许值）',
  'stages.title': '流水线各 stage 不均衡：stage {stage} 的计算是 stage {other} 的 {ratio} 倍（每个 step {lost:time}）',
  'stages.cause':
    'stage {stage}（{ranks:ranks}）每个 step 计算 {most:time}，stage {other}（{others:ranks}）为 {least:time}。同一 stage 内各 rank 一致，没有慢 rank。',
  'stages.advice':
    '将层从较长的 stage 移到较短的 stage：num-layers-in-first-pipeline-stage、num-layers-in-last-pipeline-stage，或使用虚拟流水线。',
  'stages.fine': '最长与最短 stage 的计算之比',
  'stages.gain': '最长 stage 的计算减去各 stage 的均值',
};
