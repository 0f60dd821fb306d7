import type { DemoPlan } from '../options';
import { hostOf, namedGroupsOf, type RankPlace, worldSizeOf } from '../parallel';

const exportTypes = { text: ['text'], db: ['db'], both: ['text', 'db'] } as const;

/** Between the boots of one host and the next. */
const bootSpacingNs = 7_777_777_777_777n;

/**
 * profiler_info_N.json: how the run was profiled, and both clocks at its end. `endNs`: epoch ns by the rank's clock,
 * digits. The monotonic clock is one for all ranks of a host, however wrong their time of day may be.
 */
export function profilerInfo(place: RankPlace, plan: DemoPlan, endNs: string, aheadNs: number): string {
  const info = {
    config: {
      common_config: {
        activities: ['ProfilerActivity.CPU', 'ProfilerActivity.NPU'],
        schedule: { wait: 0, active: plan.steps, warmup: 1, repeat: 1, skip_first: 9 },
        record_shapes: true,
        profile_memory: true,
        with_stack: true,
        with_flops: false,
        with_modules: true,
      },
      experimental_config: {
        _profiler_level: 'Level1',
        _aic_metrics: 'ACL_AICORE_PIPE_UTILIZATION',
        _l2_cache: false,
        _msprof_tx: false,
        _data_simplification: true,
        record_op_args: false,
        _export_type: exportTypes[plan.form],
      },
    },
    start_info: { syscnt_enable: true, freq: 100, start_cnt: 5_120_000_000_000, start_monotonic: 51_200_000_000_000 },
    end_info: { collectionTimeEnd: '@collectionTimeEnd', MonotonicTimeEnd: '@monotonicTimeEnd' },
    rank_id: String(place.rank),
  };
  // Both are above 2^53: digits, not numbers.
  const host = BigInt(hostOf(place.rank, plan.layout));
  const monotonicNs = ((BigInt(endNs) - BigInt(aheadNs)) % 10n ** 15n) + host * bootSpacingNs;
  return JSON.stringify(info, undefined, 4)
    .replace('"@collectionTimeEnd"', endNs)
    .replace('"@monotonicTimeEnd"', String(monotonicNs));
}

/** profiler_metadata.json: parallel sizes, groups and environment. */
export function profilerMetadata(place: RankPlace, plan: DemoPlan): string {
  return JSON.stringify(metadataOf(place, plan), undefined, 4);
}

/** Its parts; META_DATA of a database has the same. */
export function metadataOf(place: RankPlace, plan: DemoPlan): Readonly<Record<string, object>> {
  const { sizes } = plan.layout;
  return {
    distributed_args: {
      tensor_model_parallel_size: sizes.tensor,
      pipeline_model_parallel_size: sizes.pipeline,
      data_parallel_size: sizes.data,
      context_parallel_size: sizes.context,
      expert_model_parallel_size: sizes.expert,
      sequence_parallel: false,
      rank: place.rank,
      world_size: worldSizeOf(sizes),
    },
    ENV_VARIABLES: {
      ASCEND_GLOBAL_LOG_LEVEL: '3',
      HCCL_RDMA_TC: '',
      HCCL_RDMA_SL: '',
      ACLNN_CACHE_LIMIT: '10000',
      HOST_CACHE_CAPACITY: '',
      ASCEND_ENHANCE_ENABLE: '',
      PYTORCH_NPU_ALLOC_CONF: 'expandable_segments:True',
      ASCEND_LAUNCH_BLOCKING: '',
      TASK_QUEUE_ENABLE: '2',
    },
    parallel_group_info: Object.fromEntries(
      namedGroupsOf(place.rank, plan.layout).map(({ id, name, groupRank, globalRanks }) => [
        id,
        { group_name: name, group_rank: groupRank, global_ranks: globalRanks },
      ]),
    ),
  };
}
