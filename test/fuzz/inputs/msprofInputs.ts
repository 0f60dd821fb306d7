import { basename } from 'node:path';
import type { Input } from '../format';
import { readThose, realDumps } from './realDumps';
import { cutTrace } from './traceInputs';

const REAL = 'mindspore/PROF_000001_20230818142704322_COJGGGCANRMICFBC/device_0/timeline';
const OUTPUT = 'PROF_1/mindstudio_profiler_output';

const rows = (header: string, row: (i: number) => string) =>
  Buffer.from(`${[header, ...Array.from({ length: 20 }, (_, i) => row(i))].join('\n')}\n`);

/** As msprof's documentation has them; of 20 rows. */
const TABLES: Readonly<Record<string, Buffer>> = {
  'op_summary_20240101.csv': rows(
    'Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),Block Dim,Input Shapes,Input Data Types,Output Shapes,aicore_time(us)',
    (i) =>
      `0,4294967295,${i},2,MatMul_${i},MatMulV2,AI_CORE,${1000 + 10 * i}.500\t,5.25,0.5,20,"""32,64;64,128""",FLOAT16;FLOAT16,"""32,128""",4.75`,
  ),
  'task_time_20240101.csv': rows(
    'Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)',
    (i) => `0,aclnnMm,KERNEL_AICORE,7,${i},2.5,${1000 + 10 * i}.000\t,${1002 + 10 * i}.500\t`,
  ),
  'communication_statistic_20240101.csv': rows(
    'Device_id,OP Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)',
    (i) => `0,hcom_allReduce_${i},4,100,10,25,40,5`,
  ),
  'op_statistic_20240101.csv': rows(
    'Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)',
    (i) => `0,Op${i},AI_CORE,4,100,10,25,40,5`,
  ),
  'api_statistic_20240101.csv': rows(
    'Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance',
    (i) => `host,acl,aclnnOp${i},100.5,4,25.125,10,40,3.5`,
  ),
  'aicpu_20240101.csv': rows(
    'Device_id,Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),Total_time(us),Stream ID,Task ID',
    (i) => `0,${1000 + i}\t,getnext_${i},1.5,0.5,3,1,4,3,${i}`,
  ),
  'l2_cache_20240101.csv': rows(
    'Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name',
    (i) => `0,1,${i},0.75,0.1,Op${i}`,
  ),
  'nic_20240101.csv': rows(
    'Device_id,Timestamp(us),Bandwidth(MB/s),Rx Bandwidth efficiency(%),rxPacket/s,rxError rate(%),rxDropped rate(%),Tx Bandwidth efficiency(%),txPacket/s,txError rate(%),txDropped rate(%),funcId',
    (i) => `0,${1000 + i}\t,12.5,0.1,3,0,0,0.2,4,0,0,0`,
  ),
  'step_trace_20240101.csv': rows(
    'Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),FP to BP Time(us),Iteration Refresh(us),Data Aug Bound(us),Model ID',
    (i) => `0,${i + 1},${100 * i + 10},${100 * i + 90},${100 * i + 100},100,80,10,10,1`,
  ),
  'npu_module_mem_20240101.csv': rows(
    'Device_id,Component,Timestamp(us),Total Reserved(KB),Device',
    (i) => `0,HCCL,${1000 + i}\t,${i * 64},NPU:0`,
  ),
};

const TRACE = Buffer.from(
  '[{"ph":"M","name":"process_name","pid":1,"args":{"name":"Ascend Hardware"}},{"ph":"M","name":"thread_name","pid":1,"tid":3,"args":{"name":"Stream 3"}},{"ph":"X","pid":1,"tid":3,"ts":"1000.000","dur":5,"name":"MatMul_0","args":{"Task Id":1}}]',
);

/** What msprof exports: timelines in parts, or by iteration as until 2023, and its tables beside one. */
export async function msprofInputs(): Promise<readonly Input[]> {
  const folder = realDumps();
  const names = ['msprof_0_2_1.json', 'hccl_0_2_1.json', 'step_trace_0_2_1.json', 'task_time_0_2_1.json'];
  const real = folder
    ? readThose(
        folder,
        names.map((name) => `${REAL}/${name}`),
      )
    : [];
  const older = real.map(([path, bytes]): Input => {
    const own = 'PROF_1/device_0/timeline';
    const second = basename(path).replace('_1.json', '_2.json');
    const name = basename(path);
    return { name, bytes: cutTrace(bytes, 15_000), path: `${own}/${name}`, beside: { [`${own}/${second}`]: TRACE } };
  });
  const beside = { [`${OUTPUT}/msprof_20240101.json`]: TRACE };
  const part = `${OUTPUT}/msprof_slice_1_20240101.json`;
  return [
    ...older,
    { name: 'a part', bytes: TRACE, path: part, beside: { [`${OUTPUT}/msprof_slice_0_20240101.json`]: TRACE } },
    ...Object.entries(TABLES).map(([name, bytes]): Input => ({ name, bytes, path: `${OUTPUT}/${name}`, beside })),
  ];
}
