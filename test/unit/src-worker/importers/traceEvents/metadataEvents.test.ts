import { expect, test } from 'vitest';
import { readMetadata } from '../../../../../src-worker/importers/traceEvents/metadataEvents';
import { Statement } from '../../../../../src-worker/index/columns/segmentColumns';
import { indexText, skippedCount } from '../../../../fixtures/indexed';

const SLICE = '{"ph":"X","ts":1,"dur":2,"pid":1,"tid":2,"name":"a"}';
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

async function groupOf(metadata: string) {
  const { summary } = await indexText(`[${metadata},${SLICE}]`);
  return { ...summary.groups[0], skipped: summary.skipped };
}

test('of metadata only what is used goes on, however deep the rest is', async () => {
  const args = `"args":{"x":${nested(4000)},"name":"proc","y":[[{}]]}`;
  const trace = `[{"ph":"M","name":"process_name","pid":1,${args},"z":${nested(4000)}},${SLICE}]`;
  const { summary, status } = await indexText(trace);
  expect(status).toBe('ready');
  expect(summary.groups[0].name).toBe('proc');
  expect(skippedCount(summary)).toBe(0);
  const bytes = new TextEncoder().encode(trace);
  // Anything else would be sent from thread to thread: nested deeply, it never arrives.
  expect(readMetadata(bytes, 1, bytes.length)).toMatchObject({ statement: Statement.processName });
});

test.each([
  ['"name":"a\\u00e9 \\"b\\""', 'aé "b"'],
  ['"name" : 12', '12'],
  ['"name":{"x":1}', 'Process 1'],
  ['"other":"x"', 'Process 1'],
])('{%s} names the process %s', async (args, name) => {
  expect((await groupOf(`{"ph":"M","name":"process_name","pid":1,"args":{${args}}}`)).name).toBe(name);
});

test('a sort index that is no number is none', async () => {
  const group = await groupOf('{"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":"first"}}');
  expect(group.name).toBe('Process 1');
});

test.each(['{"name":"p",1}', '{"name" "p"}', '{"name":}'])('args that are no JSON are listed: %s', async (args) => {
  const { skipped, name } = await groupOf(`{"ph":"M","name":"process_name","pid":1,"args":${args}}`);
  expect(name).toBe('Process 1');
  expect(skipped).toMatchObject([{ notice: { code: 'bad-metadata', byteOffset: 1 }, eventCount: 1 }]);
});
