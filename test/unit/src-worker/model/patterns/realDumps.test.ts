/** Ratios of real dumps against a plain loop over what their files say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RankPatterns, rankPatterns } from '../../../../../src-worker/model/patterns/rankPatterns';
import { sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

interface Span {
  readonly name: string;
  /** ns since the first event. */
  readonly from: number;
  readonly to: number;
}

/** Decimals of µs as ns, digit by digit; the fourth decimal rounds. */
function ns(us: string | number): bigint {
  const [whole, part = ''] = String(us).trim().split('.');
  const digits = part.padEnd(4, '0');
  return BigInt(whole) * 1000n + BigInt(digits.slice(0, 3)) + (digits[3] >= '5' ? 1n : 0n);
}

/** Length of the union of the spans less that of what any of `less` covers: by cutting all at all borders. */
function plainNs(spans: readonly Span[], less: readonly Span[]): number {
  const borders = [...new Set([...spans, ...less].flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  let sum = 0;
  for (const [at, from] of borders.slice(0, -1).entries()) {
    const isIn = (own: Span) => own.from <= from && from < own.to;
    if (spans.some(isIn) && !less.some(isIn)) sum += borders[at + 1] - from;
  }
  return sum;
}

async function patterns(path: string, rank = 0): Promise<RankPatterns> {
  const dump = await sharedContext(dumpPath(path));
  const own = await rankPatterns(dump, dump.ranks[rank]);
  if (!own) throw new Error(`${path} has no patterns`);
  return own;
}

function exposed({ functions }: RankPatterns, name: string): number {
  return functions.filter((own) => own.name === name).reduce((sum, own) => sum + own.exposedNs, 0);
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly ts: string | number;
  readonly dur: string | number;
  readonly pid: number;
  readonly tid: number;
  readonly cat?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

function spansOf(events: readonly TraceEvent[], base: bigint): Span[] {
  return events.map(({ name, ts, dur }) => {
    const from = Number(ns(ts) - base);
    return { name, from, to: from + Number(ns(dur)) };
  });
}

/** Column of kernel_details.csv with a device; no cell before it has a comma in it. */
const DURATION = 10;

describeDumps('of the files', () => {
  test('text_level1: computing, collectives, memory operations and runtime calls of rank 0', async () => {
    const own = await patterns('ascend/text_level1_2ranks');
    const folder = join(dumpPath('ascend/text_level1_2ranks'), 'rank0_ascend_pt/ASCEND_PROFILER_OUTPUT');
    const events = JSON.parse(readFileSync(join(folder, 'trace_view.json'), 'utf8')) as TraceEvent[];
    const slices = events.filter(({ ph }) => ph === 'X');
    const threads = new Map(
      events
        .filter(({ ph, name }) => ph === 'M' && name === 'thread_name')
        .map((e) => [`${e.pid} ${e.tid}`, e.args?.name]),
    );
    const base = ns(slices[0].ts);
    const computing = spansOf(
      slices.filter((e) => threads.get(`${e.pid} ${e.tid}`) === 'Computing'),
      base,
    );
    // analyses.md §7
    expect(own.computingNs).toBe(8_873_756);
    expect(plainNs(computing, [])).toBe(8_873_756);
    for (const name of ['MEMCPY_ASYNC', 'SDMA', 'AscendCL@aclopCompileAndExecute', 'Node@launch']) {
      const members = spansOf(
        slices.filter((e) => e.name === name),
        base,
      );
      expect([name, exposed(own, name)]).toEqual([name, plainNs(members, computing)]);
    }
    const collectives = spansOf(
      slices.filter(({ name }) => /^hcom_allReduce__/.test(name)),
      base,
    );
    // All that is exposed but for collectives' own: what step_trace_time.csv calls not overlapped.
    expect(exposed(own, 'allReduce')).toBe(plainNs(collectives, computing));
    expect(exposed(own, 'allReduce') / 1000).toBeCloseTo(101_963.203, 3);
    const all = own.functions.find(({ name }) => name === 'allReduce');
    expect(all).toMatchObject({ transport: 'HCCS', count: 4, direction: 'both' });
  });

  test('dlrm: kernels by name, grid and block, and copies', async () => {
    const own = await patterns('kineto/dlrm_8ranks_v100');
    const file = join(dumpPath('kineto/dlrm_8ranks_v100'), 'worker0_step_12.1694128201545.pt.trace.json');
    const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] };
    const base = ns(traceEvents.find(({ ph }) => ph === 'X')?.ts ?? 0);
    const kernels = traceEvents.filter(({ cat, name }) => cat === 'kernel' && !name.startsWith('nccl'));
    expect(own.computingNs).toBe(plainNs(spansOf(kernels, base), []));
    const compute = own.functions.filter((one) => one.class === 'compute');
    expect(compute).toHaveLength(64);
    for (const { name, detail, count, exposedNs } of compute.slice(0, 20)) {
      const members = kernels.filter(
        (e) => e.name === name && detail === `grid ${String(e.args?.grid)} block ${String(e.args?.block)}`,
      );
      expect([name, detail, count, exposedNs]).toEqual([
        name,
        detail,
        members.length,
        plainNs(spansOf(members, base), []),
      ]);
    }
    const copies = traceEvents.filter(({ name }) => name.startsWith('Memcpy HtoD'));
    expect(exposed(own, 'Memcpy HtoD')).toBe(plainNs(spansOf(copies, base), spansOf(kernels, base)));
  });

  test('pp2: kernels and collectives of files, without a timeline', async () => {
    const computingUs = [231_290.1, undefined, 400_448.26];
    for (const rank of [0, 2]) {
      const own = await patterns('ascend/pp2_dp2_4ranks_no_timeline', rank);
      expect(own.computingNs / 1000).toBeCloseTo(computingUs[rank] ?? Number.NaN, 2);
      expect(own.freeNs.memory).toBeNaN();
    }
    const own = await patterns('ascend/pp2_dp2_4ranks_no_timeline');
    const folder = join(dumpPath('ascend/pp2_dp2_4ranks_no_timeline'), 'rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT');
    const lines = readFileSync(join(folder, 'kernel_details.csv'), 'utf8').split('\n');
    const attention = lines.filter((line) => line.includes(',aclnnFlashAttentionScoreGrad_'));
    const durations = attention.map((line) => Number(line.split(',')[DURATION]));
    const found = own.functions.find(({ name }) => name.startsWith('aclnnFlashAttentionScoreGrad_'));
    expect(found?.count).toBe(durations.length);
    expect((found?.exposedNs ?? 0) / 1000).toBeCloseTo(
      durations.reduce((sum, us) => sum + us, 0),
      1,
    );
  });
});
