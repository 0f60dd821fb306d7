/** What the section "Data preparation" says, in English. */
export const dataStrings = {
  none: 'This rank has no files about data preparation. MindSpore writes them with data_process=True.',
  verdict: {
    processing:
      'Data processing is too slow: the host queue was empty in {{hostEmpty}} of {{hostSteps}} steps. Look for the slow operator of the dataset.',
    transfer:
      'The transfer to the device is too slow: {{held}} of {{steps}} steps found the device queue empty, while the host queue mostly had data.',
    none: 'Data preparation is not the bottleneck: {{held}} of {{steps}} steps found an empty queue.',
    unknown: 'No queue was recorded, so it is not known which stage is slow.',
  },
  held: 'Of the {{held}} steps that waited for data, {{processing}} waited for data processing and {{transfer}} for the transfer.',
  bottleneck: {
    source:
      '{{operator}} is the bottleneck: it reads the data, and all queues behind it are nearly empty (its own: {{output}} %).',
    between: '{{operator}} is the bottleneck: its input queue is {{input}} % full, its output queue {{output}} %.',
    last: '{{operator}} is the bottleneck: it is the last operator, and all queues before it are full (its input: {{input}} %).',
    busy: '{{operator}} may be the bottleneck: each of its workers uses {{cpu}} % of a processor.',
  },
  advice: {
    'more-workers': 'Increase its num_parallel_workers (now {{workers}}).',
    'mind-record': 'Convert the data to MindRecord and read it with MindDataset instead.',
    'python-function': 'If it calls a Python function, make that faster.',
    prefetch: 'Change the prefetch size (mindspore.dataset.config.set_prefetch_size).',
  },
  timesHost: 'On average the host takes {{get}} to get a batch and {{send}} to send it.',
  timesGet: 'On average the host takes {{get}} to get a batch.',
  timesFetch: 'The device takes {{fetch}} to fetch a batch.',
  cpuSentence:
    'The machine’s processors spend {{user}} % in user and {{system}} % in system code, with {{switches}} context switches per sample; this process uses {{process}} of {{processors}} processors.',
  threads: {
    more: 'They have room: give the slow operators more threads (num_parallel_workers).',
    fewer: 'Too many threads take turns: give operators fewer (num_parallel_workers).',
  },
  title: { sizes: 'Queue sizes by step', times: 'Times by step' },
  definition: {
    sizes:
      'Batches in the queue when a step takes one. Device queue 0: the step waits for data. Host queue 0: data processing is too slow; host queue full while the device queue is empty: the transfer is too slow.',
    times: 'What getting a batch from the pipeline, sending it to the device, and fetching it there take.',
  },
  show: 'Show',
  shown: {
    sizes: 'Queue sizes',
    times: 'Times',
    queue: 'Queue',
    machine: 'Machine CPU',
    process: 'Process CPU',
    operator: 'Operator CPU',
    switches: 'Context switches',
  },
  series: {
    hostQueue: 'Host queue',
    deviceQueue: 'Device queue',
    get: 'Get a batch',
    send: 'Send it to the device',
    fetch: 'Fetch on the device',
    queue: 'Batches in the output queue',
    user: 'User',
    system: 'System',
    waiting: 'Waiting for I/O',
    idle: 'Idle',
    switches: 'Context switches',
    runnable: 'Runnable processes',
  },
  pipeline: 'Data pipeline',
  pipelineDefinition:
    'The operators of the dataset, data flowing from left to right. Between two operators: how full the queue is on average. An operator with a full input queue and an empty output queue holds the others up; it has a heavy border. Click an operator to see its queue over time.',
  workers_one: '{{n}} worker',
  workers_other: '{{n}} workers',
  isBottleneck: 'Bottleneck',
  queueFacts: 'Output queue: {{mean}} of {{capacity}} on average; empty in {{empty}} % of the samples',
  noQueue: 'This operator has no output queue of its own',
  noQueues: 'No queue was recorded',
  chooseOperator: 'Click an operator to see its queue',
  overTime: {
    queue: 'Output queue of {{operator}}',
    machine: 'CPU use of the machine',
    process: 'CPU use of the process',
    operator: 'CPU use of {{operator}}',
    switches: 'Context switches and runnable processes',
  },
  overTimeDefinition: {
    queue: 'What the operator’s output queue held at each sample.',
    machine:
      'Share of all processors. Little user time: more workers may help. Much system time with many context switches: fewer workers.',
    process: 'Processors in use: 1.5 is one and a half. The difference to the machine is other processes.',
    operator: 'Processors in use by all workers of the operator: 1.5 is one and a half.',
    switches: 'Context switches between two samples, and processes that could run at the sample.',
  },
};
