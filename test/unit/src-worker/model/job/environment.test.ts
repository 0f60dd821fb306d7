import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownEnvironment, knownVariables } from '../../../../../src-worker/model/job/environment';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFolder } from '../../../../fixtures/indexed';

/** What is known of the environment of a rank whose profiler wrote that beside its tables. */
async function known(metadata: unknown) {
  const rank = join(temporaryFolder(), 'host_1_20260101000000000_ascend_pt');
  mkdirSync(join(rank, 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
  writeFileSync(
    join(rank, 'ASCEND_PROFILER_OUTPUT', 'step_trace_time.csv'),
    'Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n1,10,1,1,2,1\n',
  );
  if (metadata !== undefined) writeFileSync(join(rank, 'profiler_metadata.json'), JSON.stringify(metadata));
  const dump = await openContext(rank);
  return knownEnvironment(dump, dump.ranks[0]);
}

test('of what was recorded the variables of the table, as texts; what is no value of a variable is left out', async () => {
  const ENV_VARIABLES = {
    TASK_QUEUE_ENABLE: ' 2 ',
    ACLNN_CACHE_LIMIT: 10_000,
    CPU_AFFINITY_CONF: '',
    HOST_CACHE_CAPACITY: ['20'],
    ASCEND_LAUNCH_BLOCKING: null,
    LD_LIBRARY_PATH: '/usr/lib',
  };
  expect(await known({ ENV_VARIABLES })).toEqual({
    TASK_QUEUE_ENABLE: '2',
    ACLNN_CACHE_LIMIT: '10000',
    CPU_AFFINITY_CONF: '',
  });
});

test('names of the table are looked for as recorded, and not in what every object has', async () => {
  const names = ['constructor', 'toString', '__proto__'];
  expect(knownVariables.some(({ name }) => names.includes(name))).toBe(false);
  expect(await known({ ENV_VARIABLES: {} })).toEqual({});
});

test('nothing recorded is not the same as nothing set', async () => {
  expect(await known(undefined)).toBeUndefined();
  expect(await known({ parallel_group_info: {} })).toBeUndefined();
  for (const odd of ['TASK_QUEUE_ENABLE=2', ['TASK_QUEUE_ENABLE'], null, 7])
    expect(await known({ ENV_VARIABLES: odd })).toBeUndefined();
});

describeDumps('as torch_npu writes it', () => {
  test('into profiler_metadata.json and into the database: what it records and was not set is an empty text, the rest is not known', async () => {
    for (const path of ['ascend/text_level1_2ranks', 'ascend/db_level1_2ranks']) {
      const dump = await sharedContext(dumpPath(path));
      for (const rank of dump.ranks) {
        const own = await knownEnvironment(dump, rank);
        expect(own).toMatchObject({ ASCEND_LAUNCH_BLOCKING: '', ACLNN_CACHE_LIMIT: '' });
        expect(own).not.toHaveProperty('TASK_QUEUE_ENABLE');
      }
    }
  });
});
