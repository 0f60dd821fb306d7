import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { edgeValue, timeBaseNs, traceEdges } from '../../../../src-worker/files/traceEdges';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFile } from '../../../fixtures/indexed';

const facts = '"deviceProperties": [{"id": 0, "name": "H100"}], "baseTimeNanoseconds": 1719853884000000001';
/** So long that the head and the end of the file have nothing in common. */
const events = (args = '') =>
  `"traceEvents": [${Array.from({ length: 3000 }, (_, i) => `{"ph":"X","ts":${i},"dur":1,"name":"a","args":{${args}}}`).join(',\n')}]`;

const edgesOf = (text: string) => traceEdges(temporaryFile('trace.json', text));

describe('what a trace says of itself', () => {
  test.each([
    ['before its events', `{${facts}, ${events()}}`],
    ['behind them', `{${events()}, "traceName": "a.json", ${facts}}`],
    ['with spaces behind it', `{${events()}, ${facts}\n}\n  `],
    ['in a file that is shorter than an edge', `{"traceEvents": [], ${facts}}`],
  ])('%s', async (_, text) => {
    const edges = await edgesOf(text);
    expect(edgeValue(edges, 'deviceProperties')).toEqual([{ id: 0, name: 'H100' }]);
    // Above 2^53: no float64 has it.
    expect(timeBaseNs(edges)).toBe(1719853884000000001n);
  });

  test('packed', async () => {
    const path = temporaryFile('trace.json.gz', gzipSync(`{${events()}, ${facts}}`));
    expect(timeBaseNs(await traceEdges(path))).toBe(1719853884000000001n);
  });

  test('is not what the args of its events say', async () => {
    const edges = await edgesOf(`{${events(facts)}}`);
    expect(edgeValue(edges, 'deviceProperties')).toBeUndefined();
    expect(timeBaseNs(edges)).toBe(0n);
  });

  test('is nothing where the file is damaged, or not there', async () => {
    expect(timeBaseNs(await edgesOf(`{${events()}, ${facts}`))).toBe(0n);
    expect(await traceEdges('/nowhere/trace.json')).toEqual({ head: '', tail: '' });
  });
});

describeDumps('real traces of PyTorch', () => {
  test('device and clock stand behind the events', async () => {
    const edges = await traceEdges(dumpPath('kineto/tracelens/h100/gaunernst_bert-small-uncased__1016001.json.gz'));
    expect(edgeValue(edges, 'deviceProperties')).toMatchObject([{ name: 'NVIDIA H100 80GB HBM3' }]);
    expect(timeBaseNs(edges)).toBe(1751410836000000000n);
  });
});
