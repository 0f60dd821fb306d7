/** What the Operator tab says, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  operator: {
    title: 'Operator',
    loading: 'Reading the kernels…',
    noValue: '(none)',
    resizeKernels: 'Height of the kernels',
    resizeChart: 'Width of the chart',
    none: {
      title: 'No kernels of these ranks',
      text: 'They have neither kernel_details.csv nor op_summary.csv, and no timeline with a device in it. Choose other ranks.',
    },
    command: { showSlice: 'Show in Operator: kernels named like the selected slice' },
    mode: {
      label: 'What to look at',
      groups: 'Groups',
      steps: 'Over steps',
      kernels: 'Kernels',
      frameworkOps: 'Framework ops',
    },
    modeText: {
      groups: 'Kernels put together by what they share',
      steps: 'How long they take in each step, and with which shapes',
      kernels: 'Every kernel, one row each',
      frameworkOps: 'Ops of the framework with their call stacks, from operator_details.csv',
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
      together: 'The kernels of all chosen ranks in one group',
      perRank: 'A group for each rank',
      compare: 'One group with the total of each rank side by side',
    },
    facts: {
      notKnown: 'not known',
      kernels: {
        title: 'Kernels',
        definition: 'Kernels that the device ran, of the chosen ranks and all steps. Collectives are not among them.',
      },
      computeTime: {
        title: 'Compute',
        definition: 'Sum of the kernels’ durations. Kernels that run at the same time count each.',
      },
      busyTime: {
        title: 'Compute busy',
        definition:
          'Time during which at least one kernel ran, summed over the ranks: less than Compute where kernels run at the same time.',
      },
      collectives: { title: 'Collectives', definition: 'Collectives in the kernel tables. Never part of compute.' },
      communicationTime: {
        title: 'Communication',
        definition: 'Sum of the collectives’ durations, waiting for other ranks included.',
      },
      dynamic: {
        title: 'Dynamic shape',
        definition: 'Kernels whose OP State is dynamic: compiled for any shape, or compiled when they were first used.',
      },
      aiCpu: {
        title: 'AI CPU',
        definition:
          'Kernels that ran on the AI CPU, much slower than the cores: mostly a type or an op without another version.',
      },
      aiCpuTime: { title: 'AI CPU time', definition: 'Sum of the durations of the kernels on the AI CPU.' },
      flop: {
        title: 'FLOPs',
        definition:
          'Floating point operations of matrix products, convolutions and attention, from their shapes: a multiplication and an addition count as two. Other kernels are not counted.',
      },
      flopRate: { title: 'Achieved', definition: 'FLOPs of these kernels over the sum of their durations.' },
      utilisation: {
        title: 'Utilisation',
        definition:
          'Achieved FLOP/s of these kernels as a share of what the device reaches at most in the types that they compute in.',
      },
    },
    missing: {
      kernels: 'No kernels: {{ranks}} (kernel_details.csv or op_summary.csv is missing)',
      fromTimeline:
        'Read from the timeline, without shapes: {{ranks}} (kernel_details.csv or op_summary.csv is missing)',
      fromDatabase: 'Read from the database: {{ranks}}',
    },
    unknownFlop: {
      'no-shapes': 'FLOPs not known of {{n}} kernels ({{time}}): no shapes were recorded',
      'fractal-shape':
        'FLOPs not known of {{n}} kernels ({{time}}): only the padded shape of a fractal format is recorded',
      'odd-shapes': 'FLOPs not known of {{n}} kernels ({{time}}): their shapes do not fit the op',
      'variable-length': 'FLOPs not known of {{n}} kernels ({{time}}): sequences of different lengths',
    },
    groups: { label: 'Groups of kernels', empty: 'No kernels of this kind in what is chosen' },
    kernels: {
      label: 'Kernels',
      every: 'All kernels',
      all: 'Kernels of all groups',
      allText: 'Choose a group above to see only its kernels.',
      of: 'Kernels: {{title}}',
      close: 'Show all',
      jump: 'Show in the timeline',
      notInTimeline: 'Not in the timeline of {{rank}}',
      empty: 'No kernels',
    },
    chart: {
      title: 'Time',
      label: 'Time of kernels by {{by}}',
      definition: 'Sum of the durations of each group’s kernels. A click opens the group.',
      kind: 'Kind of chart',
      by: 'What is shown',
      bars: 'Bars',
      pie: 'Ring',
      top: 'Top',
      group: 'Group',
    },
    steps: {
      title: 'Time over steps',
      definition:
        'Sum of the durations of each group’s kernels in each step; of several ranks, their mean. The largest groups, or the one chosen below.',
      groups: 'Groups',
      largest: 'the largest {{n}} of {{total}}',
      noneTitle: 'No steps',
      noneText: 'These kernels do not belong to any step: nothing can be compared over time.',
      oneTitle: 'One step only',
      oneText: 'With several steps, their times would stand here side by side. Each group’s shapes are below.',
      dynamic: 'dynamic',
      dynamicText:
        'Its input shapes are not the same in every step: each new one may have to be compiled, or tiled anew.',
      shapes: 'Input shapes',
      shapesOf: 'Input shapes: {{title}}',
      shapesText: 'How often the group’s kernels had each input shape in each step, all chosen ranks together.',
      noShapes: 'No shapes were recorded',
    },
    frameworkOps: {
      title: 'Framework ops',
      text: 'From operator_details.csv: one row for each op, input shape and call stack that the profiler put together.',
      empty: 'The chosen ranks have no operator_details.csv',
    },
    chip: {
      title: 'Device',
      text: 'Utilisation is achieved FLOP/s against what the device reaches at most. The figures below are those of resources/chips.json; what you change is kept for all dumps.',
      device: 'Device',
      automatic: 'As the dump tells: {{name}}',
      against: 'Against {{name}}',
      choose: 'Choose the device…',
      hint: 'The device that utilisation is told against',
      reset: 'Take back the changes',
      invalid: 'A number greater than 0',
      how: {
        chosen: 'chosen by you',
        name: 'recognised by its name in the dump',
        cores: 'recognised by the cores and the clock that the kernels’ cycles tell',
        measured: 'not in the table: computed from cores and clock',
        unknown: 'The dump does not tell the device.',
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
        definition: 'Op type, such as MatMulV3. Where only a timeline was read: as far as the kernel’s name tells.',
      },
      core: {
        title: 'Core',
        definition:
          'What ran it: AI_CORE (matrix unit), AI_VECTOR_CORE, MIX_AIC and MIX_AIV (both), AI_CPU, DSA_SQE (random numbers), COMMUNICATION or HCCL (collectives). Of a GPU: the category.',
      },
      modelId: {
        title: 'Model ID',
        definition: 'Graph that the kernel belongs to; 4294967295: none, it was launched singly.',
      },
      scope: {
        title: 'Module',
        definition:
          'Modules that launched the kernel, the outermost first; without modules in the trace, the outermost framework op.',
      },
      launchedBy: { title: 'Launched by', definition: 'Framework op at the other end of the timeline’s arrow.' },
      startNs: { title: 'Start', definition: 'When the kernel started, since the beginning of the dump.' },
      durationNs: { title: 'Duration', definition: 'How long the kernel ran.' },
      waitNs: {
        title: 'Wait',
        definition: 'Wait Time: from the end of the kernel before it on the device to its start.',
      },
      count: { title: 'Count', definition: 'Kernels in the group.' },
      totalNs: { title: 'Total', definition: 'Sum of the durations of the group’s kernels.' },
      share: { title: 'Share', definition: 'Total as a share of all groups of the table.' },
      averageNs: { title: 'Mean', definition: 'Total / count.' },
      minNs: { title: 'Min', definition: 'Shortest duration.' },
      p50Ns: {
        title: 'p50',
        definition: 'Median: half of the kernels take at most this long. A duration that occurs, not a mean of two.',
      },
      p90Ns: { title: 'p90', definition: '90 % of the kernels take at most this long.' },
      p99Ns: { title: 'p99', definition: '99 % of the kernels take at most this long.' },
      maxNs: { title: 'Max', definition: 'Longest duration.' },
      waitTotalNs: { title: 'Total wait', definition: 'Sum of the wait times before the group’s kernels.' },
      meanNs: {
        title: 'Mean of ranks',
        definition: 'Mean of the totals of the ranks that have such kernels.',
      },
      peerExcess: {
        title: 'Slowest over its peers',
        definition:
          'Mean time of a call on the slowest rank, over that of its peers: the median of the ranks of its pipeline stage, or the fastest where they are fewer than four.',
      },
      slowestRank: {
        title: 'Slowest rank',
        definition: 'Rank that takes longest for a call, compared with its peers.',
      },
      flop: {
        title: 'FLOPs',
        definition:
          'Floating point operations by the shapes: matrix product 2·m·n·k, convolution 2·N·OH·OW·filter, attention 2·b·n·sq·sk·(dq+dv), its gradient 2·b·n·sq·sk·(3·dq+2·dv). Attention counts half where its mask is the compressed causal one. No value: another kind of op, or not known.',
      },
      flopRate: { title: 'FLOP/s', definition: 'FLOPs / duration, over the kernels whose FLOPs are known.' },
      utilisation: {
        title: 'Utilisation',
        definition: 'FLOP/s as a share of what the device reaches at most in the type that the kernel computes in.',
      },
      computeType: { title: 'Computes in', definition: 'Type that the matrix unit computes in, by the first input.' },
      flopUnknown: { title: 'FLOPs not known', definition: 'Why the FLOPs of a matrix product are not known.' },
      dynamicCount: { title: 'Dynamic', definition: 'Kernels of the group whose OP State is dynamic.' },
      kind: { title: 'Kind', definition: 'compute, communication, memory (copies) or wait.' },
      lane: { title: 'Lane', definition: 'Lane of the timeline that the kernel stands on.' },
      opState: {
        title: 'OP State',
        definition: 'dynamic or static: whether the kernel was compiled for any shape or for this one.',
      },
      blockDim: {
        title: 'Blocks',
        definition: 'Block Dim: blocks that the kernel was launched with. Fewer than the cores leaves some idle.',
      },
      inputShapes: {
        title: 'Input shapes',
        definition: 'Shapes of the inputs, as the file has them; inputs apart by “;”.',
      },
      outputShapes: { title: 'Output shapes', definition: 'Shapes of the outputs, as the file has them.' },
      inputTypes: { title: 'Input types', definition: 'Data types of the inputs.' },
      outputTypes: { title: 'Output types', definition: 'Data types of the outputs.' },
      inputFormats: {
        title: 'Input formats',
        definition: 'Layouts of the inputs: ND, NCHW, or padded ones (FRACTAL_NZ, NC1HWC0).',
      },
      outputFormats: { title: 'Output formats', definition: 'Layouts of the outputs.' },
      streamId: { title: 'Stream', definition: 'Stream ID on the device.' },
      taskId: { title: 'Task ID', definition: 'Number of the task on its stream.' },
      device: { title: 'Device', definition: 'Number of the device on its host.' },
    },
    stepColumn: {
      group: { title: 'Group', definition: 'What the kernels share.' },
      meanNs: { title: 'Mean', definition: 'Mean of the steps’ totals.' },
      leastNs: { title: 'Least', definition: 'Total of the step with the least.' },
      mostNs: { title: 'Most', definition: 'Total of the step with the most.' },
      rise: { title: 'Spread', definition: '(most − least) / mean.' },
      count: { title: 'Count', definition: 'Kernels a step and rank, on average.' },
      shapeCount: { title: 'Shapes', definition: 'Most different input shapes in one step.' },
      isDynamic: {
        title: 'Shapes change',
        definition: 'Marked where the input shapes of one rank are not the same in all its steps.',
      },
    },
    frameworkColumn: {
      rank: { title: 'Rank', definition: 'Rank that ran the op.' },
      name: { title: 'Op', definition: 'Name of the framework op.' },
      inputShapes: { title: 'Input shapes', definition: 'Shapes of its inputs.' },
      callStack: { title: 'Call stack', definition: 'Where in the program it was called, innermost first.' },
      hostSelfNs: { title: 'Host self', definition: 'Time on the host without the ops called by it.' },
      hostTotalNs: { title: 'Host total', definition: 'Time on the host with the ops called by it.' },
      deviceSelfNs: { title: 'Device self', definition: 'Time of the kernels that the op itself launched.' },
      deviceTotalNs: {
        title: 'Device total',
        definition: 'Time of the kernels that it and the ops called by it launched.',
      },
      coreSelfNs: { title: 'AI Core self', definition: 'Of Device self: the part on AI cores.' },
      coreTotalNs: { title: 'AI Core total', definition: 'Of Device total: the part on AI cores.' },
    },
  },
};

export type OperatorTexts = Translated<typeof strings>;
