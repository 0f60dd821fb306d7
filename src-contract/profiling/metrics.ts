/**
 * Sets of counters of the AI Cores: a profile has one of them. Sources: `aclprofAicoreMetrics` (CANN 8.5, aclpythondevg_01_0929)
 * for the columns, torch_npu's `AiCMetrics` and msprof's `--aic-metrics` for names and products, MindSpore's
 * `DynamicProfilerMonitor` (2.5) for the numbers.
 */

export const aicMetrics = [
  'PipeUtilization',
  'ArithmeticUtilization',
  'Memory',
  'MemoryL0',
  'MemoryUB',
  'ResourceConflictRatio',
  'L2Cache',
  'MemoryAccess',
] as const;
export type AicMetrics = (typeof aicMetrics)[number];

export interface MetricsFacts {
  /** Of op_summary and kernel_details, without the core (`aic_`, `aiv_`) before and the unit behind. */
  readonly columns: readonly string[];
  /** The Atlas training products before A2 have not got it. */
  readonly fromA2: boolean;
  /** As MindSpore up to 2.4 writes it; undefined: it cannot. */
  readonly mindsporeNumber: number | undefined;
}

const cachePorts = ['read_cache_hit', 'read_cache_miss_allocate'];

export const metricsFacts: Readonly<Record<AicMetrics, MetricsFacts>> = {
  PipeUtilization: {
    columns: ['vec', 'mac', 'scalar', 'mte1', 'mte2', 'mte3', 'fixpipe']
      .flatMap((unit) => [`${unit}_ratio`, `${unit}_time`])
      .concat('icache_miss_rate'),
    fromA2: false,
    mindsporeNumber: 0,
  },
  ArithmeticUtilization: {
    columns: [
      ...['mac_fp16_ratio', 'mac_int8_ratio', 'cube_fops'],
      ...['vec_fp32_ratio', 'vec_fp16_ratio', 'vec_int32_ratio', 'vec_int16_ratio', 'vec_misc_ratio', 'vector_fops'],
    ],
    fromA2: false,
    mindsporeNumber: 1,
  },
  Memory: {
    columns: ['ub', 'l1', 'l2', 'main_mem'].flatMap((place) => [`${place}_read_bw`, `${place}_write_bw`]),
    fromA2: false,
    mindsporeNumber: 2,
  },
  MemoryL0: {
    columns: [
      ...['scalar_ld_ratio', 'scalar_st_ratio'],
      ...['l0a', 'l0b', 'l0c'].flatMap((place) => [`${place}_read_bw`, `${place}_write_bw`]),
      ...['l0c_read_bw_cube', 'l0c_write_bw_cube'],
    ],
    fromA2: false,
    mindsporeNumber: 3,
  },
  MemoryUB: {
    columns: ['vector', 'scalar', 'mte'].flatMap((unit) => [`ub_read_bw_${unit}`, `ub_write_bw_${unit}`]),
    fromA2: false,
    mindsporeNumber: 4,
  },
  ResourceConflictRatio: {
    columns: [
      ...['vec_bankgroup_cflt_ratio', 'vec_bank_cflt_ratio', 'vec_resc_cflt_ratio'],
      ...['mte1', 'mte2', 'mte3', 'cube', 'vec'].map((unit) => `${unit}_iq_full_ratio`),
      'iq_full_ratio',
    ],
    fromA2: false,
    mindsporeNumber: 5,
  },
  L2Cache: {
    columns: [
      ...['write_cache_hit', 'write_cache_miss_allocate'],
      ...['r0', 'r1'].flatMap((port) => cachePorts.map((column) => `${port}_${column}`)),
    ],
    fromA2: true,
    mindsporeNumber: 6,
  },
  MemoryAccess: {
    columns: [
      ...['read_main_memory_datas', 'write_main_memory_datas', 'gm_to_l1_datas', 'l0c_to_l1_datas', 'l0c_to_gm_datas'],
      ...['gm_to_ub_datas', 'ub_to_gm_datas'],
    ],
    fromA2: true,
    mindsporeNumber: undefined,
  },
};

const setOfColumn: ReadonlyMap<string, AicMetrics> = new Map(
  aicMetrics.flatMap((set) => metricsFacts[set].columns.map((column) => [column, set] as const)),
);

/** Which set fills a column of op_summary or kernel_details, by its header: "aic_mac_ratio"; undefined: none of them alone. */
export function metricsOfColumn(header: string): AicMetrics | undefined {
  const plain = header
    .toLowerCase()
    .replace(/\(.*\)$/, '')
    .replace(/^ai[cv]_/, '');
  return setOfColumn.get(plain);
}
