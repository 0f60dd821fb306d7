import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { indexFiles, indexText, type ListedSlice, listSlices } from '../../../fixtures/indexed';
import { nsOfMicroseconds } from '../../../fixtures/referenceTrace';

const outputs = [0, 1].map((rank) =>
  dumpPath('ascend', 'text_level1_2ranks', `rank${rank}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT'),
);
const lanes = ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'];

function sumNs(slices: readonly ListedSlice[], lane: string): bigint {
  return slices
    .filter(({ laneName, tid, isComputed }) => laneName === lane && (tid !== '' || isComputed))
    .reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0n);
}

/** The columns of step_trace_time.csv, summed over its steps, in ns. */
function stepTimes(output: string): Map<string, bigint> {
  const [header, ...rows] = readFileSync(`${output}/step_trace_time.csv`, 'utf8').trim().split(/\r?\n/);
  const sums = new Map<string, bigint>();
  for (const row of rows)
    header.split(',').forEach((column, i) => {
      sums.set(column, (sums.get(column) ?? 0n) + (nsOfMicroseconds(row.split(',')[i]) ?? 0n));
    });
  return sums;
}

/** The dump without its Overlap Analysis process: every event of that pid left out. */
function withoutOverlapAnalysis(text: string): string {
  const events: { ph: string; name: string; pid: number; args?: { name?: string } }[] = JSON.parse(text);
  const pid = events.find(({ name, args }) => name === 'process_name' && args?.name === 'Overlap Analysis')?.pid;
  expect(pid).toBeDefined();
  return JSON.stringify(events.filter((event) => event.pid !== pid));
}

describeDumps('overlap analysis', () => {
  test('every rank with a timeline and step_trace_time.csv is looked at', () => {
    for (const output of outputs) {
      expect(existsSync(`${output}/trace_view.json`)).toBe(true);
      expect(existsSync(`${output}/step_trace_time.csv`)).toBe(true);
    }
  });

  test.each(outputs)('the lanes of %s sum to step_trace_time.csv, to 0.001 µs', async (output) => {
    const indexed = await indexFiles([`${output}/trace_view.json`]);
    const overlap = indexed.summary.groups.filter(({ kind }) => kind === 'overlap');
    expect(overlap).toHaveLength(1);
    const slices = listSlices(indexed).filter(({ pid }) => pid === overlap[0].pid);
    expect(slices.some(({ isComputed }) => isComputed)).toBe(false);
    const times = stepTimes(output);
    for (const lane of lanes) {
      const difference = sumNs(slices, lane) - (times.get(lane) ?? -1n);
      expect(Math.abs(Number(difference)), lane).toBeLessThanOrEqual(1);
    }
    const overlapped = sumNs(slices, 'Communication') - sumNs(slices, 'Communication(Not Overlapped)');
    expect(Math.abs(Number(overlapped - (times.get('Overlapped') ?? -1n)))).toBeLessThanOrEqual(1);
  });

  test.each(outputs)('computed lanes of %s agree with its own, slice by slice', async (output) => {
    const text = readFileSync(`${output}/trace_view.json`, 'utf8');
    const own = listSlices(await indexFiles([`${output}/trace_view.json`]));
    const without = withoutOverlapAnalysis(text);
    const computed = await indexText(without);
    const found = listSlices(computed).filter(({ isComputed }) => isComputed);
    expect(computed.summary.groups.filter(({ kind }) => kind === 'overlap')).toHaveLength(1);
    for (const lane of lanes) {
      const expected = joined(own.filter(({ laneName, name }) => laneName === lane && name === lane));
      const slices = found.filter(({ laneName }) => laneName === lane).sort((a, b) => Number(a.startNs - b.startNs));
      expect(slices.length, lane).toBeGreaterThan(0);
      expect({ lane, count: slices.length }).toEqual({ lane, count: expected.length });
      let worstNs = 0;
      slices.forEach((slice, i) => {
        const off = [slice.startNs - expected[i].startNs, slice.endNs - expected[i].endNs].map((ns) =>
          Math.abs(Number(ns)),
        );
        worstNs = Math.max(worstNs, ...off);
      });
      expect(worstNs, `${lane}: farthest border, ns`).toBeLessThanOrEqual(5);
    }
  });

  test('a dump without a device gets no computed lanes', async () => {
    const indexed = await indexText('[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"aten::add","cat":"cpu_op"}]');
    expect(indexed.summary.groups.map(({ kind }) => kind)).not.toContain('overlap');
  });
});

/** Slices that touch (or overlap by rounding) made one: the dump splits a lane where a kernel ends, though another runs on. */
function joined(slices: readonly ListedSlice[]): { startNs: bigint; endNs: bigint }[] {
  const result: { startNs: bigint; endNs: bigint }[] = [];
  for (const { startNs, endNs } of [...slices].sort((a, b) => Number(a.startNs - b.startNs))) {
    const last = result.at(-1);
    if (last && startNs <= last.endNs) {
      if (endNs > last.endNs) last.endNs = endNs;
    } else if (endNs > startNs) result.push({ startNs, endNs });
  }
  return result;
}
