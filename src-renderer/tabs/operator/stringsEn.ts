/** What the Operator tab says, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  operator: {
    title: 'Operator',
    loading: 'Reading the kernels…',
    noValue: '(none)',
    resizeKernels: 'Resize the kernel table',
    resizeChart: 'Resize the chart',
    none: {
      title: 'No kernels for these ranks',
      text: 'These ranks have no kernel table and no device lanes in their timelines. Choose other ranks.',
    },
    command: { showSlice: 'Go to Operator: kernels with the selected slice’s name' },
    mode: {
      label: 'View',
      groups: 'Groups',
      steps: 'Over steps',
      kernels: 'Kernels',
      frameworkOps: 'Framework ops',
    },
    modeText: {
      groups: 'Kernels grouped by type, name, module or collective',
      steps: 'Time and input shapes of each group, step by step',
      kernels: 'All kernels, one row each',
      frameworkOps: 'Framework ops with their call stacks, from operator_details.csv',
    },
    by: {
      label: 'Group by',
      type: 'Op type and core',
      name: 'Op name',
      'name-shapes': 'Op name and shapes',
      core: 'Core',
      model: 'Model ID',
      scope: 'Module (scope)',
      'launched-by': 'Framework op',
      collective: 'Collective',
      'collective-type': 'Collective type',
    },
    byShort: {
      type: 'Type',
      name: 'Name',
      'name-shapes': 'Name, shapes',
      core: 'Core',
      model: 'Model',
      scope: 'Module',
      'launched-by': 'Op',
      collective: 'Collective',
      'collective-type': 'Type',
    },
    layout: { label: 'Several ranks', together: 'Together', perRank: 'Per rank', compare: 'Compare' },
    layoutText: {
      together: 'Kernels of all selected ranks in one group',
      perRank: 'One group per rank',
      compare: 'One row per group, with the ranks’ totals side by side',
    },
    facts: {
      notKnown: 'unknown',
      kernels: {
        title: 'Kernels',
        definition: 'Kernels of the selected ranks, over all steps, without collectives.',
      },
      computeTime: {
        title: 'Compute',
        definition: 'Sum of kernel durations. Concurrent kernels are each counted in full.',
      },
      busyTime: {
        title: 'Compute busy',
        definition:
          'Time with at least one kernel running, summed over the ranks. Less than Compute where kernels run concurrently.',
      },
      collectives: { title: 'Collectives', definition: 'Collectives in the kernel tables. Not counted as compute.' },
      communicationTime: {
        title: 'Communication',
        definition: 'Sum of collective durations, including waits for other ranks.',
      },
      dynamic: {
        title: 'Dynamic shape',
        definition: 'Kernels whose OP State is dynamic: compiled for any shape, or compiled at first use.',
      },
      aiCpu: {
        title: 'AI CPU',
        definition:
          'Kernels that ran on the AI CPU, which is much slower than the AI cores. Usual cause: the op or its data type has no AI Core implementation.',
      },
      aiCpuTime: { title: 'AI CPU time', definition: 'Sum of the durations of AI CPU kernels.' },
      flop: {
        title: 'FLOPs',
        definition:
          'Floating-point operations of matrix products, convolutions and attention, computed from their shapes. A multiply-add counts as two. Other kernels are not counted.',
      },
      flopRate: { title: 'Achieved', definition: 'FLOPs of these kernels divided by the sum of their durations.' },
      utilisation: {
        title: 'Utilisation',
        definition: 'Achieved FLOP/s of these kernels as a share of the device’s peak for their data types.',
      },
    },
    missing: {
      kernels: 'No kernels: {{ranks}} (no kernel table and no device lanes in the timeline)',
      fromTimeline: 'Kernels read from the timeline, without shapes: {{ranks}} (no kernel table)',
      fromDatabase: 'Read from the database: {{ranks}}',
    },
    unknownFlop: {
      'no-shapes': 'FLOPs unknown for {{n}} kernels ({{time}}): no shapes were recorded',
      'fractal-shape':
        'FLOPs unknown for {{n}} kernels ({{time}}): only the padded shape of a fractal format was recorded',
      'odd-shapes': 'FLOPs unknown for {{n}} kernels ({{time}}): the shapes do not match the op',
      'variable-length': 'FLOPs unknown for {{n}} kernels ({{time}}): variable sequence lengths',
    },
    groups: { label: 'Kernel groups', empty: 'No kernels of this kind in the selection' },
    kernels: {
      label: 'Kernels',
      every: 'All kernels',
      all: 'Kernels of all groups',
      allText: 'Select a group above to see only its kernels.',
      of: 'Kernels: {{title}}',
      close: 'Show all',
      jump: 'Go to timeline',
      notInTimeline: 'Not in the timeline of {{rank}}',
      empty: 'No kernels',
    },
    chart: {
      title: 'Time',
      label: 'Kernel time by {{by}}',
      definition: 'Sum of kernel durations per group. Click a group to open it.',
      kind: 'Chart type',
      by: 'Measure',
      bars: 'Bars',
      pie: 'Ring',
      top: 'Top',
      group: 'Group',
    },
    steps: {
      title: 'Time over steps',
      definition:
        'Sum of kernel durations per group and step; the mean where several ranks are selected. Shows the largest groups, or the group selected below.',
      groups: 'Groups',
      largest: 'largest {{n}} of {{total}}',
      noneTitle: 'No steps',
      noneText: 'These kernels belong to no step, so they can’t be compared over time.',
      oneTitle: 'One step only',
      oneText: 'A comparison over time needs at least two steps. The shapes of each group are below.',
      dynamic: 'dynamic',
      dynamicText: 'Input shapes differ between steps: each new shape may need compiling or tiling again.',
      shapes: 'Input shapes',
      shapesOf: 'Input shapes: {{title}}',
      shapesText: 'Kernel count per input shape and step, over all selected ranks.',
      noShapes: 'No shapes were recorded',
    },
    frameworkOps: {
      title: 'Framework ops',
      text: 'From operator_details.csv: one row per op, input shape and call stack, as grouped by the profiler.',
      empty: 'The selected ranks have no operator_details.csv',
    },
    chip: {
      title: 'Device',
      text: 'Utilisation is achieved FLOP/s divided by the device’s peak. The figures below come from resources/chips.json; your changes apply to all dumps.',
      device: 'Device',
      automatic: 'From the dump: {{name}}',
      against: 'Reference: {{name}}',
      choose: 'Select the device…',
      hint: 'Reference device for utilisation',
      reset: 'Reset to defaults',
      invalid: 'Enter a number greater than 0',
      how: {
        chosen: 'selected by you',
        name: 'identified by its name in the dump',
        cores: 'identified by core count and clock, from the kernels’ cycles',
        measured: 'not in the table: peak computed from core count and clock',
        unknown: 'The dump does not name the device.',
      },
    },
    computeType: {
      fp16: 'float16',
      bf16: 'bfloat16',
      hf32: 'HF32 / TF32',
      fp32: 'float32',
      fp64: 'float64',
      fp8: 'float8',
      int8: 'int8',
    },
    column: {
      rank: { title: 'Rank', definition: 'Rank that ran the kernel.' },
      step: { title: 'Step', definition: 'Step Id: the profiler’s number of the training step.' },
      name: { title: 'Name', definition: 'Name of the kernel, or of the collective.' },
      type: {
        title: 'Type',
        definition: 'Op type, such as MatMulV3. Inferred from the kernel’s name where only a timeline was read.',
      },
      core: {
        title: 'Core',
        definition:
          'Unit that ran it: AI_CORE (matrix unit), AI_VECTOR_CORE, MIX_AIC and MIX_AIV (both), AI_CPU, DSA_SQE (random numbers), COMMUNICATION or HCCL (collectives). On a GPU: the category in the trace.',
      },
      modelId: {
        title: 'Model ID',
        definition: 'Graph that the kernel belongs to. 4294967295: none, launched on its own.',
      },
      scope: {
        title: 'Module',
        definition:
          'Modules that launched the kernel, outermost first. Without modules in the trace: the outermost framework op.',
      },
      launchedBy: {
        title: 'Launched by',
        definition: 'Framework op at the start of the kernel’s flow in the timeline.',
      },
      startNs: { title: 'Start', definition: 'Start of the kernel, since the beginning of the dump.' },
      durationNs: { title: 'Duration', definition: 'Duration of the kernel.' },
      waitNs: {
        title: 'Wait',
        definition: 'Wait Time: from the end of the previous kernel on the device to the start of this one.',
      },
      count: { title: 'Count', definition: 'Number of kernels in the group.' },
      totalNs: { title: 'Total', definition: 'Sum of the durations of the group’s kernels.' },
      share: { title: 'Share', definition: 'Total as a share of all groups in the table.' },
      averageNs: { title: 'Mean', definition: 'Total / count.' },
      minNs: { title: 'Min', definition: 'Shortest duration.' },
      p50Ns: {
        title: 'p50',
        definition:
          'Median: half of the kernels take at most this long. Always a duration that occurs, never interpolated.',
      },
      p90Ns: { title: 'p90', definition: '90 % of the kernels take at most this long.' },
      p99Ns: { title: 'p99', definition: '99 % of the kernels take at most this long.' },
      maxNs: { title: 'Max', definition: 'Longest duration.' },
      waitTotalNs: { title: 'Total wait', definition: 'Sum of the wait times before the group’s kernels.' },
      meanNs: {
        title: 'Mean of ranks',
        definition: 'Mean total over the ranks that have such kernels.',
      },
      peerExcess: {
        title: 'Slowest over its peers',
        definition:
          'Mean time per call on the slowest rank, relative to its peers: the median of its pipeline stage, or the fastest rank in stages of fewer than four.',
      },
      slowestRank: {
        title: 'Slowest rank',
        definition: 'Rank with the longest mean time per call, compared with its peers.',
      },
      flop: {
        title: 'FLOPs',
        definition:
          'Floating-point operations, from the shapes: matrix product 2·m·n·k, convolution 2·N·OH·OW·filter, attention 2·b·n·sq·sk·(dq+dv), its gradient 2·b·n·sq·sk·(3·dq+2·dv). Attention counts half where its mask is the compressed causal one. Empty: another kind of op, or unknown.',
      },
      flopRate: { title: 'FLOP/s', definition: 'FLOPs / duration, for kernels with known FLOPs.' },
      utilisation: {
        title: 'Utilisation',
        definition: 'FLOP/s as a share of the device’s peak for the kernel’s data type.',
      },
      computeType: { title: 'Computes in', definition: 'Data type of the computation, from the first input.' },
      flopUnknown: { title: 'FLOPs unknown', definition: 'Why the FLOPs of a matrix product are unknown.' },
      dynamicCount: { title: 'Dynamic', definition: 'Number of kernels in the group whose OP State is dynamic.' },
      kind: { title: 'Kind', definition: 'compute, communication, memory (copies) or wait.' },
      lane: { title: 'Lane', definition: 'Timeline lane of the kernel.' },
      opState: {
        title: 'OP State',
        definition: 'dynamic: compiled for any shape; static: compiled for this shape.',
      },
      blockDim: {
        title: 'Blocks',
        definition: 'Block Dim: number of blocks launched. Fewer blocks than cores leave cores idle.',
      },
      inputShapes: {
        title: 'Input shapes',
        definition: 'Input shapes as in the file, separated by “;”.',
      },
      outputShapes: { title: 'Output shapes', definition: 'Output shapes as in the file.' },
      inputTypes: { title: 'Input types', definition: 'Data types of the inputs.' },
      outputTypes: { title: 'Output types', definition: 'Data types of the outputs.' },
      inputFormats: {
        title: 'Input formats',
        definition: 'Layouts of the inputs: ND, NCHW, or padded ones (FRACTAL_NZ, NC1HWC0).',
      },
      outputFormats: { title: 'Output formats', definition: 'Layouts of the outputs.' },
      streamId: { title: 'Stream', definition: 'Stream ID on the device.' },
      taskId: { title: 'Task ID', definition: 'Task number on its stream.' },
      device: { title: 'Device', definition: 'Device number on its host.' },
    },
    stepColumn: {
      group: { title: 'Group', definition: 'What the group’s kernels have in common.' },
      meanNs: { title: 'Mean', definition: 'Mean total per step.' },
      leastNs: { title: 'Min', definition: 'Smallest total of any step.' },
      mostNs: { title: 'Max', definition: 'Largest total of any step.' },
      rise: { title: 'Spread', definition: '(max − min) / mean.' },
      count: { title: 'Count', definition: 'Mean number of kernels per step and rank.' },
      shapeCount: { title: 'Shapes', definition: 'Largest number of different input shapes in one step.' },
      isDynamic: {
        title: 'Shapes change',
        definition: 'Set if a rank’s input shapes differ between its steps.',
      },
    },
    frameworkColumn: {
      rank: { title: 'Rank', definition: 'Rank that ran the op.' },
      name: { title: 'Op', definition: 'Name of the framework op.' },
      inputShapes: { title: 'Input shapes', definition: 'Shapes of its inputs.' },
      callStack: { title: 'Call stack', definition: 'Call stack of the op, innermost frame first.' },
      hostSelfNs: { title: 'Host self', definition: 'Host time, excluding ops it called.' },
      hostTotalNs: { title: 'Host total', definition: 'Host time, including ops it called.' },
      deviceSelfNs: { title: 'Device self', definition: 'Time of kernels launched by the op itself.' },
      deviceTotalNs: {
        title: 'Device total',
        definition: 'Time of kernels launched by the op and the ops it called.',
      },
      coreSelfNs: { title: 'AI Core self', definition: 'Part of Device self spent on AI cores.' },
      coreTotalNs: { title: 'AI Core total', definition: 'Part of Device total spent on AI cores.' },
    },
  },
};

export type OperatorTexts = Translated<typeof strings>;
