import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ArgEntry } from '../../../../../src-contract';
import { readSliceArgs } from '../../../../../src-worker/query/slice/sliceArgs';
import { querySlice } from '../../../../../src-worker/query/slice/sliceDetails';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { indexFiles, temporaryFile } from '../../../../fixtures/indexed';

function trace(count: number, padding: (i: number) => number): string {
  const events = Array.from(
    { length: count },
    (_, i) =>
      `{"ph":"X","pid":1,"tid":${i % 3},"ts":${i * 10},"dur":5,"name":"op","args":{"i":${i},"s":"${'x'.repeat(padding(i))}"}}`,
  );
  return `[${events.join(',')}]`;
}

async function argsOf(path: string): Promise<Map<number, readonly ArgEntry[]>> {
  const { index } = await indexFiles([path]);
  const args = new Map<number, readonly ArgEntry[]>();
  await readSliceArgs(index, index.slices.startNs.keys(), (slice, entries) => args.set(slice, entries));
  return args;
}

test.each([
  ['plain', (text: string) => temporaryFile('trace.json', text)],
  ['gzip', (text: string) => temporaryFile('trace.json.gz', gzipSync(text))],
])('the args of all slices, in one pass over a %s file', async (_, write) => {
  // Some events are longer than the window that is read, some lie across its end.
  const path = write(trace(3000, (i) => (i === 1000 ? 3_000_000 : i % 997)));
  const { index } = await indexFiles([path]);
  const args = await argsOf(path);
  expect(args.size).toBe(3000);
  for (const [slice, entries] of args) {
    const i = index.slices.startNs[slice] / 10_000;
    expect(entries[0]).toEqual({ key: 'i', value: { kind: 'number', digits: String(i) } });
    expect(entries[1].value).toMatchObject({ text: 'x'.repeat(i === 1000 ? 3_000_000 : i % 997) });
  }
});

test('events among bytes that have changed are left out, the others are not', async () => {
  // Bytes are compared block by block: the second event is longer than a block.
  const text = trace(5, (i) => (i === 1 ? 3_000_000 : 2));
  const path = temporaryFile('trace.json', text);
  const { index } = await indexFiles([path]);
  writeFileSync(path, text.replace('"args":{"i":3', '"args":{"i":9'));
  const seen: number[] = [];
  await readSliceArgs(index, index.slices.startNs.keys(), (slice) => seen.push(index.slices.startNs[slice] / 10_000));
  expect(seen).toEqual([0]);
});

describeDumps('a real dump', () => {
  test('the same args as one slice at a time', async () => {
    const path = dumpPath('ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json');
    const { index, view } = await indexFiles([path]);
    const args = await argsOf(path);
    expect(args.size).toBeGreaterThan(3000);
    for (let slice = 0; slice < index.slices.startNs.length; slice += 97) {
      expect(args.get(slice) ?? []).toEqual((await querySlice(view, slice)).args);
    }
  });
});
