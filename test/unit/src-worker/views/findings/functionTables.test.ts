import { expect, test } from 'vitest';
import type { FunctionClass } from '../../../../../src-contract';
import { findingsWorker } from '../../../../../src-worker/views/findings';
import { cells, records, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

const { tables } = findingsWorker;

async function functions(path: string, ofClass: FunctionClass) {
  const dump = await sharedContext(dumpPath(path));
  return { dump, table: await tables['findings.functions'](dump, { class: ofClass }) };
}

describeDumps('of real dumps', () => {
  test('a function leads to its longest execution, and to its ranks', async () => {
    const { dump, table } = await functions('ascend/text_level1_2ranks', 'communication');
    const [own] = records(table);
    expect(own).toMatchObject({ name: 'allReduce', transport: 'HCCS', direction: 'both', ranks: 2, count: 8 });
    // 101,963.203 and 96,359.047 µs are not overlapped (step_trace_time.csv).
    expect(own.meanBeta).toBeCloseTo((65.367 + 62.6162) / 2, 3);
    const view = await dump.timeline(Number(own.rankIndex));
    expect(view?.summary(Number(own.slice))).toMatchObject({
      name: 'hcom_allReduce__586_0_1',
      durationNs: own.longestNs,
    });
    const ranks = await tables['findings.functionRanks'](dump, { class: 'communication', key: String(own.key) });
    expect(cells(ranks, 'rank')).toEqual([0, 1]);
    expect(cells(ranks, 'beta').map(Number)[0]).toBeCloseTo((100 * 101_963.203) / 155_985.8, 3);
  });

  test('kernels of a file lead to their slices too; of what does not exist there are no ranks', async () => {
    const { dump, table } = await functions('ascend/text_level1_2ranks', 'compute');
    for (const own of records(table).slice(0, 10)) {
      const view = await dump.timeline(Number(own.rankIndex));
      expect(view?.summary(Number(own.slice)).name).toBe(own.name);
    }
    const none = await tables['findings.functionRanks'](dump, { class: 'compute', key: '__proto__' });
    expect(none.rowCount).toBe(0);
  });

  test('a Python path is told apart by its innermost frame', async () => {
    const { table } = await functions('ascend/text_level1_2ranks', 'python');
    const [own] = records(table);
    expect(own.name).toBe('<built-in method item of Tensor object>');
    expect(String(own.path)).toMatch(/^<string>\(1\): <module>\|.*\|<built-in method item of Tensor object>$/);
    expect(String(own.key)).toContain(String(own.path));
  });

  test('a limit holds for the tables as for the findings', async () => {
    const { dump, table } = await functions('ascend/text_level1_2ranks', 'runtime');
    const high = await tables['findings.functions'](dump, { class: 'runtime', limits: { 'pattern.share': 0.5 } });
    const over = (own: typeof table) => cells(own, 'abnormal').filter((count) => count !== 0).length;
    expect([over(table), over(high)]).toEqual([4, 1]);
  });
});
