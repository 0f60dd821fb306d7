import { basename } from 'node:path';
import type { Input } from '../format';
import { readThose, realDumps } from './realDumps';

/** Real ones, where there are any. */
const PATHS = [
  'minddata_pipeline_raw_0.csv',
  'pipeline_profiling_0.json',
  'pipeline_profiling_1.json',
  'device_queue_profiling_0.txt',
  'minddata_cpu_utilization_0.json',
  'step_trace_raw_0_detail_time.csv',
  'aicore_intermediate_1_detail.csv',
  'aicore_intermediate_1_type.csv',
  'flops_0.txt',
  'flops_1.txt',
  'flops_scope_0.json',
].map((name) => `mindspore/minddata/${name}`);

const tensor = { dtype: 'DT_INT64', intVal: '2' };
const node = (id: number) => ({
  ...{ node_id: id, name: `Op${id}`, fullname: `Default/Op${id}`, size: 0.25, allocated: id === 2 ? -0.5 : 0.25 },
  ...{ allocations: 1, inputs: [], outputs: [] },
});

/** As their documentation has those that no real one is at hand of. */
const MADE_UP: Readonly<Record<string, string>> = {
  'dataset_iterator_profiling_0.txt': '0 1 1 4 10\n0 2 1 4 10\n0 0 1 3 10\n1 64 1 0 10\n',
  'minddata_aicpu_0.txt': '1,queue_size,128,run,start,120.5,,,,,,end,150.5\n2,queue_size,3\n',
  'minddata_getnext_profiling_0.txt': '1 2 3 4 5\n0 128 1 2 10\n',
  'framework_raw_0.csv':
    'task_id,stream_id,block_dim,full_kernel_name,op_name,kernel_name,kernel_type,subgraph,op_info\n30,0,32,Default/fc/MatMul-op2,a,b,MatMul,Default,"{""input_0"": {""format"": ""ND"", ""data_type"": ""NUMBER_TYPE_FLOAT16"", ""shape"": ""32,1""}}"\n',
  'parallel_strategy_0.json': JSON.stringify({
    config: { rankId: 0, stageId: 0, parallelType: 'auto_parallel' },
    graph: {
      node: [
        {
          ...{ name: '2', opType: 'MatMul', fullName: 'Default/fc/MatMul-op2', scope: 'Default/fc' },
          attribute: [{ name: 'gen_strategy', value: { dtype: 'DT_TUPLE', values: [tensor, tensor] } }],
        },
      ],
    },
  }),
  'memory_usage_details_0.json': JSON.stringify({
    7: {
      ...{ graph_id: 7, static_mem: 1, fp_start: 1, bp_end: 2, lines: [1, 2, 3], nodes: [node(1), node(2), node(3)] },
      breakdowns: [[{ tensor_name: 'a:0', size: 1, shape: '2,3', life_start: 0, life_end: 1, format: 'ND' }], [], []],
    },
  }),
  'memory_usage_summary_0.json': '{"capacity": 30, "allocations": 3, "deallocations": 3, "peak_mem": 1.5}',
  'step_trace_0_1.csv':
    'Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),FP to BP Time(us),Iteration Refresh(us),Data Aug Bound(us)\n0,1,10,90,100,100,80,10,0\n0,2,110,190,200,100,80,10,10\n',
};

/** What makes a rank of the file's folder, whatever becomes of the file itself. */
function beside(name: string): Readonly<Record<string, Buffer>> {
  const device = /_(\d)/.exec(name)?.[1] ?? '0';
  const files: readonly (readonly [name: string, text: string])[] = [
    [`flops_${device}.txt`, 'full_kernel_name, FLOPs, FLOPS, FLOPS utilization\nDefault/Cast-op6, 333, 333, 33\n'],
    [
      `aicore_intermediate_${device}_type.csv`,
      'kernel_type,total_time,execution_frequency,percent\nCast,0.05,13,100\n',
    ],
  ];
  const [path, text] = files.find(([own]) => own !== name) ?? files[0];
  return { [path]: Buffer.from(text) };
}

/** The files that MindSpore writes for MindSpore Insight, each one. */
export async function insightInputs(): Promise<readonly Input[]> {
  const folder = realDumps();
  const real = folder ? readThose(folder, PATHS) : [];
  const madeUp = Object.entries(MADE_UP).map(([path, text]) => [path, Buffer.from(text)] as const);
  return [...real, ...madeUp].map(([path, bytes]) => {
    const name = basename(path);
    return { name, bytes, path: name, beside: beside(name) };
  });
}
