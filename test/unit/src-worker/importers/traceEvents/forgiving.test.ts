/** What is mended or passed over in a trace: how often it is told, and at which byte. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { indexFiles, indexText, listSlices, temporaryFile } from '../../../../fixtures/indexed';

const event = (name: string, ts: number | string, rest = '"ph":"X","dur":2') => `{"name":"${name}","ts":${ts},${rest}}`;
const [A, B] = [event('a', 1), event('b', 5)];

interface Told {
  readonly skipped: readonly string[];
  readonly notices: readonly string[];
  /** In the order of time. */
  readonly names: readonly string[];
}

async function told(text: string): Promise<Told> {
  const indexed = await indexText(text);
  expect(indexed.status).toBe('ready');
  const { skipped, notices } = indexed.summary;
  const shown = listSlices(indexed).sort((a, b) => Number(a.startNs - b.startNs));
  return {
    skipped: skipped.map(({ notice, eventCount, byteOffsets }) => `${notice.code} ${eventCount}@${byteOffsets.join()}`),
    notices: notices.map(({ code, params, byteOffset }) => `${code} ${params.count ?? ''}@${byteOffset ?? ''}`),
    names: shown.map(({ name }) => name),
  };
}

const all: Told = { skipped: [], notices: [], names: ['a', 'b'] };

describe('nothing is missing, and only what may matter is told', () => {
  test.each([
    ['a trailing comma', `[${A},${B},]`, []],
    ['several documents', `[${A}]\n[${B}]`, []],
    ['a byte order mark', `\ufeff[${A},${B}]`, []],
    ['CRLF', `[\r\n${A},\r\n${B}\r\n]\r\n`, []],
    ['no metadata at all', `[${A},${B}]`, []],
    ['out of order', `[${B},${A}]`, []],
    ['no ]', `[${A},${B}`, [`missing-bracket @${A.length + B.length + 2}`]],
    ['a trailing comma and no ]', `[${A},${B},`, [`missing-bracket @${A.length + B.length + 3}`]],
    ['events one a line', `${A}\n${B}\n`, ['events-without-list @0']],
    ['events one a line behind another object', `{"a":1}\n${A}\n${B}`, ['events-without-list @8']],
    ['events of a list that begins in another file', `${A},${B}]`, []],
    ['no duration', `[${A},${event('b', 5, '"ph":"X"')}]`, ['missing-duration 1@']],
    ['NaN for a duration', `[${A},${event('b', 5, '"ph":"X","dur":NaN')}]`, ['bad-duration 1@']],
  ])('%s', async (_what, text, notices) => {
    expect(await told(text)).toEqual({ ...all, notices });
  });

  test('a single event', async () => {
    expect(await told(A)).toEqual({ skipped: [], notices: ['events-without-list @0'], names: ['a'] });
  });

  test('events one a line, of more than a block', async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => event('a', i, '"ph":"X","dur":1,"args":{"a":"a text"}'));
    const { summary } = await indexText(lines.join('\n'));
    expect(summary.eventCounts).toEqual({ X: 100_000 });
    expect(summary.notices.map(({ code }) => code)).toEqual(['events-without-list']);
  });

  test('control characters in strings', async () => {
    expect(await told(`[${A},${event('b\u0001\n', 5)}]`)).toEqual({ ...all, names: ['a', 'b\u0001\n'] });
  });

  test('gzip of several members', async () => {
    const bytes = Buffer.concat([`[${A},`, `${B}]`].map((text) => gzipSync(text)));
    const indexed = await indexFiles([temporaryFile('a.json.gz', bytes)]);
    expect(indexed.summary).toMatchObject({ eventCounts: { X: 2 }, skipped: [], notices: [] });
  });
});

describe('what is passed over is counted, with its bytes', () => {
  const at = A.length + 2;
  test.each([
    ['no time', `{"name":"c","ph":"X"}`, `no-timestamp 1@${at}`],
    ['NaN for a time', event('c', 'NaN'), `no-timestamp 1@${at}`],
    ['no phase', `{"name":"c","ts":3}`, `no-phase 1@${at}`],
    ['a phase that nobody knows', event('c', 3, '"ph":"?"'), `unknown-phase 1@${at}`],
    ['an end that nothing began', event('c', 3, '"ph":"E"'), `unmatched-end 1@${at}`],
    ['a counter without values', event('c', 3, '"ph":"C"'), `counter-without-values 1@${at}`],
    ['no object', '7', `not-an-event 1@${at}`],
    ['a damaged one', '{"name":"c" "ts"', `damaged-json 1@${at}`],
  ])('%s', async (_what, wrong, skipped) => {
    expect(await told(`[${A},${wrong},${B}]`)).toEqual({ ...all, skipped: [skipped] });
  });

  test('a file that ends within an event', async () => {
    const text = `[${A},${B},${event('c', 9).slice(0, 20)}`;
    const skipped = [`truncated-event 1@${A.length + B.length + 3}`];
    expect(await told(text)).toEqual({ ...all, skipped });
  });

  test('a begin that never ends reaches to the end of the trace, and is counted', async () => {
    const begun = event('c', 3, '"ph":"B"');
    expect(await told(`[${A},${begun},${B}]`)).toEqual({
      ...all,
      names: ['a', 'c', 'b'],
      notices: ['unfinished-slices 1@'],
    });
  });
});

describe('every kind of event of Chrome’s is shown', () => {
  test.each([
    ['asynchronous, nested', ['b', 'n', 'e'], '"id":"0x1","cat":"net"', ['net'], 2],
    ['asynchronous, as it was before', ['S', 'T', 'F'], '"id":1,"cat":"net"', ['net'], 2],
    ['instants', ['i', 'I', 'R'], '"s":"t"', ['Trace'], 3],
    ['objects made, seen and gone', ['N', 'O', 'D'], '"id":"0x2"', ['Trace'], 3],
    ['begins and ends', ['B', 'E'], '"args":{}', ['Trace'], 1],
  ] as const)('%s', async (_what, phases, rest, lanes, slices) => {
    const text = phases.map((phase, i) => event('x', i + 1, `"ph":"${phase}",${rest}`)).join();
    const { summary } = await indexText(`[${text}]`);
    expect(summary.skipped).toEqual([]);
    expect(summary.eventCounts).toEqual(Object.fromEntries(phases.map((phase) => [phase, 1])));
    expect(summary.lanes.map(({ name }) => name)).toEqual(lanes);
    const counts = summary.lanes.map(({ content }) => (content.kind === 'slices' ? content.sliceCount : 0));
    expect(counts).toEqual([slices]);
  });

  test('counters of one name with different ids are different counters', async () => {
    const own = (id: string, value: number) => event('mem', 1, `"ph":"C","id":${id},"args":{"v":${value}}`);
    const { summary } = await indexText(
      `[${own('"a"', 1)},${own('7', 5)},${own('"a"', 2)},${event('mem', 1, '"ph":"C","args":{"v":9}')}]`,
    );
    expect(summary.lanes.map(({ name }) => name).sort()).toEqual(['mem', 'mem[7]', 'mem[a]']);
  });

  test('counters, a series for each of their values', async () => {
    const { summary } = await indexText(`[${event('mem', 1, '"ph":"C","args":{"used":3,"free":"5","note":"x"}')}]`);
    expect(summary.lanes).toMatchObject([{ name: 'mem', content: { kind: 'counter' } }]);
    const [lane] = summary.lanes;
    expect(lane.content.kind === 'counter' && lane.content.series.map(({ name }) => name)).toEqual(['used', 'free']);
  });
});

describe('metadata with the time 0 before events of epoch times', () => {
  const metadata = '{"ph":"M","name":"process_name","pid":1,"tid":0,"ts":0,"args":{"name":"python"}}';
  const late = event('late', '1700000000123456.789');
  const text = `[${metadata},${late},${metadata}]`;

  test.each([
    ['plain', text],
    ['packed', gzipSync(text)],
    ['more metadata than is looked at first', `[${new Array(2000).fill(metadata).join()},${late}]`],
  ])('costs no digit of theirs: %s', async (_form, trace) => {
    const indexed = await indexText(trace);
    const [{ startNs }] = listSlices(indexed);
    expect(startNs).toBe(1_700_000_000_123_456_789n);
    expect(indexed.summary.notices).toEqual([]);
  });
});
