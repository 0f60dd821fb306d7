import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectivesOf } from '../../../../../src-worker/model/collectives/collectives';
import { matchableCollectives } from '../../../../../src-worker/model/collectives/matchable';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFolder } from '../../../../fixtures/indexed';

type Args = Readonly<Record<string, unknown>>;
const GPU = 0;
const HOST = 4711;

/** A kernel on a stream, times in µs. */
const kernel = (stream: number, name: string, ts: number, dur: number, args: Args = {}) => {
  return { ph: 'X', cat: 'kernel', name, pid: GPU, tid: stream, ts, dur, args };
};
const host = (cat: string, name: string, ts: number, dur: number, args: Args = {}) => {
  return { ph: 'X', cat, name, pid: HOST, tid: HOST, ts, dur, args };
};
/** A launch from the host at `from` to the kernel that starts at `to`. */
const launch = (id: number, from: number, stream: number, to: number) => [
  { ph: 's', cat: 'ac2g', name: 'ac2g', id, pid: HOST, tid: HOST, ts: from },
  { ph: 'f', cat: 'ac2g', name: 'ac2g', id, pid: GPU, tid: stream, ts: to, bp: 'e' },
];
const streams = (...numbers: readonly number[]) =>
  numbers.map((tid) => ({ ph: 'M', name: 'thread_name', pid: GPU, tid, ts: 0, args: { name: `stream ${tid}` } }));

/** One file a rank, as PyTorch writes them. */
async function open(...ranks: readonly (readonly unknown[])[]) {
  return openWith({}, ...ranks);
}

/** `info`: beside rank and number of ranks in `distributedInfo`. */
async function openWith(info: Args, ...ranks: readonly (readonly unknown[])[]) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'job'));
  for (const [rank, traceEvents] of ranks.entries()) {
    const distributedInfo = { backend: 'nccl', rank, world_size: ranks.length, ...info };
    const text = JSON.stringify({ schemaVersion: 1, distributedInfo, traceEvents });
    writeFileSync(join(folder, 'job', `worker${rank}.1700000000000.pt.trace.json`), text);
  }
  return openContext(join(folder, 'job'));
}

const allReduce = 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)';
const sendRecv = 'ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)';
const group = (name: string, ranks: string, description = 'undefined') => ({
  'Process Group Name': name,
  'Process Group Description': description,
  'Process Group Ranks': ranks,
});
const call = (name: string, seq: number, nelems: number, dtype = 'Float') => ({
  'Collective name': name,
  'In msg nelems': nelems,
  'Out msg nelems': nelems,
  'Group size': 2,
  dtype,
  Seq: seq,
});

describe('collectives of a GPU trace', () => {
  test('group, number and size are those of the kernel’s args', async () => {
    const dump = await open([
      ...streams(7, 20),
      kernel(7, 'sgemm', 100, 50),
      kernel(20, allReduce, 110, 30, { ...call('allreduce', 41, 1000), ...group('0', '[0, 1]', 'default_pg') }),
      kernel(20, allReduce, 150, 30, { ...call('_allgather_base', 7, 64, 'BFloat16'), ...group('3', '[0, 2]') }),
      kernel(20, sendRecv, 190, 30, { ...call('all_to_all', 42, 8, 'Long'), ...group('0', '[0, 1]', 'default_pg') }),
    ]);
    const { ops, groups, sources } = await collectivesOf(dump);
    expect(ops.map(({ name, type, kind, group, sizeBytes }) => [name, type, kind, group, sizeBytes])).toEqual([
      ['allReduce Seq 41', 'allReduce', 'collective', '0 [0, 1]', 4000],
      ['allGather Seq 7', 'allGather', 'collective', '3 [0, 2]', 128],
      ['allToAll Seq 42', 'allToAll', 'collective', '0 [0, 1]', 64],
    ]);
    expect([...groups.values()].map(({ name, ranks }) => [name, ranks])).toEqual([
      ['default_pg', [0, 1]],
      ['3', [0, 2]],
    ]);
    expect([...sources]).toEqual(['timeline']);
  });

  test('ranks that the writer has left out of a long list are known where they are evenly spaced', async () => {
    const ranksOf = async (text: string, size: number) => {
      const args = { ...call('allreduce', 1, 1), ...group('0', text), 'Group size': size };
      const dump = await open([...streams(20), kernel(20, allReduce, 110, 30, args)]);
      return [...(await collectivesOf(dump)).groups.values()][0].ranks;
    };
    expect(await ranksOf('[0, 8, 16, ..., 504]', 64)).toEqual(Array.from({ length: 64 }, (_, at) => at * 8));
    expect(await ranksOf('[0, 8, 17, ..., 504]', 64)).toEqual([]);
    expect(await ranksOf('[0, 8, 16, ..., 505]', 64)).toEqual([]);
  });

  test('what the kernel does not tell, the host’s call does that launched it, not one at the same time', async () => {
    const dump = await open([
      ...streams(20),
      host('cpu_op', 'record_param_comms', 10, 40, { ...call('broadcast', 5, 10, 'Half'), ...group('2', '[0, 1]') }),
      host('user_annotation', 'nccl:broadcast', 12, 30, { 'Input Dims': [[10]], 'Input type': ['c10::Half'] }),
      host('cuda_runtime', 'cudaLaunchKernelExC', 20, 5),
      // Runs when the second call is made.
      host('user_annotation', 'nccl:all_reduce', 100, 60, { 'Input Dims': [[4, 5]], 'Input type': ['float'] }),
      host('cuda_runtime', 'cudaLaunchKernelExC', 110, 5),
      kernel(20, 'ncclDevKernel_Broadcast_RING_LL(x)', 112, 20),
      kernel(20, allReduce, 140, 30),
      ...launch(1, 20, 20, 112),
      ...launch(2, 110, 20, 140),
    ]);
    const { ops } = await collectivesOf(dump);
    expect(ops.map(({ name, group, sizeBytes }) => [name, group, sizeBytes])).toEqual([
      ['broadcast Seq 5', '2 [0, 1]', 20],
      ['allReduce 80 B #1', 'stream 1', 80],
    ]);
  });

  test('groups have the names of pg_config; one alone is that of kernels which tell of none', async () => {
    const pg_config = [{ pg_name: '0', pg_desc: 'default_pg', pg_size: 2, ranks: [0, 1] }];
    const trace = [
      ...streams(20),
      kernel(20, allReduce, 110, 30, { ...call('allreduce', 41, 1000), ...group('0', '[0, 1]', '') }),
      kernel(20, allReduce, 210, 30),
    ];
    const { ops, groups } = await collectivesOf(await openWith({ pg_config }, trace, trace));
    expect(new Set(ops.map((op) => op.group))).toEqual(new Set(['0 [0, 1]']));
    expect([...groups.values()]).toEqual([{ key: '0 [0, 1]', name: 'default_pg', ranks: [0, 1] }]);
  });

  test('a kernel called SendRecv is what its annotation says, also where that stands around it on the device', async () => {
    const around = { ph: 'X', cat: 'gpu_user_annotation', name: 'nccl:all_to_all', pid: GPU, tid: 20, ts: 99, dur: 52 };
    const dump = await open([...streams(20), around, kernel(20, sendRecv, 100, 50), kernel(20, sendRecv, 200, 50)]);
    const { ops } = await collectivesOf(dump);
    expect(ops.map(({ type, kind }) => [type, kind])).toEqual([
      ['allToAll', 'collective'],
      ['sendRecv', 'p2p'],
    ]);
  });

  test('ranks match by number; without, by the n-th of type and size, though one begins later and streams differ', async () => {
    const sized = (id: number, stream: number, ts: number, elements: number) => [
      host('user_annotation', 'nccl:all_reduce', ts - 80, 10, { 'Input Dims': [[elements]], 'Input type': ['float'] }),
      host('cuda_runtime', 'cudaLaunchKernel', ts - 75, 2),
      kernel(stream, allReduce, ts, 10),
      ...launch(id, ts - 75, stream, ts),
    ];
    const dump = await open(
      [...streams(20), ...sized(1, 20, 1000, 5), ...sized(2, 20, 2000, 9), ...sized(3, 20, 3000, 5)],
      [...streams(24), ...sized(1, 24, 2007, 9), ...sized(2, 24, 3007, 5)],
    );
    const [one, other] = await Promise.all(dump.ranks.map((rank) => matchableCollectives(dump, rank)));
    const ends = new Map(one.map(({ key, endNs }) => [key, endNs]));
    // The recording of the second began behind the first all-reduce of 20 bytes: those of 36 match all the same.
    const apart = other.map(({ key, endNs }) => endNs - (ends.get(key) ?? Number.NaN));
    expect(apart).toContain(7000);
    expect(one.map(({ endsTogether }) => endsTogether)).toEqual([true, true, true]);
  });
});

describeDumps('eight ranks of a DLRM', () => {
  test('each has eight collectives, of the types and sizes of its annotations', async () => {
    const dump = await openContext(dumpPath('kineto', 'dlrm_8ranks_v100'));
    const { ops, groups } = await collectivesOf(dump);
    expect([ops.length, groups.size]).toEqual([64, 1]);
    for (const { index } of dump.ranks) {
      const own = ops.filter(({ rank }) => rank === index);
      // Read from the file by hand: nccl:all_to_all of 6144 floats, 24 longs, 384 and 3392 ints, …
      expect(own.map(({ type, sizeBytes }) => [type, sizeBytes])).toEqual([
        ['allToAll', 24_576],
        ['allToAll', 192],
        ['allToAll', 1536],
        ['allToAll', 13_568],
        ['allReduce', 1_576_964],
        ['allToAll', 24_576],
        ['allReduce', 448],
        ['allReduce', 907_840],
      ]);
    }
  });
});
