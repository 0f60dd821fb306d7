import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';

const { programPath } = builtWorker();

test('of a table it is said what is wrong with the file that it is made of', () => {
  const folder = join(temporaryFolder(), 'host_1_ascend_pt');
  const output = join(folder, 'ASCEND_PROFILER_OUTPUT');
  mkdirSync(output, { recursive: true });
  writeFileSync(join(folder, 'profiler_info_0.json'), '{"rank_id": 0}');
  const rows = ['Name,Type,Start Time(us),Duration(us)', 'a,MatMul,1736412474714000.125\t,2.5', 'b,MatMul,17364124747'];
  writeFileSync(join(output, 'kernel_details.csv'), rows.join('\n'));
  const home = temporaryFolder();
  const { stdout, stderr, status } = spawnSync('node', [programPath, 'export', folder, '--table', 'operator.kernels'], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home },
  });
  expect(status).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(2);
  expect(stderr).toContain('Wrote 1 row.');
  expect(stderr).toMatch(/warning: The table ends in the middle of a row.* \(\S*kernel_details\.csv at byte \d+\)/);
});
