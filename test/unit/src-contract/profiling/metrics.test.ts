import { expect, test } from 'vitest';
import { metricsOfColumn } from '../../../../src-contract/profiling/metrics';

test('a column tells which set of counters fills it', () => {
  const told = {
    aic_mac_ratio: 'PipeUtilization',
    'aiv_vec_time(us)': 'PipeUtilization',
    vec_fp32_ratio: 'ArithmeticUtilization',
    aic_cube_fops: 'ArithmeticUtilization',
    'aic_main_mem_read_bw(GB/s)': 'Memory',
    'l0c_write_bw_cube(GB/s)': 'MemoryL0',
    'aiv_ub_read_bw_vector(GB/s)': 'MemoryUB',
    aiv_vec_bank_cflt_ratio: 'ResourceConflictRatio',
    aic_r0_read_cache_hit: 'L2Cache',
    'aic_GM_to_L1_datas(KB)': 'MemoryAccess',
  };
  expect(Object.fromEntries(Object.keys(told).map((header) => [header, metricsOfColumn(header)]))).toEqual(told);
});

test('a column that each set has, or none, tells of none', () => {
  expect(['aicore_time(us)', 'aic_total_cycles', 'Duration(us)', 'Name', '', 'toString'].map(metricsOfColumn)).toEqual(
    Array(6).fill(undefined),
  );
});
