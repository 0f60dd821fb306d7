/** Findings in English. Each id stands in `sentencesZh.ts` as well. */
export const sentencesEn = {
  'needs.split': 'No file or timeline tells how a step is split.',
  'needs.timeline': 'This needs a timeline of the host and the device.',
  'needs.planes': 'This needs a timeline with the planes of the collectives (Ascend, Level1 or higher).',
  'needs.collectives': 'No collectives are recorded.',
  'needs.clocks': 'The arrivals at {count} collectives are not known: the clocks of their ranks can’t be compared.',
  'needs.matched':
    'Calls of the same collectives end far apart on the ranks: some are missing, and which belong together is not known.',
  'needs.related':
    'Nothing tells that these recordings are ranks of one job: they have no group and no collective in common.',
  'needs.peers': 'No two ranks do the same work.',
  'needs.links': 'No traffic between ranks is recorded (communication_matrix.json).',
  'needs.packets': 'No packet sizes are recorded (communication.json, Level1 or higher).',
  'needs.shared': 'No collective was recorded on two ranks.',
  'needs.kernels': 'No kernels are recorded.',

  'not-reported': '{title}: {value} of {limit}',
  'not-reported.floor': '{title}: {value}, reported below {limit}',

  'not-reported.time': '{title}: {value:time} of {limit:time}',

  'trust.ranks': '{count} of {total} ranks of the job were not profiled: {ranks:ranks}.',
  'trust.timeline': 'No timeline: {ranks:ranks}. Rules that look at what the host did leave these ranks out.',
  'trust.files': 'Files that other ranks have are missing ({files}): {ranks:ranks}.',
  'trust.clock': 'The clocks of the ranks were aligned by {count} collectives, to ±{error:time}.',
  'trust.clock.pair': 'The clocks of the ranks were aligned by that of their host, to ±{error:time}.',
  'trust.clock.unmatched':
    'The ends of {count} collectives fit the clocks of the ranks no better than ±{error:time}: calls are missing in these traces. Starts on different ranks are not compared.',
  'trust.clock.apart': 'The clocks of the ranks could not be aligned: starts on different ranks are not compared.',
  'trust.sums': 'Computing, exposed communication and Free do not add up to the profiler’s Stage: {ranks:ranks}.',
  'trust.free': 'The Free lane of the timeline differs from the file’s Free: {ranks:ranks}.',
  'trust.level0':
    'Profiled at Level0: host calls, kernel shapes and packet sizes were not recorded. Record with Level1.',
  'trust.level2': 'Profiled at Level2: recording slows the host down. Compare with a step time measured without it.',
  'trust.one-step': 'One step was recorded: how much steps vary is not known.',
  'trust.no-step': 'How long a step takes is not known: shares of it are not given.',

  'A2.title':
    '{ranks:ranks}: the device waits {lost:time} a step for the host to launch work (Free is {share:percent})',
  'A2.cause.op':
    '{part:time} of it passes in framework ops and runtime calls, most in {name}. From the host’s call to the device’s start it takes {delay:time} (median).',
  'A2.cause.python':
    '{part:time} of it passes in Python code, most in {name}. From the host’s call to the device’s start it takes {delay:time} (median).',
  'A2.cause.launch':
    '{part:time} of it passes between the host’s call and the device’s start, {delay:time} each (median).',
  'A2.cause.op.only': '{part:time} of it passes in framework ops and runtime calls, most in {name}.',
  'A2.cause.python.only': '{part:time} of it passes in Python code, most in {name}.',
  'A2.cause.launch.only': '{part:time} of it passes between the host’s call and the device’s start.',
  'A2.cause.queue': 'For {part:time} of it the host waits for room in its task queue, most in {name}.',
  'A2.cause.unrecorded':
    'During {part:time} of it nothing of the host is recorded. Record Python stacks (with_stack=True) to see more.',
  'A2.cause.unknown': 'Without a timeline, what the host did meanwhile is not known.',
  'A2.fine': 'Free share of the step',
  'A2.gain': 'Free less what other findings explain, over the steps of the rank',
  'A2.advice.queue': 'Set TASK_QUEUE_ENABLE=2, so that launching is prepared on a second thread.',
  'A2.advice.affinity': 'Set CPU_AFFINITY_CONF=1 (or 2), so that the launching threads keep their cores.',
  'A2.advice.governor': 'Run the CPU in performance mode: cpupower frequency-set -g performance.',
  'A2.advice.graph': 'Capture repeated launches in CUDA graphs: torch.compile(mode="reduce-overhead").',

  'A5.title':
    '{ranks:ranks}: {lost:time} a step of communication moves data while nothing is computed ({share:percent})',
  'A5.cause':
    '{ranks:ranks} moves data for {moving:time} that no computing hides and, besides, waits {waiting:time} for peers. {overlap:percent} of its communication is hidden.',
  'A5.fine': 'Data moved while nothing is computed, share of the step',
  'A5.gain': 'Exposed communication in which planes move data and none waits for a peer',
  'A5.advice.overlap':
    'Begin collectives earlier: DDP(gradient_as_bucket_view=True), overlap_grad_reduce and overlap_param_gather in Megatron.',
  'A5.advice.buckets': 'Tune the bucket size: DDP(bucket_cap_mb=…).',

  'B2.title': '{ranks:ranks}: ops on the AI CPU take {lost:time} a step ({share:percent})',
  'B2.cause': '{count} ops a step run on the AI CPU, most of the time {op}.',
  'B2.cause.double': '{count} ops a step run on the AI CPU, most of the time {op}; {double} has inputs of type double.',
  'B2.advice': 'Replace {op} by an op, or a type, that the AI Core supports.',
  'B2.advice.double': 'Convert the inputs of {double} to float first: the AI Core has no double.',
  'B2.fine': 'Ops on the AI CPU, share of the step',
  'B2.gain': 'Time of all ops on the AI CPU',

  'cause.gain': 'Time of all these calls; the device was free for part of it, and other ranks waited',
  'compile.title': '{ranks:ranks}: compiling operators costs {lost:time} a step ({share:percent})',
  'compile.cause': '{count} operators a step are compiled while the job runs, {total:time} in all.',
  'compile.cause.dynamic':
    '{count} operators a step are compiled while the job runs, {total:time} in all; all kernels have dynamic shapes.',
  'compile.advice.static': 'Keep shapes the same from step to step (pad batches).',
  'compile.advice.jit':
    'Switch compiling at run time off: torch_npu.npu.set_compile_mode(jit_compile=False); torch_npu.npu.config.allow_internal_format = False.',
  'compile.fine': 'Free while operators are compiled, share of the step',
  'dataloader.title': '{ranks:ranks}: waiting for the dataloader costs {lost:time} a step ({share:percent})',
  'dataloader.cause': 'The host waits for the next batch {count} times a step, {longest:time} at the longest.',
  'dataloader.advice.workers':
    'Load with more processes: DataLoader(num_workers=…, prefetch_factor=…), num_parallel_workers and prefetch_size in MindSpore.',
  'dataloader.advice.pin': 'Use pin_memory=True and persistent_workers=True, and look for remote reads in the dataset.',
  'dataloader.fine': 'Free while waiting for the dataloader, share of the step',
  'garbage-collection.title': '{ranks:ranks}: Python’s garbage collection costs {lost:time} a step ({share:percent})',
  'garbage-collection.cause': '{count} collections a step stop all Python threads, {longest:time} at the longest.',
  'garbage-collection.advice':
    'Call gc.freeze() after the first steps and gc.disable(), and gc.collect() between steps on all ranks at once.',
  'garbage-collection.fine': 'Free while garbage is collected, share of the step',
  'synchronise.title': '{ranks:ranks}: synchronising with the device costs {lost:time} a step ({share:percent})',
  'synchronise.cause': '{count} calls a step wait for the device, most in {name}; launching stops until they return.',
  'synchronise.advice': 'Avoid .item(), .cpu() and printing of tensors within the step; log only every few steps.',
  'synchronise.advice.stream': 'Check that ASCEND_LAUNCH_BLOCKING (CUDA_LAUNCH_BLOCKING) is not 1.',
  'synchronise.fine': 'Free while the host synchronises, share of the step',
  'allocator.title': '{ranks:ranks}: allocating and freeing device memory costs {lost:time} a step ({share:percent})',
  'allocator.cause': '{count} calls a step allocate or free device memory, {longest:time} at the longest.',
  'allocator.advice':
    'Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True (PYTORCH_CUDA_ALLOC_CONF on GPUs), and avoid empty_cache().',
  'allocator.fine': 'Free while memory is allocated, share of the step',
  'copy.title': '{ranks:ranks}: copies that block the host cost {lost:time} a step ({share:percent})',
  'copy.cause': '{count} copies a step block the host, most in {name}.',
  'copy.advice': 'Copy with pinned memory and non_blocking=True.',
  'copy.fine': 'Free while the host copies, share of the step',

  'C1.title': 'All links over {transport} are slow: {bandwidth} of {reference} GB/s at most ({lost:time} a step)',
  'C1.cause': 'No link over {transport} reaches more than {bandwidth} GB/s, so no single link is at fault.',
  'C1.advice':
    'Compare with a bandwidth test (hccl_test, nccl-tests); look for other traffic, and for the network’s configuration.',
  'C1.fine': 'Best bandwidth over {transport}, share of the reference',
  'C1.gain': 'Time on the wire less bytes over the reference bandwidth, mean over the links of a rank',
  'packets.gain': 'Time of these packets less their bytes over the reference bandwidth',
  'C2.title': '{ranks:ranks}: small packets over {transport} cost {lost:time} a step ({share:percent})',
  'C2.cause': '{part:percent} of the time on {transport} goes into packets of {size:size} on average, {count} a step.',
  'C2.advice': 'Send more at a time: larger gradient buckets (bucket_cap_mb), fused collectives, larger micro-batches.',
  'C2.fine': 'Small packets over {transport}',
  'C3.title':
    '{ranks:ranks}: {wire:time} a step go into packets over {transport} that are no multiple of 512 bytes; {lost:time} of it is above the reference ({share:percent})',
  'C3.cause': '{count} packets a step end within a block of 512 bytes, in collectives of {sizes}.',
  'C3.advice': 'Pad the tensors that are sent to a multiple of 512 bytes.',
  'C3.fine': 'Packets over {transport} that are no multiple of 512 bytes ({sizes}), share of the step on the wire',
  'C6.title':
    'The link {source} → {target} over {transport} is slow: {bandwidth} GB/s where others reach {usual} ({lost:time} a step)',
  'C6.cause': 'Its bandwidth is far below that of the other links over {transport}.',
  'C6.advice':
    'Check the link between ranks {source} and {target}: errors and flapping of the port, the cable, the switch.',
  'C6.fine': 'Slowest link over {transport} ({source} → {target}), share of their mean',
  'C6.gain': 'Time on the wire less bytes over the median bandwidth of the other links',
  'flapping.title':
    '{ranks:ranks}: the bandwidth over {transport} collapses now and then, {lost:time} a step ({share:percent})',
  'flapping.cause':
    '{count} collectives reach less than half of what others of the same kind and size do, {op} only {bandwidth} of {usual} GB/s.',
  'flapping.advice':
    'Look for ports that go down and come back, and for errors of the link: hccn_tool -i <device> -link_stat -g, and the switch’s counters at that time.',
  'flapping.fine': 'Bandwidth over {transport} that collapses now and then, share of the step',
  'flapping.gain': 'Time of these collectives on the wire less that at the median bandwidth of those alike',
  'C7.title':
    'In collectives ranks wait for each other, {lost:time} a step, and not for any one of them ({share:percent})',
  'C7.title.untold':
    'Ranks wait for each other in collectives, {lost:time} a step; who is late is not known without comparable clocks ({share:percent})',
  'C7.cause': 'Over {count} collectives {waste:percent} of the longest call is waiting, on average over the ranks.',
  'C7.advice': 'Balance what the ranks do before collectives: batch lengths, experts, layers of stages.',
  'C7.fine': 'Waiting in collectives, share of the longest call',
  'C7.fine.rest':
    'Waiting in collectives ({share:percent} of the longest call) that no late rank explains, share of the step',
  'C7.gain': 'Longest call less the mean over the ranks, less what single late ranks cause',
  'C8.title':
    '{ranks:ranks} comes late to collectives: the others wait {lost:time} a step for it alone ({share:percent})',
  'C8.title.place':
    'One rank, place {place} of a group, comes late to collectives: {lost:time} a step ({share:percent})',
  'C8.cause': 'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}.',
  'C8.cause.seen':
    'It arrives last at {last} of {seen} collectives; {observer:ranks} saw it come to {op} {late:time} after its own start, {alone:time} after the next to last.',
  'C8.cause.agreed':
    'It arrives last at {last} of {seen} collectives; {observer:ranks} saw it come to {op} {late:time} after its own start, {alone:time} after the next to last. {observers:ranks} agree on that within {spread:time}.',
  'C8.advice': 'Look at what {ranks:ranks} does before these collectives.',
  'C8.advice.profile': 'Profile {ranks:ranks} as well: its own dump shows why it is late.',
  'C8.fine': 'Lateness of the latest rank at collectives, share of the step',
  'C8.gain': 'Its arrival less that of the next to last, summed over the collectives',
  'D5.computing':
    'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}. Before that it computes {excess:time} longer than {peers:ranks}, most in {name} ({more:time}).',
  'D5.communication':
    'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}. Before that it communicates {excess:time} longer than {peers:ranks}, most in {name} ({more:time}).',
  'D5.host':
    'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}. Before that its device is free {excess:time} longer than on {peers:ranks}: the host is in {name} ({more:time} more).',
  'D5.host.unrecorded':
    'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}. Before that its device is free {excess:time} longer than on {peers:ranks}; what its host does then is not recorded.',
  'D5.computing.spread':
    'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}. Before that it computes {excess:time} longer than {peers:ranks}, over many kernels.',
  'D5.communication.spread':
    'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}. Before that it communicates {excess:time} longer than {peers:ranks}, over many collectives.',
  'D5.host.spread':
    'It arrives last at {last} of {seen} collectives, {alone:time} after the next to last at {op}. Before that its device is free {excess:time} longer than on {peers:ranks}, over many calls of the host: the host is slower.',
  'D5.advice.computing':
    'Compare {name} on {ranks:ranks} and {peers:ranks}: more of the work (longer batches, more experts), or a slower device.',
  'D5.advice.communication': 'Follow {name}: which rank of its group comes late there?',
  'D5.advice.host':
    'See what {name} does on {ranks:ranks} alone: rank-specific work (logging, checkpoints, evaluation), or a busy CPU.',
  'D2.title': '{ranks:ranks} computes {excess:percent} slower than its peers, {lost:time} a step ({share:percent})',
  'D2.cause': 'The same kernels with the same shapes take longer on it than on its peers ({peers:ranks}).',
  'D2.cause.split':
    'Its Computing is longer than that of its peers ({peers:ranks}); no kernels of all of them are recorded to compare call by call.',
  'D2.advice': 'Check the device of {ranks:ranks}: frequency, temperature, ECC errors, other processes on it.',
  'D2.fine': 'Excess of the slowest rank over its peers',
  'D2.gain': 'Its computing less that of its peers, call by call',
  'B6.cause':
    'Its cores run at {mhz} MHz, others at up to {highest} MHz; the same kernels take longer than on its peers ({peers:ranks}).',
  'B6.advice':
    'Check power and temperature of the device of {ranks:ranks}: npu-smi info -t power, npu-smi info -t temp.',
  'A4.cause':
    '{ranks:ranks} communicates for {exposed:time} a step while nothing is computed; data moves for {moving:time} of it at least, the rest may be waiting. {overlap:percent} of its communication is hidden.',
  'A4.gain': 'Time on the wire (or of the shortest call among the ranks) less all communication that computing hides',
  'bubble.title':
    'Pipeline stages wait {lost:time} a step for each other in sends and receives, on average ({share:percent})',
  'bubble.cause':
    '{ranks:ranks} spent {waiting:time} a step waiting in sends and receives that move {size:size} in {moving:time}; {others:ranks} waited {least:time}.',
  'bubble.advice.batches':
    'Run more micro-batches per step (a smaller micro-batch size): the bubble is (stages − 1) / micro-batches of the computing.',
  'bubble.advice.virtual': 'Interleave stages: --num-layers-per-virtual-pipeline-stage in Megatron and MindSpeed.',
  'bubble.fine': 'Waiting in sends and receives between stages, share of the step',
  'bubble.gain': 'Waiting in sends and receives, mean over the stages, less the imbalance of the stages',
  'C5.title': '{count} collectives over RDMA took seconds: packets were lost and sent again ({lost:time} a step)',
  'C5.cause': '{op} took {longest:time} on every rank, most of it on the wire.',
  'C5.advice':
    'Check the RDMA network for loss and flapping ports (hccn_tool -i N -stat -g), its PFC and ECN settings, and HCCL_RDMA_TIMEOUT and HCCL_RDMA_RETRY_CNT.',
  'C5.fine': 'Longest collective over RDMA',
  'C5.gain': 'Shortest call of each of these collectives among the ranks',
  'sync-batch-norm.title': '{ranks:ranks}: {count} SyncBatchNorm ops exchange statistics between ranks',
  'sync-batch-norm.cause': 'Each of them stops all ranks for a collective, forward and backward.',
  'sync-batch-norm.advice':
    'Where the batch of a rank is large enough, use BatchNorm, or train with frozen statistics.',
  'sync-batch-norm.fine': 'SyncBatchNorm ops in the recording',
  'sync-batch-norm.gain': 'Not estimated: its collectives are in the communication',
  'needs.moving':
    'How much of the communication moves data is not recorded (communication.json, or collectives of two ranks).',
  'needs.rdma': 'No collectives over RDMA are recorded (communication.json).',
  'needs.pmu': 'No counters of the cores are recorded (kernel_details.csv with aic_metrics=PipeUtilization).',
  'needs.blocks': 'No block dims of kernels are recorded.',
  'B4.title':
    '{ranks:ranks}: kernels keep neither compute units nor memory busy; {lost:time} a step at most could be saved ({share:percent})',
  'B4.cause':
    '{count} kinds of kernels could be faster, {op} most ({part:time} a step): its {unit} unit is busy for {busy:percent} of the time, its loads (mte2) for {load:percent}.',
  'B4.cause.odd':
    '{count} kinds of kernels could be faster, {op} most ({part:time} a step): its {unit} unit is busy for {busy:percent} of the time, its loads (mte2) for {load:percent}; an inner dimension is no multiple of 256.',
  'B4.advice.attention': 'Choose a head dimension and a sequence length that are multiples of 128.',
  'B4.advice.cube':
    'Choose inner dimensions that are multiples of 256 (pad vocabulary and hidden sizes), and keep weights in NZ format.',
  'B4.advice.vector': 'Fuse elementwise ops (torch_npu’s fused ops, torch.compile), or give them larger tensors.',
  'B4.fine': 'Room of kernels that neither compute nor memory bounds, share of the step',
  'B4.gain': 'Time of each kernel × (1 − ratio of its busiest unit / the ratio that unit can reach)',
  'block-dim.title':
    '{ranks:ranks}: kernels leave cores without work; {lost:time} a step at most could be saved ({share:percent})',
  'block-dim.cause':
    '{count} kinds of kernels have a block dim that is no multiple of the cores, {op} most ({part:time} a step): {blocks} blocks on {cores} cores.',
  'block-dim.advice':
    'Give these ops shapes that split into a multiple of the cores (batch, heads), or tune their tiling (AOE).',
  'block-dim.fine': 'Time that cores idle in kernels with too few blocks, share of the step',
  'block-dim.gain': 'Time of each kernel × the share of its cores without a block',
  'needs.both':
    'This needs the same collectives alone and beside computing, with their times on the wire (a timeline and communication.json).',
  'C4.title':
    '{ranks:ranks}: collectives and computing contend for bandwidth, {lost:time} a step at most ({share:percent})',
  'C4.cause':
    '{op} of {size:size} moves its data in {beside:time} while the device computes ({count} calls), in {alone:time} alone.',
  'C4.advice':
    'Leave bandwidth to collectives: run them beside matmuls rather than beside memory-bound ops, or limit what they overlap.',
  'C4.fine': 'Collectives slowed down by computing, share of the step',
  'C4.gain': 'Time on the wire beside computing less that of as many calls alone, at most what is exposed',
  'needs.flops': 'This needs the shapes of kernels that multiply matrices, and a device whose peaks are known.',
  'B5.title':
    '{ranks:ranks}: kernels that multiply matrices stay far below the roofline; {lost:time} a step at most could be saved ({share:percent})',
  'B5.cause':
    '{count} kinds of kernels reach less than half of what {chip} could, {op} most ({part:time} a step): it reaches {reach:percent}.',
  'B5.advice':
    'Give these ops larger shapes (batch, fused projections) in multiples of the matrix unit’s tiles, and a type with a matrix unit (bf16, fp16, TF32).',
  'B5.fine': 'Time of matrix kernels above the roofline, share of the step',
  'B5.gain': 'Time of each kernel × (1 − its FLOP/s / what the roofline allows)',
  'needs.counted': 'No collectives of two ranks with the library’s counter in their names are recorded (HCCL).',
  'H1.title': '{op} never ends: {waiting:ranks} waited in it for {waited:time}, until the recording ended',
  'H1.title.missing':
    '{ranks:ranks} never came to {op}: {waiting:ranks} waited there for {waited:time}, until the recording ended',
  'H1.missing.cause':
    '{waiting:ranks} entered {op}; {ranks:ranks} did not. The last task on its device is {task}, the last call of its host {call}.',
  'H1.unknown.cause':
    'All profiled ranks of the group entered {op}; those that are waited for were not profiled: {unknown:ranks}.',
  'H1.all.cause':
    'All known ranks of the group entered {op}: the data does not arrive, or they disagree on what to do.',
  'H1.advice':
    'Look at the ranks that were not profiled, the network between these ranks, and HCCL_EXEC_TIMEOUT (NCCL: TORCH_NCCL_TRACE_BUFFER_SIZE for the flight recorder).',
  'H1.advice.missing':
    'See where {ranks:ranks} got stuck: an error, a branch that the others take, or an input that ended earlier.',
  'H1.gain': 'From the start of the collective to the end of the recording',
  'H2.title': '{ranks:ranks} and {others:ranks} do not call the same collectives (place {counter} of their group)',
  'H2.cause': '{ranks:ranks} called {own}, {others:ranks} {theirs}; {count} places of the group differ.',
  'H2.advice':
    'Make all ranks of the group take the same branches, with the same shapes (TORCH_DISTRIBUTED_DEBUG=DETAIL checks that).',
  'H2.gain': 'Not estimated: such ranks hang or compute wrong results',
  'needs.steps': 'This needs four steps or more.',
  'needs.memory': 'No memory is recorded (profile_memory=True).',
  'E2.title':
    '{ranks:ranks}: computing grows from step to step, {lost:time} a step so far ({share:percent}; {growth:percent} over {count} steps)',
  'E2.cause': 'It took {first:time} in the first step and grows by {perStep:time} with every step.',
  'E2.advice.rank':
    'Check the device of {ranks:ranks}: is its temperature rising, its frequency falling? Do other processes take more and more of it?',
  'E2.advice.job':
    'Look for what grows with the steps: sequence lengths, caches, lists of tensors, or data that is kept.',
  'E2.fine': 'Growth of computing from the first step to the last',
  'E2.gain': 'Computing above that of the first step, along the line through the steps, mean over the steps',
  'F1.title': '{ranks:ranks}: memory grows by {growth:size} a step and is not released',
  'F1.cause': 'Over {count} steps, nearly every one ended with more memory than the one before.',
  'F1.cause.op':
    'Over {count} steps, nearly every one ended with more memory than the one before. Most of what stays was allocated by {op}, {part:size} a step.',
  'F1.advice':
    'Look for tensors kept across steps: losses added up without .item() or detach(), lists and caches that only grow.',
  'F1.fine': 'Growth of memory over the steps, share of the peak',
  'F1.gain': 'No time is lost until the memory is full',
  'stages.title':
    'Pipeline stages are unbalanced: stage {stage} computes {ratio} times as long as stage {other} ({lost:time} a step)',
  'stages.cause':
    'Stage {stage} ({ranks:ranks}) computes {most:time} a step, stage {other} ({others:ranks}) {least:time}. The ranks of one stage agree: none of them is slow.',
  'stages.advice':
    'Move layers from the longer stage to the shorter: num-layers-in-first-pipeline-stage, num-layers-in-last-pipeline-stage, or a virtual pipeline.',
  'stages.fine': 'Longest pipeline stage over the shortest',
  'stages.gain': 'Computing of the longest stage less the mean over the stages',
} as const;
