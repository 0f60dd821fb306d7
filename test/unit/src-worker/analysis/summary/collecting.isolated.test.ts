import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { summariesOf } from '../../../../../src-worker/analysis/summary/summarise';
import { collectGarbage } from '../../../../../src-worker/base/collectGarbage';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFolder } from '../../../../fixtures/indexed';

vi.mock('../../../../../src-worker/base/collectGarbage', { spy: true });
beforeEach(() => vi.mocked(collectGarbage).mockClear());

function folderWith(name: string, text: string): string {
  const folder = join(temporaryFolder(), 'node_1_20250804093321000_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return folder;
}

test('a summary has the heap collected for a timeline', async () => {
  const dump = await openContext(
    folderWith('trace_view.json', '[{"ph":"X","name":"op","pid":1,"tid":1,"ts":1000,"dur":5}]'),
  );
  expect(await summariesOf(dump, 'job')).toHaveLength(1);
  expect(collectGarbage).toHaveBeenCalled();
});

test('of tables alone it has not: a demo keeps thousands of ranks in the same heap, and each took seconds', async () => {
  const rows = ['Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type', 'PTA,1000.000,1,2,NPU:0'];
  const dump = await openContext(folderWith('memory_record.csv', `${rows.join('\n')}\n`));
  expect(await summariesOf(dump, 'job')).toHaveLength(1);
  expect(collectGarbage).not.toHaveBeenCalled();
});
