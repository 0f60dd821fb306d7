import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Input, MAX_INPUT_BYTES } from '../format';
import { wholeEvents } from '../program/wholeEvents';
import { demoFiles } from './demo';
import { readThose, realDumps } from './realDumps';

/** Of every writer one or two, small ones as they are. */
const PATHS = [
  'ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json',
  'ascend/msprof_analyze_2024/trace_view.json',
  'ascend/odd/aclgraph_string_pids.json',
  'ascend/odd/trace_view_tiny.json',
  'kineto/dlrm_8ranks_v100/worker0_step_12.1694128201545.pt.trace.json',
  'kineto/h100_transformer/dc3b0e7228dd_851.1752215573993169006.pt.trace.json',
  'kineto/cpu_only_half_instants.json',
  'kineto/hta/amd_trace/mi250_minitoy_train_ROCm6_2_kineto.json.gz',
  'kineto/hta/critical_path/cuda_event_sync/event_sync_trace.json.gz',
  'mindspore/PROF_000001_20230818142704322_COJGGGCANRMICFBC/device_0/timeline/msprof_0_2_1.json',
  'chrome/catapult/main_thread_has_unclosed_slices.json',
  'chrome/catapult/nestable_async.json',
  'chrome/catapult/flow_simple.json',
  'chrome/catapult/tall_trace.json',
  'chrome/catapult/trace-with-bad-world-bounds.json',
  'chrome/speedscope/multiprocess.json',
  'chrome/speedscope/simple-partial-trailing-comma.json',
];

/** Of the large ones: mutants of small files run faster, and find as much. */
const CUT_BYTES = [60_000, 30_000, MAX_INPUT_BYTES];

export async function traceInputs(): Promise<readonly Input[]> {
  const folder = realDumps();
  const files = folder
    ? readThose(folder, PATHS)
    : [...(await demoFiles())].filter(([path]) => path.endsWith('trace_view.json'));
  return files.map(([path, bytes], i) => {
    const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const fileName = basename(path).replace(/\.gz$/, '');
    return { name: path, bytes: cutTrace(text, CUT_BYTES[i % CUT_BYTES.length]), path: fileName, beside: {} };
  });
}

/**
 * A valid trace of at most so many bytes: metadata first, as many events as fit after it, from all over the file. Short
 * ones stay as they are.
 */
export function cutTrace(bytes: Buffer, mostBytes: number): Buffer {
  if (bytes.length <= mostBytes) return bytes;
  // The first events are the host's, the last ones counters: some of each.
  const stretch = 1_000_000;
  const starts = [0, Math.floor(bytes.length / 2), bytes.length - stretch].filter((start) => start >= 0);
  const texts = starts.flatMap((start) => {
    const part = bytes.subarray(start, start + stretch);
    return wholeEvents(part).map(({ from, to }) => part.toString('latin1', from, to));
  });
  const isMetadata = (text: string) => /"ph"\s*:\s*"M"/.test(text);
  const metadata = texts.filter(isMetadata).slice(0, 100);
  const others = texts.filter((text) => !isMetadata(text));
  const chosen: string[] = [];
  let left = mostBytes - 2;
  const take = (text: string) => {
    if (text.length + 1 > left) return;
    chosen.push(text);
    left -= text.length + 1;
  };
  metadata.forEach(take);
  // In runs of twenty, so that what nests stays together.
  const runs = Math.ceil(others.length / 20);
  const step = Math.max(1, Math.round((others.length * 250) / left / 20));
  for (let run = 0; run < runs; run += step) others.slice(run * 20, run * 20 + 20).forEach(take);
  return Buffer.from(`[${chosen.join(',')}]`, 'latin1');
}
