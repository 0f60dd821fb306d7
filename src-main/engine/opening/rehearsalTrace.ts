/** A small trace as profilers write them, of nothing that ever ran: see rehearsal.ts. */

const STEPS = 4;
const OPS_PER_STEP = 160;
const [HOST, CANN, DEVICE, HCCL] = [4_194_301, 4_194_302, 4_194_303, 4_194_304];
const START_US = 1_736_408_883_000_000;
const OP_US = 40;
const NAMES = ['aten::mm', 'aten::add_', 'aten::layer_norm', 'aten::_softmax', 'aten::copy_', 'MatmulBackward0'];
const KERNELS = ['MatMulV2', 'Add', 'LayerNorm', 'SoftmaxV2', 'TransData', 'MatMulV3'];

/** JSON of the form of `trace_view.json`: steps of operators within operators, launches, kernels, collectives, arrows and counters. */
export function rehearsalTrace(): string {
  const events: object[] = metadata();
  for (let step = 0; step < STEPS; step++) {
    const stepUs = step * OPS_PER_STEP * OP_US;
    events.push(slice(`ProfilerStep#${step}`, HOST, HOST, stepUs, OPS_PER_STEP * OP_US, { cat: 'user_annotation' }));
    for (let op = 0; op < OPS_PER_STEP; op++) events.push(...operator(step * OPS_PER_STEP + op));
  }
  // Kineto's times are numbers, those of torch_npu texts.
  for (let op = 0; op < OPS_PER_STEP; op++)
    events.push({ ...slice(KERNELS[op % KERNELS.length], DEVICE, 7, op * OP_US, 9.5, {}), ts: START_US + op * OP_US });
  return JSON.stringify(events);
}

function metadata(): object[] {
  const processes = [
    [HOST, 'Python'],
    [CANN, 'CANN'],
    [DEVICE, 'Ascend Hardware'],
    [HCCL, 'HCCL'],
  ] as const;
  return processes.flatMap(([pid, name], at) => [
    { ph: 'M', name: 'process_name', pid, tid: 0, args: { name } },
    { ph: 'M', name: 'process_labels', pid, tid: 0, args: { labels: at < 2 ? 'CPU' : 'NPU' } },
    { ph: 'M', name: 'process_sort_index', pid, tid: 0, args: { sort_index: at } },
    { ph: 'M', name: 'thread_name', pid, tid: 2, args: { name: at === 2 ? 'Stream 2' : `Thread ${pid}` } },
  ]);
}

/** With what it calls, launches and counts. */
function operator(number: number): object[] {
  const us = number * OP_US;
  const [name, kernel] = [NAMES[number % NAMES.length], KERNELS[number % KERNELS.length]];
  const args = { 'Sequence number': number, 'Fwd thread id': 0, 'Input Dims': '4096,1024;\r\n1024,1024;\r\n' };
  const launch = {
    ...args,
    'Input type': 'c10::BFloat16;\r\nScalar',
    'Call stack': 'model.py(12): forward;\r\ntrain.py(3)',
  };
  const id = `${number * 4_294_967_296}`;
  const task = { 'Model Id': 4_294_967_295, 'Task Type': 'AI_CORE', 'Stream Id': 2, 'Task Id': number, 'Batch Id': 0 };
  const arrow = { name: 'HostToDevice', cat: 'HostToDevice', id };
  return [
    slice(name, HOST, HOST, us, 30, { cat: 'cpu_op', args }),
    slice(`${name}.inner`, HOST, HOST, us + 2.125, 20.5, { cat: 'cpu_op', args: launch }),
    slice(`Enqueue@${name}`, HOST, HOST, us + 4.25, 3, { cat: 'enqueue', args: { correlation_id: number } }),
    slice(`Node@launch`, CANN, 2, us + 8.06, 6.42, { args: { Mode: 'launch', level: 'node', id: 'Node@launch' } }),
    { ph: 's', bp: 'e', ...arrow, pid: CANN, tid: 2, ts: text(us + 8.06) },
    slice(`${kernel}_${number % 40}`, DEVICE, 2, us + 15.34, 22.02, { args: task }),
    { ph: 'f', bp: 'e', ...arrow, pid: DEVICE, tid: 2, ts: text(us + 15.34) },
    ...(number % 10 === 0
      ? [
          slice(`hcom_allReduce__${number % 7}_1`, HCCL, 2, us + 11, 28, { args: { connection_id: number, ...task } }),
          {
            ph: 'C',
            name: 'AI Core Freq',
            pid: DEVICE,
            tid: 0,
            ts: text(us),
            args: { MHz: 1800 - (number % 3) * 200 },
          },
        ]
      : []),
  ];
}

function slice(name: string, pid: number, tid: number, us: number, dur: number, more: object): object {
  return { ph: 'X', name, pid, tid, ts: text(us), dur, ...more };
}

function text(us: number): string {
  return `${START_US + Math.floor(us)}.${String(Math.round((us % 1) * 1000)).padStart(3, '0')}`;
}
