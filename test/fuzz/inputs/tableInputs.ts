import { basename } from 'node:path';
import { type Input, MAX_INPUT_BYTES } from '../format';
import { demoFiles } from './demo';
import { readThose, realDumps } from './realDumps';

const TEXT = 'ascend/text_level1_2ranks/rank0_ascend_pt';
const PIPELINE = 'ascend/pp2_dp2_4ranks_no_timeline/rank_0_ascend_pt';
const OLD = 'ascend/old_columns_2ranks/test_rank_1';
const CLUSTER = 'ascend/cluster_analysis_output_16ranks';
const OUTPUT = 'ASCEND_PROFILER_OUTPUT';

/** Each kind of table, of the versions that differ. */
const CSV_PATHS = [
  ...[
    'kernel_details',
    'operator_details',
    'operator_memory',
    'memory_record',
    'npu_module_mem',
    'step_trace_time',
  ].map((name) => `${TEXT}/${OUTPUT}/${name}.csv`),
  ...['op_statistic', 'api_statistic', 'l2_cache'].map((name) => `${TEXT}/${OUTPUT}/${name}.csv`),
  ...['kernel_details', 'operator_memory', 'memory_record', 'npu_module_mem', 'step_trace_time'].map(
    (name) => `${PIPELINE}/${OUTPUT}/${name}.csv`,
  ),
  ...['kernel_details', 'operator_details', 'static_op_mem', 'memory_record'].map(
    (name) => `${OLD}/${OUTPUT}/${name}.csv`,
  ),
  `${CLUSTER}/cluster_step_trace_time.csv`,
];

const JSON_PATHS = [
  `${TEXT}/${OUTPUT}/communication.json`,
  `${TEXT}/${OUTPUT}/communication_matrix.json`,
  `${TEXT}/profiler_info_0.json`,
  `${TEXT}/profiler_metadata.json`,
  `${PIPELINE}/${OUTPUT}/communication.json`,
  `${PIPELINE}/${OUTPUT}/communication_matrix.json`,
  `${PIPELINE}/profiler_info_0.json`,
  `${PIPELINE}/profiler_metadata.json`,
  `${OLD}/${OUTPUT}/communication.json`,
  `${CLUSTER}/cluster_communication.json`,
  `${CLUSTER}/cluster_communication_matrix.json`,
];

/** Larger ones only take longer. */
const MOST_ROWS_BYTES = 12_000;

export async function csvInputs(): Promise<readonly Input[]> {
  const files = await tableFiles(CSV_PATHS, (path) => path.endsWith('.csv'));
  return files.map(([path, bytes]) => inputOf(path, cutCsv(bytes, MOST_ROWS_BYTES)));
}

export async function jsonInputs(): Promise<readonly Input[]> {
  const isTable = (path: string) => path.endsWith('.json') && !/trace_view|truth/.test(path);
  const files = await tableFiles(JSON_PATHS, isTable);
  return files.filter(([, bytes]) => bytes.length <= MAX_INPUT_BYTES).map(([path, bytes]) => inputOf(path, bytes));
}

async function tableFiles(paths: readonly string[], isWanted: (path: string) => boolean) {
  const folder = realDumps();
  if (folder) return readThose(folder, paths);
  // Of the demo's ranks one is enough.
  const [first] = [...(await demoFiles()).keys()].filter((path) => path.includes('_ascend_pt'));
  const rank = first.split('/')[0];
  return [...(await demoFiles())].filter(([path]) => path.startsWith(rank) && isWanted(path));
}

const STEPS = 'Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n1,9,1,1,2,3\n2,8,1,1,2,3\n';

const CLUSTER_STEPS = Buffer.from(STEPS.replace(/^(?=\d)/gm, 'rank,0,').replace('Step', 'Type,Index,Step'));

/** In a rank's folder of its own, or a job's; the steps of a rank are there, so that every tab has something. */
function inputOf(path: string, bytes: Buffer): Input {
  const name = basename(path);
  if (path.startsWith(CLUSTER)) {
    const beside = name.endsWith('.csv')
      ? {}
      : { 'cluster_analysis_output/cluster_step_trace_time.csv': CLUSTER_STEPS };
    return { name: path, bytes, path: `cluster_analysis_output/${name}`, beside };
  }
  const folder = name.startsWith('profiler_') ? 'rank0_ascend_pt' : `rank0_ascend_pt/${OUTPUT}`;
  const beside = name.startsWith('step_trace')
    ? {}
    : { [`rank0_ascend_pt/${OUTPUT}/step_trace_time.csv`]: Buffer.from(STEPS) };
  return { name: path, bytes, path: `${folder}/${name}`, beside };
}

/** The first rows of a table; a row whose cells span lines stays whole. */
export function cutCsv(bytes: Buffer, mostBytes: number): Buffer {
  if (bytes.length <= mostBytes) return bytes;
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < mostBytes; at++) {
    if (bytes[at] === 0x22) isQuoted = !isQuoted;
    else if (bytes[at] === 0x0a && !isQuoted) end = at + 1;
  }
  return bytes.subarray(0, end);
}
