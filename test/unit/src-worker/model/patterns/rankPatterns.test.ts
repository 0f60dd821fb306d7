import { expect, test } from 'vitest';
import type { FunctionPattern, RankPatterns } from '../../../../../src-worker/model/patterns/rankPatterns';
import { rankPatterns } from '../../../../../src-worker/model/patterns/rankPatterns';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFile } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';

interface Drawn {
  readonly name: string;
  readonly cat: string;
  readonly ts: number;
  readonly dur: number;
  readonly tid: number;
  readonly args?: object;
}

async function patternsOf(events: readonly Drawn[]): Promise<RankPatterns> {
  const traceEvents = events.map((own) => ({ ph: 'X', pid: 1, ...own }));
  const dump = await openContext(temporaryFile('trace.json', JSON.stringify({ traceEvents })));
  const patterns = await rankPatterns(dump, dump.ranks[0]);
  if (!patterns) throw new Error('The trace has no patterns');
  return patterns;
}

/** Of each µs, whether one of these is under way: the plainest loop there is. */
function underWay(events: readonly Drawn[], length: number): boolean[] {
  return Array.from({ length }, (_, us) => events.some(({ ts, dur }) => ts <= us && us < ts + dur));
}

const count = (is: readonly boolean[]) => is.filter(Boolean).length;

function found({ functions }: RankPatterns, name: string, detail = ''): FunctionPattern {
  const own = functions.filter((one) => one.name === name && one.detail === detail);
  expect(own.map((one) => `${one.name} ${one.detail}`)).toHaveLength(1);
  return own[0];
}

const STREAMS = [7, 8, 9];
const LENGTH = 400;

/** Kernels, copies and collectives on streams, calls on a thread: none overlaps another of its thread. */
function randomTrace(seed: number): Drawn[] {
  const random = new Random(seed);
  const events: Drawn[] = [];
  for (const tid of [1, ...STREAMS]) {
    let ts = random.integer(0, 10);
    while (ts < LENGTH - 20) {
      const dur = random.integer(1, 15);
      events.push({ ts, dur, tid, ...kindOf(random, tid) });
      ts += dur + random.integer(0, 12);
    }
  }
  return events;
}

function kindOf(random: Random, tid: number): Pick<Drawn, 'name' | 'cat' | 'args'> {
  if (tid === 1) return { name: random.pick(['cudaLaunchKernel', 'cudaMemcpyAsync']), cat: 'cuda_runtime' };
  if (tid === STREAMS[2]) return { name: 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)', cat: 'kernel' };
  if (random.chance(0.3))
    return { name: random.pick(['Memcpy HtoD (Pinned -> Device)', 'Memset (Device)']), cat: 'gpu_memcpy' };
  const grid = random.pick([
    [1, 1, 1],
    [8, 1, 1],
  ]);
  return { name: random.pick(['gemm', 'add']), cat: 'kernel', args: { grid, block: [128, 1, 1] } };
}

test.each([1, 2, 3])('β is what is under way while nothing computes, µs by µs (seed %i)', async (seed) => {
  const events = randomTrace(seed);
  const own = await patternsOf(events);
  const computing = events.filter(({ cat, name }) => cat === 'kernel' && !name.startsWith('nccl'));
  const collectives = events.filter(({ name }) => name.startsWith('nccl'));
  const [isComputing, isMoving] = [underWay(computing, LENGTH), underWay(collectives, LENGTH)];
  expect(own.computingNs).toBe(count(isComputing) * 1000);
  const isBusy = isComputing.map((is, us) => is || isMoving[us]);
  const [first, last] = [isBusy.indexOf(true), isBusy.lastIndexOf(true)];
  const isFree = isBusy.map((is, us) => !is && us > first && us < last);
  const check = (members: readonly Drawn[], pattern: FunctionPattern, isCompute = false) => {
    const is = underWay(members, LENGTH);
    expect(pattern.count).toBe(members.length);
    expect(pattern.exposedNs).toBe(1000 * count(is.map((own, us) => own && (isCompute || !isComputing[us]))));
    expect(pattern.freeNs).toBe(1000 * count(is.map((own, us) => own && isFree[us])));
    const mean = members.reduce((sum, { dur }) => sum + dur, 0) / members.length;
    expect(pattern.meanNs).toBeCloseTo(1000 * mean, 6);
    const variance = members.reduce((sum, { dur }) => sum + (dur - mean) ** 2, 0) / members.length;
    expect(pattern.deviationNs).toBeCloseTo(1000 * Math.sqrt(variance), 6);
    const sorted = members.map(({ dur }) => dur).sort((a, b) => a - b);
    const half = sorted.length / 2;
    const median = (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
    expect(pattern.medianNs).toBe(1000 * median);
    expect(pattern.calls.reduce((sum, one) => sum + one.count, 0)).toBe(members.length);
    for (const { fromNs, count: took } of pattern.calls) {
      const toNs = Math.log2(fromNs) % 1 === 0 ? 1.5 * fromNs : (4 / 3) * fromNs;
      expect(members.filter(({ dur }) => 1000 * dur >= fromNs && 1000 * dur < toNs)).toHaveLength(took);
    }
  };
  for (const name of ['gemm', 'add'])
    for (const width of [1, 8]) {
      const detail = `grid ${width},1,1 block 128,1,1`;
      const members = computing.filter(
        (one) => one.name === name && JSON.stringify(one.args).includes(`[${width},1,1]`),
      );
      check(members, found(own, name, detail), true);
    }
  check(
    events.filter(({ name }) => name.startsWith('Memcpy')),
    found(own, 'Memcpy HtoD'),
  );
  check(
    events.filter(({ name }) => name.startsWith('Memset')),
    found(own, 'Memset'),
  );
  check(collectives, found(own, 'allReduce RING_LL'));
  for (const name of ['cudaLaunchKernel', 'cudaMemcpyAsync'])
    check(
      events.filter((one) => one.name === name),
      found(own, name),
    );
  // Each ns of Free goes to the first class that has something then.
  const memory = underWay(
    events.filter(({ cat }) => cat === 'gpu_memcpy'),
    LENGTH,
  );
  const runtime = underWay(
    events.filter(({ cat }) => cat === 'cuda_runtime'),
    LENGTH,
  );
  expect(own.freeNs).toEqual({
    memory: 1000 * count(isFree.map((is, us) => is && memory[us])),
    runtime: 1000 * count(isFree.map((is, us) => is && !memory[us] && runtime[us])),
    python: 0,
  });
});

test('a Python path has its own time, without the frames it calls; addresses do not tell paths apart', async () => {
  const frame = (name: string, ts: number, dur: number) => ({ name, ts, dur, tid: 1, cat: 'python_function' });
  const own = await patternsOf([
    { name: 'gemm', cat: 'kernel', tid: 7, ts: 10, dur: 20 },
    { name: 'add', cat: 'kernel', tid: 7, ts: 90, dur: 10 },
    frame('train.py(1): main', 0, 100),
    frame('train.py(9): step', 20, 60),
    { name: 'aten::item', cat: 'cpu_op', tid: 1, ts: 40, dur: 30 },
    frame('<built-in method item of Tensor object at 0xab>', 45, 10),
    frame('<built-in method item of Tensor object at 0xcd>', 60, 5),
  ]);
  const main = 'train.py(1): main';
  const step = `${main}|train.py(9): step`;
  // main: 0–20 and 80–100, of which 10–20 and 90–100 compute; step: 20–80 less 20–30 and less 15 of item.
  expect(found(own, main).exposedNs).toBe(20_000);
  expect(found(own, step).exposedNs).toBe(35_000);
  expect(found(own, `${step}|<built-in method item of Tensor object>`)).toMatchObject({ count: 2, exposedNs: 15_000 });
  const python = own.functions.filter((one) => one.class === 'python');
  expect(python.reduce((ns, one) => ns + one.exposedNs, 0)).toBe(own.windowNs - own.computingNs);
  expect(own.freeNs.python).toBe(60_000);
});

test('of threads that launch work only those count, where arrows tell', async () => {
  const launch = { name: 'cudaLaunchKernel', cat: 'cuda_runtime', tid: 1, ts: 5, dur: 2, args: { correlation: 4 } };
  const own = await patternsOf([
    { name: 'gemm', cat: 'kernel', tid: 7, ts: 10, dur: 10, args: { correlation: 4 } },
    { name: 'main', cat: 'python_function', tid: 1, ts: 0, dur: 40 },
    launch,
    { name: 'wait for batches', cat: 'python_function', tid: 2, ts: 0, dur: 40 },
  ]);
  expect(own.functions.filter((one) => one.class === 'python').map(({ name }) => name)).toEqual(['main']);
});
