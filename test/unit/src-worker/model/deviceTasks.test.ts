import { expect, test } from 'vitest';
import { deviceTasks, taskKindOf } from '../../../../src-worker/model/deviceTasks';
import { type DrawnOptions, drawTrace } from '../../../fixtures/drawnTrace';
import { indexText, listSlices } from '../../../fixtures/indexed';

/** Kind of every slice by its name; those that are no device task are left out. */
async function kindsOf(picture: string, options?: DrawnOptions): Promise<Record<string, string>> {
  const indexed = await indexText(drawTrace(picture, options));
  const { view } = indexed;
  const tasks = new Set(deviceTasks(view).slice);
  return Object.fromEntries(
    listSlices(indexed).flatMap(({ slice, name }) => {
      const kind = taskKindOf(view, slice);
      expect(tasks.has(slice)).toBe(kind !== undefined);
      return kind === undefined ? [] : [[name, kind]];
    }),
  );
}

test('Ascend: streams hold kernels, transfers and bookkeeping, group lanes collectives, planes their parts', async () => {
  const kinds = await kindsOf(`
    Python / Thread 1                  : [aten::mm]
    CANN / Thread 2                    :   [launch]
    Ascend Hardware / Stream 2         :     [MatMul] [MEMCPY_ASYNC] [EVENT_WAIT] [SDMA] [AddAllReduceV2]
    Ascend Hardware / Step Trace       :     [Iteration 1]
    HCCL / Group 0 Communication       :     [hcom_send__1_0_1]
    HCCL / Plane 0                     :     [Notify_Wait]
    Overlap Analysis / Computing       :     [Computing]
  `);
  expect(kinds).toEqual({
    MatMul: 'compute',
    MEMCPY_ASYNC: 'memory',
    EVENT_WAIT: 'wait',
    SDMA: 'memory',
    AddAllReduceV2: 'communication',
    hcom_send__1_0_1: 'communication',
  });
});

const gpu = { categories: { GPU: 'kernel' } };

test('GPU: args that only collectives have tell one whose name does not', async () => {
  const kinds = await kindsOf(
    `
    GPU 0 / stream 7   : [gemm] [nameless] [almost]
  `,
    {
      ...gpu,
      events: {
        nameless: { args: { 'Collective name': 'allreduce', 'Group size': 8 } },
        almost: { args: { note: 'Collective name', inner: { 'Collective name': 'allreduce' } } },
      },
    },
  );
  // It also makes its stream one of collectives; what is on it besides stays what it is.
  expect(kinds).toEqual({ gemm: 'compute', nameless: 'communication', almost: 'compute' });
});

test('GPU: only kernels, copies and fills are tasks; annotations are no device time', async () => {
  const kinds = await kindsOf(
    `
    python / thread 1  : [aten::mm] [ncclAllReduceCall]
    GPU 0 / stream 7   :   [gemm]  [copy]  [fill]
    GPU 0 / stream 7   :   [ProfilerStep#1            ]
    GPU 0 / stream 20  :      [ncclDevKernel_AllReduce]
  `,
    {
      ...gpu,
      events: {
        copy: { cat: 'gpu_memcpy' },
        fill: { cat: 'gpu_memset' },
        'ProfilerStep#1': { cat: 'gpu_user_annotation' },
      },
    },
  );
  expect(kinds).toEqual({ gemm: 'compute', copy: 'memory', fill: 'memory', ncclDevKernel_AllReduce: 'communication' });
});

test('what a name alone does not tell, the other kernels on its stream do', async () => {
  const picture = `
    GPU 0 / stream 7   : [my_moe::combine] [gemm]
    GPU 0 / stream 20  : [ncclDevKernel_Broadcast] [my_moe::dispatch] [at::native::copy]
    GPU 0 / NCCL       : [comm::barrier]
  `;
  expect(await kindsOf(picture, gpu)).toEqual({
    'my_moe::combine': 'compute',
    gemm: 'compute',
    ncclDevKernel_Broadcast: 'communication',
    'my_moe::dispatch': 'communication',
    'at::native::copy': 'compute',
    'comm::barrier': 'communication',
  });
});

test.each(['mtia_ccp_events', 'hpu_op'])('devices whose kernels are called %s', async (category) => {
  const picture = `
    Python / Thread 1 : [aten::mm]
    Device 0 / queue  :   [matmul] [ncclAllReduce]
  `;
  expect(await kindsOf(picture, { categories: { Device: category } })).toEqual({
    matmul: 'compute',
    ncclAllReduce: 'communication',
  });
  // Beside kernels they are something else.
  const events = { matmul: { cat: 'kernel' } };
  expect(await kindsOf(picture, { categories: { Device: category }, events })).toEqual({ matmul: 'compute' });
});
