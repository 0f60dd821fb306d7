/** Findings in English. Each id stands in `sentencesZh.ts` as well. */
export const sentencesEn = {
  'needs.split': 'No file or timeline has the parts of a step.',
  'needs.step': 'How long a step takes is not known, so that its share of the step is not either.',
  'needs.timeline': 'This needs a timeline of the host and the device.',
  'needs.planes': 'This needs a timeline with the planes of the collectives (Ascend, Level1 or higher).',
  'needs.collectives': 'No collectives are recorded.',
  'needs.clocks': 'The arrivals at {count} collectives are not known: the clocks of their ranks can’t be compared.',
  'needs.matched':
    'Calls of the same collectives end far apart on the ranks: some are missing, and which belong together is not known.',
  'needs.related':
    'Nothing shows that these recordings are ranks of one job: they have no group and no collective in common, or name jobs of different sizes.',
  'needs.peers': 'No two ranks do the same work.',
  'needs.links': 'No traffic between ranks is recorded (communication_matrix.json).',
  'needs.packets': 'No packet sizes are recorded (communication.json, Level1 or higher).',
  'needs.shared': 'No collective was recorded on two ranks.',
  'needs.kernels': 'No kernels are recorded.',

  'needs.planes.other': 'The parts that collectives consist of are not recorded by this profiler.',
  'needs.links.other': 'Traffic between ranks is not recorded by this profiler.',
  'needs.packets.other': 'Sizes of packets are not recorded by this profiler.',
  'needs.rdma.other': 'What collectives move over is not recorded by this profiler.',
  'needs.pmu.other': 'Counters of the compute units are not recorded in this trace.',
  'needs.memory.other': 'This needs three steps or more with memory recorded (torch.profiler: profile_memory=True).',
  'needs.counted.other':
    'No collectives of two ranks are recorded with the library’s number (Seq, in traces of newer versions of PyTorch).',
  'needs.both.other':
    'This needs the same collectives alone and beside computing, with their times on the wire, which this profiler does not record.',
  'needs.moving.other':
    'How much of the communication moves data is not recorded: it takes the same collectives of two ranks.',
  'needs.experts.other':
    'This needs the kernels of all ranks that share the experts, and their groups: open all ranks of the job.',

  'of-worst': 'These are the figures of {worst:ranks}, the worst of them.',
  'not-reported': '{title}: {value} of {limit}',
  'not-reported.floor': '{title}: {value}, reported below {limit}',

  'not-reported.time': '{title}: {value:time} of {limit:time}',

  'trust.cut': '{path} is cut off at byte {byte}: all numbers lack what comes behind that.',
  'trust.cut.unpacked':
    '{path} is cut off at byte {byte} of what it unpacks to: all numbers lack what comes behind that.',
  'trust.cut.whole': '{path} is cut off: all numbers lack what is missing.',
  'trust.damaged': '{path} is damaged at byte {byte}: all numbers lack what can’t be read.',
  'trust.damaged.unpacked':
    '{path} is damaged at byte {byte} of what it unpacks to: all numbers lack what can’t be read.',
  'trust.damaged.whole': '{path} is damaged: all numbers lack what can’t be read.',
  'trust.damaged.more': '{count|more file is|more files are} cut off or damaged (see the messages of the dump).',
  'trust.several-jobs':
    'The recordings are of several jobs, with different numbers of ranks ({sizes}). Ranks are not compared. Open one job at a time.',
  'trust.ranks': '{count} of {total} ranks of the job were not profiled: {ranks:ranks}.',
  'trust.ranks.least': 'At least {count|rank of the job was|ranks of the job were} not profiled: {ranks:ranks}.',
  'trust.timeline': 'No timeline: {ranks:ranks}. Rules that look at what the host did leave out ranks without one.',
  'trust.summary':
    'Of {ranks:ranks} there is the job’s summary alone: no timelines and no kernels. Rules that need them leave these ranks out.',
  'trust.files': 'Files that other ranks have are missing ({files:list}): {ranks:ranks}.',
  'trust.clock': 'The clocks of the ranks were aligned by {count|collective|collectives}, to ±{error:time}.',
  'trust.clock.pair': 'The clocks of the ranks were aligned by that of their host, to ±{error:time}.',
  'trust.clock.unmatched':
    'The ends of {count} collectives fit the clocks of the ranks no better than ±{error:time}: calls are missing in these traces. Starts on different ranks are not compared.',
  'trust.clock.apart': 'The clocks of the ranks could not be aligned: starts on different ranks are not compared.',
  'trust.sums': 'Computing, exposed communication and Free do not add up to the profiler’s Stage: {ranks:ranks}.',
  'trust.free': 'The Free lane of the timeline differs from the file’s Free: {ranks:ranks}.',
  'trust.level0':
    'Profiled at Level0: host calls, kernel shapes and packet sizes were not recorded. Record with Level1.',
  'trust.level2': 'Profiled at Level2: recording slows the host down. Compare with a step time measured without it.',
  'trust.short-step':
    '{ranks:ranks}: on the device a step takes only {device:time}, and begins {late:time} after the host’s. The trace may be incomplete; shares are of these {device:time}.',
  'trust.outside-steps':
    '{ranks:ranks}: {count|kernel is|kernels are} in no step ({time:time} in all): their launches were not recorded, and they run before, between or after the kernels that the steps launched. Figures of steps leave them out. To have them counted, start recording one step earlier, with the host’s calls (ProfilerActivity.CPU; msprof --runtime-api=on).',
  'trust.outside-steps.gpu':
    '{ranks:ranks}: {count|kernel is|kernels are} in no step ({time:time} in all): their launches were not recorded, and they run before, between or after the kernels that the steps launched. Figures of steps leave them out. To have them counted, start recording one step earlier, with the host’s calls (ProfilerActivity.CPU).',
  'trust.one-step': 'One step was recorded: how much steps vary is not known.',
  'trust.no-step': 'How long a step takes is not known: shares of it are not given.',

  'A2.title':
    '{ranks:ranks}: the device waits {lost:time} a step for the host to launch work (Free is {share:percent})',
  'A2.title.part':
    '{ranks:ranks}: the device waits {lost:time} a step for the host to launch work ({own:percent}; all of Free is {share:percent})',
  'A2.title.more':
    '{ranks:ranks}: the device waits {lost:time} a step longer than on the other ranks for the host to launch work (Free is {share:percent})',
  'A2.cause.op':
    '{part:time} of Free passes in framework ops and runtime calls, most in {name}. From the host’s call to the device’s start it takes {delay:time} (median).',
  'A2.cause.python':
    '{part:time} of Free passes in Python code, most in {name}. From the host’s call to the device’s start it takes {delay:time} (median).',
  'A2.cause.launch':
    '{part:time} of Free passes between the host’s call and the device’s start, {delay:time} each (median).',
  'A2.cause.launch.long':
    '{part:time} of Free passes between the host’s call and the device’s start, most of it in one {name} that takes {longest:time}.',
  'A2.cause.launch.queued':
    '{part:time} of Free passes behind the host’s call, {delay:time} each (median): work that is handed over so long before waits for something else than the host. Tasks that ran in between may be missing in the recording.',
  'A2.cause.op.only': '{part:time} of Free passes in framework ops and runtime calls, most in {name}.',
  'A2.cause.python.only': '{part:time} of Free passes in Python code, most in {name}.',
  'A2.cause.launch.only': '{part:time} of Free passes between the host’s call and the device’s start.',
  'A2.cause.queue': 'For {part:time} of Free the host waits for room in its task queue, most in {name}.',
  'A2.cause.unrecorded':
    'During {part:time} of Free nothing of the host is recorded. Record Python stacks (with_stack=True) to see more.',
  'A2.cause.no-host':
    'During all of Free ({part:time}) nothing of the host is recorded. Record its ops and runtime calls as well (ProfilerActivity.CPU; msprof --ascendcl=on --runtime-api=on), and see whether the trace is whole.',
  'A2.cause.no-host.gpu':
    'During all of Free ({part:time}) nothing of the host is recorded. Record its ops and runtime calls as well (ProfilerActivity.CPU), and see whether the trace is whole.',
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
    '{ranks:ranks} moves data for {all:time} that no computing hides, {moving:time} of it while it waits for no peer; besides, it waits {waiting:time}. {overlap:percent} of its communication is hidden.',
  'A5.fine': 'Data moved while nothing is computed, share of the step',
  'A5.gain': 'Exposed communication in which planes move data and none waits for a peer',
  'A5.advice.overlap':
    'Begin collectives earlier: DDP(gradient_as_bucket_view=True), overlap_grad_reduce and overlap_param_gather in Megatron.',
  'A5.advice.buckets': 'Tune the bucket size: DDP(bucket_cap_mb=…).',

  'B2.title': '{ranks:ranks}: ops on the AI CPU take {lost:time} a step ({share:percent})',
  'B2.cause': '{count|op a step runs|ops a step run} on the AI CPU, most of the time {op}.',
  'B2.cause.double':
    '{count|op a step runs|ops a step run} on the AI CPU, most of the time {op}; {double} has inputs of type double.',
  'B2.advice': 'Replace {op} by an op, or a type, that the AI Core supports.',
  'B2.advice.double': 'Convert the inputs of {double} to float first: the AI Core has no double.',
  'B2.fine': 'Ops on the AI CPU, share of the step',
  'B2.gain': 'Time of all ops on the AI CPU',

  'cause.gain': 'Time of all these calls; the device was free for part of it, and other ranks waited',
  'compile.title': '{ranks:ranks}: compiling operators costs {lost:time} a step ({share:percent})',
  'compile.cause': '{count|operator a step is|operators a step are} compiled while the job runs, {total:time} in all.',
  'compile.cause.dynamic':
    '{count|operator a step is|operators a step are} compiled while the job runs, {total:time} in all; all kernels have dynamic shapes.',
  'compile.advice.static': 'Keep shapes the same from step to step (pad batches).',
  'compile.advice.jit':
    'Switch compiling at run time off: torch_npu.npu.set_compile_mode(jit_compile=False); torch_npu.npu.config.allow_internal_format = False.',
  'compile.fine': 'Free while operators are compiled, share of the step',
  'dataloader.title': '{ranks:ranks}: waiting for the dataloader costs {lost:time} a step ({share:percent})',
  'dataloader.cause': 'The host waits for the next batch {count|time|times} a step, {longest:time} at the longest.',
  'dataloader.advice.workers':
    'Load with more processes: DataLoader(num_workers=…, prefetch_factor=…), num_parallel_workers and prefetch_size in MindSpore.',
  'dataloader.advice.pin': 'Use pin_memory=True and persistent_workers=True, and look for remote reads in the dataset.',
  'dataloader.fine': 'Free while waiting for the dataloader, share of the step',
  'garbage-collection.title': '{ranks:ranks}: Python’s garbage collection costs {lost:time} a step ({share:percent})',
  'garbage-collection.cause':
    '{count|collection a step stops|collections a step stop} all Python threads, {longest:time} at the longest.',
  'garbage-collection.advice':
    'Call gc.freeze() after the first steps and gc.disable(), and gc.collect() between steps on all ranks at once.',
  'garbage-collection.fine': 'Free while garbage is collected, share of the step',
  'quiet.title':
    '{ranks:ranks}: for {lost:time} a step the device is free and the host hardly calls its runtime, as while Python collects garbage ({share:percent})',
  'quiet.cause':
    '{count|gap|gaps} of {least:time} or more, the longest of {longest:time}, with next to no call of the runtime within. Garbage collection is not recorded: this is a conjecture.',
  'quiet.cause.named':
    '{count|gap|gaps} of {least:time} or more, the longest of {longest:time}, with next to no call of the runtime within; the host is in {name} then. Garbage collection is not recorded: this is a conjecture.',
  'quiet.advice.record':
    'Record garbage collection to be sure: torch_npu.profiler._ExperimentalConfig(gc_detect_threshold=1.0), in ms.',
  'quiet.fine': 'Long Free in which the host hardly calls its runtime, share of the step',
  'quiet.gain': 'Free of these gaps, less what other findings name',
  'synchronise.title': '{ranks:ranks}: synchronising with the device costs {lost:time} a step ({share:percent})',
  'synchronise.cause':
    '{count|call a step waits|calls a step wait} for the device, most in {name}; launching stops until they return.',
  'synchronise.advice': 'Avoid .item(), .cpu() and printing of tensors within the step; log only every few steps.',
  'synchronise.advice.stream': 'Check that ASCEND_LAUNCH_BLOCKING (CUDA_LAUNCH_BLOCKING) is not 1.',
  'synchronise.fine': 'Free while the host synchronises, share of the step',
  'allocator.title': '{ranks:ranks}: allocating and freeing device memory costs {lost:time} a step ({share:percent})',
  'allocator.cause':
    '{count|call a step allocates or frees|calls a step allocate or free} device memory, {longest:time} at the longest.',
  'allocator.advice':
    'Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True (PYTORCH_CUDA_ALLOC_CONF on GPUs), and avoid empty_cache().',
  'allocator.fine': 'Free while memory is allocated, share of the step',
  'copy.title': '{ranks:ranks}: copies that block the host cost {lost:time} a step ({share:percent})',
  'copy.cause': '{count|copy a step blocks|copies a step block} the host, most in {name}.',
  'copy.advice': 'Copy with pinned memory and non_blocking=True.',
  'copy.fine': 'Free while the host copies, share of the step',

  'C1.title': 'All links over {transport} are slow: {bandwidth} of {reference} GB/s at most ({lost:time} a step)',
  'C1.cause': 'No link over {transport} reaches more than {bandwidth} GB/s, so no single link is at fault.',
  'C1.advice':
    'Compare with a bandwidth test (hccl_test, nccl-tests); look for other traffic, and for the network’s configuration.',
  'C1.fine': 'Best bandwidth over {transport}, share of the reference',
  'C1.gain': 'Time on the wire less bytes over the reference bandwidth, mean over the links of a rank',
  'packets.gain':
    'Time of these packets less their bytes over the reference bandwidth, divided by the number of links that carry them at a time',
  'C2.title': '{ranks:ranks}: small packets over {transport} cost {lost:time} a step ({share:percent})',
  'C2.cause': '{part:percent} of the time on {transport} goes into packets of {size:size} on average, {count} a step.',
  'C2.cause.several':
    'On {middle:ranks}, which is in the middle of these ranks, {part:percent} of the time on {transport} goes into packets of {size:size} on average, {count} a step. Half of the ranks lose as much or more.',
  'C2.advice': 'Send more at a time: larger gradient buckets (bucket_cap_mb), fused collectives, larger micro-batches.',
  'C2.fine': 'Small packets over {transport}, share of the time on it',
  'C2.fine.step': 'What small packets over {transport} lose, share of the step',
  'C3.title':
    '{ranks:ranks}: {wire:time} a step go into packets over {transport} that are no multiple of 512 bytes; {lost:time} of it is above the reference ({share:percent})',
  'C3.cause': '{count} packets a step end within a block of 512 bytes, in collectives of {sizes}.',
  'C3.cause.several':
    'On {middle:ranks}, which is in the middle of these ranks, {count} packets a step end within a block of 512 bytes, in collectives of {sizes}. Half of the ranks lose as much or more.',
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
    '{count|collective reaches|collectives reach} less than half of what others of the same kind and size do, {op} only {bandwidth} of {usual} GB/s.',
  'flapping.advice':
    'Look for ports that go down and come back, and for errors of the link: hccn_tool -i <device> -link_stat -g, and the switch’s counters at that time.',
  'flapping.fine': 'Bandwidth over {transport} that collapses now and then, share of the step',
  'flapping.gain': 'Time of these collectives on the wire less that at the median bandwidth of those alike',
  'absent.title':
    'The link {source} → {target} over {transport} moves nothing in {count} of {total} steps ({lost:time} a step)',
  'absent.title.never':
    'Nothing is moved between ranks {source} and {target} over {transport}, as if their link were missing',
  'absent.cause':
    'In these steps {op} of the group moves data over nearly all of its {siblings} other links. What takes another way takes longer.',
  'absent.cause.never':
    '{op} of the group moves data over all {siblings} other links between these ranks and their neighbours. How much time that costs is not known.',
  'absent.advice':
    'Check the link between ranks {source} and {target}: whether its port is up, errors, the cable, the switch (hccn_tool -i <device> -link -g).',
  'absent.gain': 'Time of these collectives in the steps without the link above that in those with it',
  'absent.gain.never': 'Not known: no step has the link',
  'C7.title':
    'Ranks wait for each other in collectives, {lost:time} a step, and not for a single late rank ({share:percent})',
  'C7.title.untold':
    'Ranks wait for each other in collectives, {lost:time} a step; who is late is not known without comparable clocks ({share:percent})',
  'C7.title.partly':
    'Beyond what late ranks explain, ranks wait for each other in collectives, {lost:time} a step ({share:percent})',
  'C7.cause':
    'Over {count|collective|collectives} the calls of the ranks are {waste:percent} shorter than the longest, on average: who comes early waits.',
  'C7.advice': 'Balance what the ranks do before collectives: batch lengths, experts, layers of stages.',
  'C7.fine': 'How much shorter than the longest the ranks’ calls of a collective are, on average',
  'C7.fine.rest':
    'Waiting in collectives that no late rank explains (calls are {share:percent} shorter than the longest, on average), share of the step',
  'C7.gain':
    'Longest call less the mean of its ranks, on average over the ranks of the job; less what single late ranks cause, and at most the exposed communication',
  'C8.title':
    '{ranks:ranks} comes late to collectives: the others wait {lost:time} a step for it alone ({share:percent})',
  'C8.title.place':
    'One rank, place {place} of a group, comes late to collectives: {lost:time} a step ({share:percent})',
  'C8.cause':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}.',
  'C8.cause.seen':
    'It arrives last at {last} of {seen|collective|collectives}; {observer:ranks} saw it come to {op} {late:time} after its own start, {alone:time} after the next to last.',
  'C8.cause.agreed':
    'It arrives last at {last} of {seen|collective|collectives}; {observer:ranks} saw it come to {op} {late:time} after its own start, {alone:time} after the next to last. {observers:ranks} agree on that within {spread:time}.',
  'C8.advice': 'Look at what {ranks:ranks} does before these collectives.',
  'C8.advice.profile': 'Profile {ranks:ranks} as well: its own dump shows why it is late.',
  'C8.advice.profile.place':
    'Profile the rank at place {place} of that group as well: its own dump shows why it is late.',
  'C8.fine': 'Lateness of the latest rank at collectives, share of the step',
  'C8.gain': 'Its arrival less that of the next to last, summed over the collectives',
  'D5.computing':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}. Before that it computes {excess:time} longer than {peers:ranks}, most in {name} ({more:time}).',
  'D5.communication':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}. Before that it communicates {excess:time} longer than {peers:ranks}, most in {name} ({more:time}).',
  'D5.host':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}. Before that its device is free {excess:time} longer than on {peers:ranks}: the host is in {name} ({more:time} more).',
  'D5.host.unrecorded':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}. Before that its device is free {excess:time} longer than on {peers:ranks}; what its host does then is not recorded.',
  'D5.computing.spread':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}. Before that it computes {excess:time} longer than {peers:ranks}, over many kernels.',
  'D5.communication.spread':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}. Before that it communicates {excess:time} longer than {peers:ranks}, over many collectives.',
  'D5.host.spread':
    'It arrives last at {last} of {seen|collective|collectives}, {alone:time} after the next to last at {op}. Before that its device is free {excess:time} longer than on {peers:ranks}, over many calls of the host: the host is slower.',
  'D5.advice.computing':
    'Compare {name} on {ranks:ranks} and {peers:ranks}: more of the work (longer batches, more experts), or a slower device.',
  'D5.advice.communication': 'Follow {name}: which rank of its group comes late there?',
  'D5.advice.host':
    'See what {name} does on {ranks:ranks} alone: rank-specific work (logging, checkpoints, evaluation), or a busy CPU.',
  'needs.experts':
    'This needs the kernels of all ranks that share the experts, and their groups (profiler_metadata.json): open all ranks of the job.',
  'D4.title':
    'Experts are given unequally many tokens: the ranks wait {lost:time} a step for those with most ({share:percent})',
  'D4.cause':
    'Call by call, the busiest rank’s GroupedMatmul has {ratio} times the mean of rows, and the next AllToAll waits for it; for {worst:ranks} {most:time} a step.',
  'D4.advice':
    'Balance the router: a larger auxiliary loss (--moe-aux-loss-coeff), a capacity factor (--moe-expert-capacity-factor), or other places for hot experts. Tokens by layer are in Summary.',
  'D4.fine': 'Tokens of the busiest rank over the mean, call by call',
  'D4.fine.share': 'GroupedMatmul of the busiest rank above the mean, share of the step',
  'D4.cause.bytes':
    'Call by call, the busiest rank’s GroupedMatmul has {ratio} times the mean of rows, and the next AllToAll waits for it; for {worst:ranks} {most:time} a step. {busiest:ranks} exchanges {bytes:size} a step with the others, {mean:size} are the mean.',
  'D4.exchange.title':
    'Tokens are exchanged unevenly: the AllToAll of {worst:ranks} takes {lost:time} a step longer than the mean ({share:percent})',
  'D4.exchange.cause':
    '{worst:ranks} sends and receives {most:size} a step, {ratio} times the mean of its group ({mean:size}): its experts are given more tokens.',
  'D4.exchange.fine': 'Bytes of AllToAll of the busiest rank over the mean',
  'D4.exchange.gain': 'How much more the busiest rank exchanges than the mean, times what a link is at it on average',
  'D4.gain': 'The longest GroupedMatmul of each call less the mean over the ranks',
  'D2.title': '{ranks:ranks} computes {excess:percent} slower than its peers, {lost:time} a step ({share:percent})',
  'D2.title.host':
    'Host {host}: {ranks:ranks} compute up to {excess:percent} slower than their peers, {lost:time} a step ({share:percent})',
  'D2.cause.host': 'The same kernels with the same shapes take longer on them than on their peers ({peers:ranks}).',
  'D2.cause.split.host':
    'Their Computing is longer than that of their peers ({peers:ranks}); no kernels of all of them are recorded to compare call by call.',
  'D2.advice.host':
    'Check what the devices of host {host} have in common: cooling, power supply, driver and firmware, other jobs on it.',
  'D2.cause': 'The same kernels with the same shapes take longer on it than on its peers ({peers:ranks}).',
  'D2.cause.split':
    'Its Computing is longer than that of its peers ({peers:ranks}); no kernels of all of them are recorded to compare call by call.',
  'D2.advice': 'Check the device of {ranks:ranks}: frequency, temperature, ECC errors, other processes on it.',
  'D2.fine': 'Excess of the slowest rank over its peers',
  'D2.gain': 'Its computing less that of its peers, call by call',
  'B6.cause':
    'Its cores run at {mhz} MHz, others at up to {highest} MHz; the same kernels take longer than on its peers ({peers:ranks}).',
  'B6.cause.host':
    'Their cores run at {mhz} MHz, others at up to {highest} MHz; the same kernels take longer than on their peers ({peers:ranks}).',
  'B6.advice.host':
    'Check cooling and power supply of host {host}, then its devices: npu-smi info -t power, npu-smi info -t temp.',
  'B6.advice':
    'Check power and temperature of the device of {ranks:ranks}: npu-smi info -t power, npu-smi info -t temp.',
  'A4.cause':
    '{ranks:ranks} communicates for {exposed:time} a step while nothing is computed; data moves for {moving:time} of it at least, the rest may be waiting. {overlap:percent} of its communication is hidden.',
  'A4.gain': 'Time on the wire (or of the shortest call among the ranks) less all communication that computing hides',
  'bubble.title':
    'Pipeline stages wait {lost:time} a step for each other in sends and receives, on average ({share:percent})',
  'bubble.cause':
    '{ranks:ranks} spent {waiting:time} a step waiting in sends and receives that move {size:size} in {moving:time}; {others:ranks} waited {least:time}.',
  'bubble.cause.steps':
    '{ranks:ranks} spent {waiting:time} a step in receives, by the Bubble of its step file; what of that moves data is not recorded. {others:ranks} waited {least:time}.',
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
  'cpu.title':
    '{ranks:ranks}: other processes take {taken:percent} of the host’s processors, of which {busy:percent} are busy',
  'cpu.title.busy':
    '{ranks:ranks}: {busy:percent} of the host’s processors are busy; which processes take them is not recorded',
  'cpu.cause': 'Next to no processor is idle, so threads that launch work wait for one.',
  'cpu.cause.named':
    'Most of it is {name}, {most:percent} of all processors. Next to none is idle, so threads that launch work wait for one.',
  'cpu.cause.runnable':
    'For each of the {processors} processors {runnable} threads could run, with {switches} context switches a second: those that launch work wait for their turn.',
  'cpu.advice.others':
    'Keep other processes off the host, or off the ranks’ processors: start them with taskset -c LIST or nice -n 19, monitoring agents too.',
  'cpu.advice.affinity':
    'Bind the ranks to processors of their own: CPU_AFFINITY_CONF=1, or 2 to bind their launching threads one by one.',
  'cpu.advice.taskset': 'Bind the ranks to processors of their own: taskset -c LIST, or numactl --cpunodebind.',
  'cpu.gain': 'At most: Free in which the host works, times the share of the processors that others take',
  'cpu.fine': 'Processors of the host that are busy',
  'cpu.fine.others': 'Processors of the host that others take',
  'needs.cpu':
    'How busy the host’s processors are is not recorded: msprof --sys-profiling=on --sys-pid-profiling=on, or MindSpore’s minddata_cpu_utilization. What --host-sys=cpu and torch_npu’s host_sys record is the job’s own process.',
  'needs.cpu.other': 'How busy the host’s processors are is not recorded in traces of this profiler.',
  'needs.environment':
    'Which environment variables were set is not recorded (ENV_VARIABLES in profiler_metadata.json).',
  'environment.gain': 'Not estimated: a recording does not show what it costs, and that is part of other findings',
  'environment.cause.set': 'The profiler recorded {name}={value} on {ranks:ranks}.',
  'environment.cause.usual': 'The profiler recorded that {name} was not set on {ranks:ranks}; then it is {value}.',
  'environment.cause.unset': 'The profiler recorded that {name} was not set on {ranks:ranks}.',
  'environment.ASCEND_LAUNCH_BLOCKING':
    'ASCEND_LAUNCH_BLOCKING={value}: the host waits for each op before it launches the next',
  'environment.ASCEND_LAUNCH_BLOCKING.advice':
    'Set ASCEND_LAUNCH_BLOCKING=0: 1 is for debugging, and switches the task queue off as well.',
  'environment.TASK_QUEUE_ENABLE': 'TASK_QUEUE_ENABLE={value}: ops are launched without a task queue',
  'environment.TASK_QUEUE_ENABLE.advice': 'Set TASK_QUEUE_ENABLE=2, so that launching is prepared on a second thread.',
  'environment.ASCEND_GLOBAL_LOG_LEVEL':
    'ASCEND_GLOBAL_LOG_LEVEL={value}: the host writes debug or info logs while it launches work',
  'environment.ASCEND_GLOBAL_LOG_LEVEL.advice': 'Log errors only: ASCEND_GLOBAL_LOG_LEVEL=3.',
  'environment.CPU_AFFINITY_CONF':
    'CPU_AFFINITY_CONF={value}: launching threads may run on any core, and the device waits for launches',
  'environment.CPU_AFFINITY_CONF.advice':
    'Set CPU_AFFINITY_CONF=1 (or 2), so that the launching threads keep their cores.',
  'environment.ACLNN_CACHE_LIMIT':
    'ACLNN_CACHE_LIMIT={value}: few operators are cached, and the device waits for launches',
  'environment.ACLNN_CACHE_LIMIT.advice':
    'Cache more operators: ACLNN_CACHE_LIMIT=100000. This takes more memory of the host.',
  'environment.HOST_CACHE_CAPACITY':
    'HOST_CACHE_CAPACITY={value}: dynamic shapes are not cached, and the device waits for launches',
  'environment.HOST_CACHE_CAPACITY.advice':
    'Cache the shapes that come most often: HOST_CACHE_CAPACITY=20. This takes more memory of the host.',
  'environment.PYTORCH_NPU_ALLOC_CONF':
    'PYTORCH_NPU_ALLOC_CONF lacks expandable_segments:True, and the device waits for the allocator',
  'environment.PYTORCH_NPU_ALLOC_CONF.advice':
    'Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True, so that blocks of memory can grow.',
  'environment.HCCL_ALGO': 'HCCL_ALGO={value}: the algorithm of collectives between hosts is fixed',
  'environment.HCCL_ALGO.advice': 'Try unset HCCL_ALGO: HCCL then chooses by devices, hosts and size.',
  'environment.HCCL_RDMA_TC': 'HCCL_RDMA_TC={value}: the traffic class of RDMA is not the usual one',
  'environment.HCCL_RDMA_TC.advice':
    'Check that HCCL_RDMA_TC is four times the DSCP value for which the switches are configured. The usual value is 132 (DSCP 33).',
  'environment.HCCL_RDMA_SL': 'HCCL_RDMA_SL={value}: the priority of RDMA is not the usual one',
  'environment.HCCL_RDMA_SL.advice':
    'Check that HCCL_RDMA_SL is the PFC priority of the network card, 0 to 7. The usual value is 4.',
  'environment.ASCEND_ENHANCE_ENABLE': 'ASCEND_ENHANCE_ENABLE={value}: collectives run without FFTS+',
  'environment.ASCEND_ENHANCE_ENABLE.advice':
    'Set ASCEND_ENHANCE_ENABLE=1, or leave it unset where the version of CANN no longer has it.',
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
    '{count|kind|kinds} of kernels could be faster, {op} most ({part:time} a step): its {unit} unit is busy for {busy:percent} of the time, its loads (mte2) for {load:percent}.',
  'B4.cause.odd':
    '{count|kind|kinds} of kernels could be faster, {op} most ({part:time} a step): its {unit} unit is busy for {busy:percent} of the time, its loads (mte2) for {load:percent}; an inner dimension is no multiple of 256.',
  'B4.advice.attention': 'Choose a head dimension and a sequence length that are multiples of 128.',
  'B4.advice.cube':
    'Choose inner dimensions that are multiples of 256 (pad vocabulary and hidden sizes), and keep weights in NZ format.',
  'B4.advice.vector': 'Fuse elementwise ops (torch_npu’s fused ops, torch.compile), or give them larger tensors.',
  'B4.fine': 'Room of kernels that neither compute nor memory bounds, share of the step',
  'B4.gain': 'Time of each kernel × (1 − ratio of its busiest unit / the ratio that unit can reach)',
  'block-dim.title':
    '{ranks:ranks}: kernels leave cores without work; {lost:time} a step at most could be saved ({share:percent})',
  'block-dim.cause':
    '{count|kind of kernels has|kinds of kernels have} a block dim that is no multiple of the cores, {op} most ({part:time} a step): {blocks} blocks on {cores} cores.',
  'block-dim.advice':
    'Give these ops shapes that split into a multiple of the cores (batch, heads), or tune their tiling (AOE).',
  'block-dim.fine': 'Time that cores idle in kernels with too few blocks, share of the step',
  'block-dim.gain': 'Time of each kernel × the share of its cores without a block',
  'needs.both':
    'This needs the same collectives alone and beside computing, with their times on the wire (a timeline and communication.json).',
  'C4.title':
    '{ranks:ranks}: collectives and computing contend for bandwidth, {lost:time} a step at most ({share:percent})',
  'C4.cause':
    '{op} of {size:size} moves its data in {beside:time} while the device computes ({count|call|calls}), in {alone:time} alone.',
  'C4.cause.reference':
    '{op} of {size:size} moves its data in {beside:time} while the device computes ({count|call|calls}), over {transport} at {bandwidth} GB/s, of {reference}. It is hardly ever alone: what it would reach then is not known.',
  'C4.advice':
    'Leave bandwidth to collectives: run them beside matmuls rather than beside memory-bound ops, or limit what they overlap.',
  'C4.fine': 'Collectives slowed down by computing, share of the step',
  'C4.gain.reference':
    'Time on the wire beside computing less that at the reference bandwidth, at most what is exposed',
  'C4.gain': 'Time on the wire beside computing less that of as many calls alone, at most what is exposed',
  'needs.flops': 'This needs the shapes of kernels that multiply matrices, and a device whose peaks are known.',
  'B5.title':
    '{ranks:ranks}: kernels that multiply matrices stay far below the roofline; {lost:time} a step at most could be saved ({share:percent})',
  'B5.cause':
    '{count|kind of kernels reaches|kinds of kernels reach} less than half of what {chip} could, {op} most ({part:time} a step): it reaches {reach:percent}.',
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
  'H1.missing.several.cause': '{waiting:ranks} entered {op}; {ranks:ranks} did not.',
  'H1.title.mutual':
    '{ranks:ranks} wait for each other: {op} and {count|other collective|other collectives} never end, {waited:time} until the recording ended',
  'H1.mutual.cause':
    'Each of them is in a collective that another one of them does not come to, since that is in one, too: as where ranks call the collectives of several groups in different orders.',
  'H1.advice.mutual':
    'Call the collectives of different groups in the same order on all ranks, and do not let one wait for the host’s work behind another.',
  'H1.waits': 'In {op} {waiting:ranks} waited for {ranks:ranks}, {waited:time}.',
  'H1.last': '{ranks:ranks}: the last task on its device is {task}, the last call of its host {call}.',
  'H1.last.waiting': '{ranks:ranks} waits in it; the last call of its host is {call}.',
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
  'H2.cause':
    '{ranks:ranks} called {own}, {others:ranks} {theirs}; {count|place of the group differs|places of the group differ}.',
  'H2.advice':
    'Make all ranks of the group take the same branches, with the same shapes (TORCH_DISTRIBUTED_DEBUG=DETAIL checks that).',
  'H2.gain': 'Not estimated: such ranks hang or compute wrong results',
  'needs.steps': 'This needs four steps or more.',
  'needs.memory': 'This needs three steps or more with memory recorded (profile_memory=True).',
  'needs.baseline':
    'This needs {steps} steps or more: those that are skipped, the baseline (PERF_BASELINE_SKIP_STEPS, PERF_BASELINE_STEPS), and one to score; and steps of the baseline that differ.',
  'E1.title':
    '{ranks:ranks}: {count} of {total} steps fluctuate, {lost:time} a step ({share:percent}); the longest takes {longest:time}, usually they take {mean:time}',
  'E1.title.named':
    '{name}: {count} of {total} steps fluctuate, {lost:time} a step ({share:percent}); the longest takes {longest:time}, usually they take {mean:time}',
  'E1.cause':
    'The baseline is {mean:time} ± {deviation:time}, over {baseline} steps behind the first {skip}; these steps lie {score} deviations or more above it. Alarms ({row} in a row): {alarms}.',
  'E1.advice':
    'See what these steps have that others lack: a checkpoint, an evaluation, a new shape that is compiled, garbage collection, other processes on the host.',
  'E1.gain': 'Time of these steps above the mean of the baseline, mean over all steps',
  'E1.fine': 'Longest step, in deviations above the baseline',
  'E1.triggered': 'ModelArts’ monitor would have asked for a profile at step {steps}.',
  'E1.cooldown': 'Alarm without a profile at step {steps}: the one before is less than {hours} hours old.',
  'E1.at-limit': 'Alarm without a profile at step {steps}: there have been {most}, which is the limit.',
  'E1.too-few': 'No alarm up to step {steps}: fewer than {row} in a row.',
  'E2.shift.title':
    '{ranks:ranks}: from step {from} on steps take {growth:percent} longer, {lost:time} a step over the recording ({share:percent})',
  'E2.shift.title.named':
    '{name}: from step {from} on steps take {growth:percent} longer, {lost:time} a step over the series ({share:percent})',
  'E2.shift.cause':
    'Before, they took {before:time}, since then {after:time} on the mean. No single step stands out; their cumulative sum (CUSUM) does.',
  'E2.shift.advice':
    'Compare a step before step {from} with a later one (Summary → Compare, or tracelane analyze --steps).',
  'E2.shift.gain': 'Mean of the steps from there on above the mean of the baseline, times their share of all steps',
  'E2.title':
    '{ranks:ranks}: computing grows from step to step, {lost:time} a step so far ({share:percent}; {growth:percent} over {count} steps)',
  'E2.cause': 'It took {first:time} in the first step and grows by {perStep:time} with every step.',
  'E2.advice.rank':
    'Check the device of {ranks:ranks}: is its temperature rising, its frequency falling? Do other processes take more and more of it?',
  'E2.advice.job':
    'Look for what grows with the steps: sequence lengths, caches, lists of tensors, or data that is kept.',
  'E2.fine': 'Growth of computing from the first step to the last',
  'E2.no-line': 'How well a line explains that computing grows by {growth:percent}',
  'E2.gain': 'Computing above that of the first step, along the line through the steps, mean over the steps',
  'F1.title': '{ranks:ranks}: memory grows by {growth:size} a step and is not released',
  'F1.cause': 'Over {count} steps, nearly every one ended with more memory than the one before.',
  'F1.cause.op':
    'Over {count} steps, nearly every one ended with more memory than the one before. Most of what stays was allocated by {op}, {part:size} a step.',
  'F1.advice':
    'Look for tensors kept across steps: losses added up without .item() or detach(), lists and caches that only grow.',
  'F1.fine': 'Growth of memory over the steps, share of the peak',
  'F1.gain': 'No time is lost until the memory is full',
  'needs.patterns': 'No kernels with their times are recorded.',
  'D3.slow.title':
    '{ranks:ranks}: {name} takes {excess:percent} longer than on its peers; with {count} kernels in all that costs {lost:time} a step ({share:percent})',
  'D3.slow.one.title':
    '{ranks:ranks}: {name} takes {excess:percent} longer than on its peers, which costs {lost:time} a step ({share:percent})',
  'D3.slow.cause': '{name} takes {mean:time} there, {usual:time} on its peers (median).',
  'D3.slow.advice':
    'Compare this kernel’s inputs and its counters on {ranks:ranks} with those of another rank. If they are the same, check the device: frequency, temperature, ECC errors.',
  'D3.slow.fine': 'Kernels slower than on the peers, share of the step',
  'D3.slow.gain': 'Duration above the median of the peers, times the calls',
  'D3.throughput.title':
    '{ranks:ranks}: {name} moves data over {transport} at {own} GB/s, {usual} GB/s is usual among its peers; {lost:time} a step of it stands beside no computing ({share:percent})',
  'D3.throughput.cause':
    'Its throughput stands out from that of the other ranks. Which link is slow is not known: communication_matrix.json has that.',
  'D3.throughput.advice':
    'Record communication_matrix.json (profiler_level=Level1) and analyse the dump once more; check the cables, ports and switches of {ranks:ranks}, and what else moves data there.',
  'D3.throughput.fine': 'Data that moves more slowly than on the peers, share of the step',
  'D3.throughput.gain': 'Exposed time of these calls, times what their throughput lacks to the median of the peers',
  'D3.memory.title':
    '{ranks:ranks}: memory operations take {lost:time} a step in which the device neither computes nor communicates ({share:percent})',
  'D3.runtime.title':
    '{ranks:ranks}: the host is in calls of the runtime for {lost:time} a step while the device is free ({share:percent})',
  'D3.python.title':
    '{ranks:ranks}: the host is in Python code for {lost:time} a step while the device is free ({share:percent})',
  'D3.cause': 'Most of it passes in {name}: {count|execution|executions}, {part:time} a step.',
  'D3.cause.unknown': 'Which function has most of it is not known.',
  'D3.memory.advice':
    'Copy from pinned memory and without waiting (pin_memory=True, non_blocking=True), on a stream of its own, and keep on the device what is copied again and again.',
  'D3.runtime.advice':
    'Launch less: fuse ops, use graphs, reuse memory and descriptors, and do not wait for the device within the step.',
  'D3.python.advice':
    'Move this code out of the step, do it less often, or do it while the device computes; the path leads to it.',
  'D3.fine.memory': 'Memory operations while the device is free, share of the step',
  'D3.fine.runtime': 'Calls of the runtime while the device is free, share of the step',
  'D3.fine.python': 'Python code while the device is free, share of the step',
  'D3.gain': 'Free in which such a function is under way, less what other findings name',
  'stages.title':
    'Pipeline stages are unbalanced: stage {stage} computes {ratio} times as long as stage {other} ({lost:time} a step)',
  'stages.cause':
    'Stage {stage} ({ranks:ranks}) computes {most:time} a step, stage {other} ({others:ranks}) {least:time}. The ranks of one stage agree: none of them is slow.',
  'stages.advice':
    'Move layers from the longer stage to the shorter: num-layers-in-first-pipeline-stage, num-layers-in-last-pipeline-stage, or a virtual pipeline.',
  'stages.fine': 'Longest pipeline stage over the shortest',
  'stages.gain': 'Computing of the longest stage less the mean over the stages',
  'stages.fine.share': 'Imbalance of the pipeline stages, share of the step',
  'B7.title.host':
    '{ranks:ranks}: the same short sequences of kernels come again and again, with the device free in between for {lost:time} a step ({share:percent})',
  'B7.title.memory':
    '{ranks:ranks}: the same sequences of kernels mostly load and store; {lost:time} a step at most could be saved ({share:percent})',
  'B7.fine.host': 'Gaps within sequences of kernels that come again, share of the step',
  'B7.fine.memory': 'Sequences of kernels that mostly load and store, share of the step',
  'B7.gain.host': 'Gaps between the kernels of each sequence, at most Free',
  'B7.gain.memory': 'Time of each sequence less that of its longest kernel',
  'B7.cause.host':
    '{count|sequence|sequences} of 3 to 10 kernels, {sequence} most ({kernels} kernels, {times|time|times} a step): they run for {busy:percent} of the time, else the device is idle.',
  'B7.advice.host':
    'Launch {sequence} in one go: as one fused operator of torch_npu, or by torch.compile as a graph. Their call stacks in the timeline show the code.',
  'B7.advice.memory':
    'Replace {sequence} with one fused operator of torch_npu, or let torch.compile fuse it: what lies between the kernels need not go through memory.',
  'B7.advice.gpu': 'Launch {sequence} in one go: torch.compile fuses kernels, and CUDA graphs launch many at once.',
  'B7.cause.memory':
    '{count|sequence|sequences} of 3 to 10 kernels, {sequence} most ({kernels} kernels, {times|time|times} a step, {part:time}): {moving:percent} of their time goes into loads and stores (MTE).',
  'needs.ascend': 'This is about operators of Ascend (torch_npu).',
  'gpu.advice.recompile':
    'Find what makes torch.compile compile again (TORCH_LOGS=recompiles), and mark sizes that change with torch._dynamo.mark_dynamic.',
  'gpu.advice.launch-blocking': 'Check that CUDA_LAUNCH_BLOCKING is not 1.',
  'gpu.advice.memory': 'Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, and avoid empty_cache().',
  'gpu.advice.affinity': 'Let the launching threads keep their cores: taskset -c LIST, or numactl --cpunodebind.',
  'gpu.advice.link':
    'Compare with a bandwidth test (nccl-tests); look for other traffic, and for the network’s configuration.',
  'gpu.advice.clock':
    'Check power and temperature of the device of {ranks:ranks}: nvidia-smi -q -d POWER,TEMPERATURE,CLOCK (AMD: rocm-smi).',
  'gpu.advice.hang':
    'Look at the ranks that were not profiled, the network between these ranks, and NCCL’s flight recorder (TORCH_NCCL_TRACE_BUFFER_SIZE).',
  'mindspore.advice.sink':
    'Let the device run steps without waiting for the host: graph mode, and Model.train(…, dataset_sink_mode=True).',
  'mindspore.advice.affinity': 'Let threads keep their cores: mindspore.runtime.set_cpu_affinity(True).',
  'mindspore.advice.overlap':
    'Send gradients while others are still computed: split all-reduces with all_reduce_fusion_config or comm_fusion of mindspore.set_auto_parallel_context.',
  'mindspore.advice.buckets':
    'Tune how many gradients go into one all-reduce: comm_fusion={"allreduce": {"mode": "size", "config": …}}, in MB.',
  'mindspore.advice.packets':
    'Send more at a time: a larger size in comm_fusion={"allreduce": {"mode": "size", "config": …}}, larger micro-batches.',
  'mindspore.advice.workers':
    'Load with more threads: num_parallel_workers of map and batch, and a larger prefetch_size.',
  'mindspore.advice.synchronise':
    'Avoid .asnumpy(), .item() and printing of tensors within the step; log only every few steps.',
  'mindspore.advice.launch-blocking':
    'Check that mindspore.runtime.launch_blocking() is not called, and pynative_synchronize is not set.',
  'mindspore.advice.memory':
    'Take the memory at the start: mindspore.runtime.set_memory(init_size=…), and avoid empty_cache().',
  'mindspore.advice.sequence':
    'Run {sequence} as one fused operator of mindspore.ops, or in graph mode, where graph kernel fusion merges them: jit_config={"jit_level": "O1"}.',
  'B8.title.ops':
    '{ranks:ranks}: ops called one by one for which torch_npu has one operator; {lost:time} a step at most could be saved ({share:percent})',
  'B8.title.optimizer':
    '{ranks:ranks}: the optimizer launches kernel after kernel, with the device idle in between for {lost:time} a step ({share:percent})',
  'B8.cause': '{sequence}, {times|time|times} a step: {kernels|kernel|kernels}, {part:time} in all.',
  'B8.cause.frame':
    '{sequence}, {times|time|times} a step: {kernels|kernel|kernels}, {part:time} in all. Called in {frame}.',
  'B8.advice': 'Use {fused} instead of {sequence} ({times|time|times} a step, at most {lost:time}).',
  'B8.fine.ops': 'Ops for which torch_npu has one operator, share of the step',
  'B8.fine.optimizer': 'Device idle between the kernels of the optimizer, share of the step',
  'B8.gain.ops': 'Time of each sequence’s kernels less that of its longest one',
  'B8.gain.optimizer': 'From the optimizer’s first kernel to its last, less its kernels',
  'needs.buckets':
    'This needs three buckets of gradients a step or more, of different sizes, with their times on the wire and the arrows from the calls that launched them.',
  'C9.title':
    '{ranks:ranks}: {count} buckets of gradients a step, sent as {messages}, would be through {lost:time} earlier ({share:percent})',
  'C9.cause':
    'A message of {op} takes {alpha:time} whatever its size, and moves {speed} GB/s beyond that (fitted to {fitted} calls): small buckets pay the first part over and over.',
  'C9.advice': 'Make buckets larger, up to {size:size}: DistributedDataParallel(bucket_cap_mb={megabytes}).',
  'C9.advice.megatron': 'In Megatron and MindSpeed: --overlap-grad-reduce with a larger --ddp-bucket-size.',
  'C9.fine': 'What larger buckets of gradients would gain, share of the step',
  'C9.gain':
    'End of the last bucket, each sent as soon as it is computed and the one before is through, less that of the best fusion; at most what is exposed',
  'walk.free': '{ranks:ranks}: the device is free for {share:percent} of the step.',
  'walk.free.unknown': 'No file or timeline has the parts of a step.',
  'walk.free.bad': 'It waits for work. Look at the arrows from host to device, and at what the host does meanwhile.',
  'walk.free.fine': 'The host launches work in time.',
  'walk.arrows': '{ranks:ranks}: from the host’s call to the device’s start it takes {delay:time} (median).',
  'walk.arrows.unknown': 'No arrows from host to device are recorded, or the clocks of the two disagree.',
  'walk.arrows.bad':
    'The arrows are near-vertical: each task starts as soon as it is launched, so the host sets the pace.',
  'walk.arrows.fine': 'The arrows slant, or the device is hardly ever free: tasks are launched ahead.',
  'walk.broken':
    '{ranks:ranks}: synchronising calls and blocking copies keep the device idle for {lost:time} a step ({share:percent}).',
  'walk.broken.unknown': 'What the host did is not recorded.',
  'walk.broken.bad': 'Each of them empties the pipeline from host to device: what was launched ahead is used up.',
  'walk.broken.fine': 'Nothing empties the pipeline from host to device.',
  'walk.dispatch.queue': 'Prepare launches on a second thread: TASK_QUEUE_ENABLE=2.',
  'walk.dispatch.affinity':
    'Keep launching threads on their cores: CPU_AFFINITY_CONF=1 (by NUMA node) or CPU_AFFINITY_CONF=2 (finer).',
  'walk.dispatch.async':
    'Inference with MindIE: schedule the next batch while one runs, MINDIE_ASYNC_SCHEDULING_ENABLE=1.',
  'walk.dispatch.graph': 'Capture repeated launches in CUDA graphs: torch.compile(mode="reduce-overhead").',
  'walk.dispatch.cpu': 'Run the CPU in performance mode: cpupower frequency-set -g performance.',
  'walk.computing': '{ranks:ranks} computes for {share:percent} of the step, more than any other rank.',
  'walk.computing.unknown': 'No file or timeline has the parts of a step.',
  'walk.computing.fine': 'Computing is most of the step: faster kernels shorten it.',
  'walk.computing.bad':
    'Computing is the lesser part: faster kernels hardly shorten the step. Look at dispatch and communication first.',
  'walk.kernels': 'Most of the computing: {top}.',
  'walk.kernels.unknown': 'No kernels are recorded.',
  'walk.kernels.bad': '{op} reaches {reach:percent} of what the device could: begin with it.',
  'walk.kernels.fine':
    'Begin with the first: what it saves, the step saves. Operator has shapes, counters and FLOP/s of each.',
  'walk.compute.advice':
    'Larger shapes in multiples of 16 (matrices) and 128 (attention), fused operators, and types with a matrix unit.',
  'walk.longer': '{ranks:ranks} communicates for {communication:time} a step and computes for {computing:time}.',
  'walk.longer.unknown': 'No communication is recorded.',
  'walk.longer.bad':
    'Communication is longer than computing: it can’t be hidden in full. Is it waiting, or moving data?',
  'walk.longer.fine': 'Communication is shorter than computing: computing can hide it.',
  'walk.exposed':
    '{ranks:ranks}: {share:percent} of the step is communication beside no computing; {hidden:percent} of its communication is hidden.',
  'walk.exposed.bad': 'Raise the overlap, or find whom the collectives wait for.',
  'walk.exposed.fine': 'Nearly all of it is hidden.',
  'walk.like': '{ranks:ranks}: {op} takes {elapse:time}, calls alike take {usual:time} (median of {count}).',
  'walk.like.bad':
    'A call far longer than its like waits for a rank that comes late: look at what that one does before.',
  'walk.communication.overlap':
    'Overlap gradients with the backward pass (--overlap-grad-reduce, --overlap-param-gather), and tensor parallelism with matmuls.',
  'walk.communication.late':
    'Follow the late rank in Communication → Arrivals: who comes late is the cause, who waits is not.',
  'walk.like.none': 'No collective takes more than {times} times as long as others alike.',
  'walk.like.none.fine': 'Compared are calls of one type, group and size on one rank, where there are four or more.',
} as const;
