import { expect, test } from 'vitest';
import { laneFile } from '../../../../../src-worker/importers/laneFile/laneFile';
import { readLaneFile } from '../../../../../src-worker/importers/laneFile/readLaneFile';
import { sourceAt } from '../../../../../src-worker/importers/traceEvents/eventPlaces';
import { temporaryFile } from '../../../../fixtures/indexed';

const baseNs = 1_736_412_474_000_000_000n;

async function readText(name: string, text: string | Uint8Array, unit?: 'us' | 'ms' | 's') {
  const path = temporaryFile(name, text);
  const options = {
    origin: 'clock',
    byNs: 0,
    baseNs,
    title: 'file',
    onBlock: () => {},
    ...(unit && { unit }),
  } as const;
  return { path, ...(await readLaneFile(path, options)) };
}

/** As plain numbers, by rank and lane. */
function shownOf({ ranks }: Awaited<ReturnType<typeof readText>>) {
  return [...ranks].map(([rank, { slices, samples }]) => ({
    rank,
    slices: [...slices].map(([lane, own]) => [
      lane,
      Array.from(own.startNs, (ns, i) => [own.names[own.name[i]!], ns, own.endNs[i]! - ns]),
    ]),
    samples: [...samples].map(([counter, { timeNs, value }]) => [counter, [...timeNs], [...value]]),
  }));
}

test('a row with a value is a sample, one without is an event; lanes and ranks by their columns, in order of time', async () => {
  const read = await readText(
    'events.csv',
    `time_us,name,value,duration_us,rank,lane,host
1736412474000003.001,fetch,,1.5,1,io,a
1736412474000001,power,12.5,,0,,b
1736412474000000.5,power,13,,0,,b
1736412474000002,stop,,,1,io,a
`,
  );
  expect(shownOf(read)).toEqual([
    {
      rank: 1,
      slices: [
        [
          'io',
          [
            ['stop', 2_000, 0],
            ['fetch', 3_001, 1_500],
          ],
        ],
      ],
      samples: [],
    },
    { rank: 0, slices: [], samples: [['power', [500, 1_000], [13, 12.5]]] },
  ]);
  expect(read.skipped).toEqual([]);
});

test('JSON lines: the same, digits of large numbers and escapes in names as they are', async () => {
  const read = await readText(
    'log.jsonl',
    `{"ts_ns": 1736412474000000123, "message": "say \\"hi\\"\\u001b[31m", "level": "INFO", "deep": {"a": [1, "}"]}}
{"ts_ns": 1736412474000000124, "dur_ns": 5, "message": "步骤"}
`,
  );
  expect(shownOf(read)).toEqual([
    {
      rank: undefined,
      slices: [
        [
          'file',
          [
            ['say "hi"\u001b[31m', 123, 0],
            ['步骤', 124, 5],
          ],
        ],
      ],
      samples: [],
    },
  ]);
});

test('columns without names or values are counters; cells that are no numbers are left out', async () => {
  const read = await readText('monitor.csv', 'time,power_w,temp\n1736412474,100,\n1736412474.0001,101.5,40\n', 's');
  expect(shownOf(read)).toEqual([
    {
      rank: undefined,
      slices: [],
      samples: [
        ['power_w', [0, 100_000], [100, 101.5]],
        ['temp', [100_000], [40]],
      ],
    },
  ]);
});

test('each line that makes nothing is listed with its byte, and those around it are shown', async () => {
  const long = 'x'.repeat(17 << 20);
  const lines = [
    'time_s,name,value,rank',
    '1736412474,a,1,0',
    'never,a,1,0',
    '1736412474.1,a,NaN,0',
    '1736412474.2,a,inf,0',
    '1736412474.3,a,2,first',
    `1736412474.4,${long},3,0`,
    '1736412474.5,\u001b]0;title\u0007\u001b[2J,4,0',
    '1836412474.5,a,4,0',
    '1736412474.6,a',
  ];
  const read = await readText('hostile.csv', lines.join('\n'));
  const offsetOf = (line: number) =>
    Buffer.byteLength(
      lines
        .slice(0, line)
        .map((own) => `${own}\n`)
        .join(''),
    );
  expect(Object.fromEntries(read.skipped.map(({ notice, byteOffsets }) => [notice.code, byteOffsets]))).toEqual({
    'lane-row-without-time': [offsetOf(2), offsetOf(8)],
    'lane-row-without-value': [offsetOf(3), offsetOf(4)],
    'lane-row-without-rank': [offsetOf(5)],
    'line-too-long': [offsetOf(6)],
    'line-unfinished': [offsetOf(9)],
  });
  expect(shownOf(read)).toEqual([
    {
      rank: 0,
      slices: [],
      samples: [
        ['a', [0], [1]],
        ['\u001b]0;title\u0007\u001b[2J', [500_000_000], [4]],
      ],
    },
  ]);
  expect(read.rowCount).toBe(lines.length - 1);
});

test('damaged JSON lines are listed, the last one as unfinished', async () => {
  const lines = ['{"time_ms":1736412474000,"name":"a"}', '{"time_ms":1}{', '[1]', '', '{"time_ms":173641247'];
  const read = await readText('log.ndjson', lines.join('\n'));
  expect(read.skipped.map(({ notice, byteOffsets }) => [notice.code, byteOffsets])).toEqual([
    ['line-damaged', [37, 52]],
    ['line-unfinished', [57]],
  ]);
});

test.each([
  ['nothing.csv', '', 'lane-file-without-header'],
  ['binary.csv', '\0\x01\x02,\0\n', 'lane-file-without-header'],
  ['numbers.csv', '1,2,3\n4,5,6\n', 'lane-file-without-columns'],
  ['broken.jsonl', '{"time": \n', 'lane-file-without-header'],
])('%s ends in a sentence', async (name, text, code) => {
  await expect(readText(name, text)).rejects.toMatchObject({ notice: { code } });
});

test('a file that is not there ends in a sentence', async () => {
  const options = { origin: 'clock', byNs: 0, baseNs, title: '', onBlock: () => {} } as const;
  await expect(readLaneFile('/no/such/file.csv', options)).rejects.toMatchObject({
    notice: { code: 'file-unreadable' },
  });
});

test('more rows or lanes than there may be are listed', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `${1736412474 + i},lane ${i},${i}`);
  const path = temporaryFile('many.csv', `time_s,name,value\n${rows.join('\n')}\n`);
  const options = { origin: 'clock', byNs: 0, baseNs, title: '', onBlock: () => {}, mostRows: 280 } as const;
  const { skipped, ranks } = await readLaneFile(path, options);
  expect(skipped.map(({ notice, eventCount }) => [notice.code, notice.params.limit, eventCount])).toEqual([
    ['lane-file-too-many-lanes', 256, 24],
    ['lane-rows-beyond', 280, 20],
  ]);
  expect(ranks.get(undefined)?.samples.size).toBe(256);
});

test('the other cells of a row are the args of its slice, read again', async () => {
  const text = 'time_us,name,note,bytes\n1,a,"x, ""y""\nz",12\n2,b,,1e3\n';
  const csv = temporaryFile('events.csv', text);
  const argsAt = async (path: string, offset: number) => {
    const event = await laneFile.readEvent({ importer: 'laneFile', paths: ['', path] }, sourceAt(1, offset));
    return event?.args;
  };
  expect(await argsAt(csv, text.indexOf('1,a'))).toEqual([
    { key: 'note', value: { kind: 'text', text: 'x, "y"\nz' } },
    { key: 'bytes', value: { kind: 'number', digits: '12' } },
  ]);
  expect(await argsAt(csv, text.indexOf('2,b'))).toEqual([{ key: 'bytes', value: { kind: 'number', digits: '1e3' } }]);
  const lines = temporaryFile('log.jsonl', '{"ts_us":1,"name":"a","id":18446744073709551615}\n');
  expect(await argsAt(lines, 0)).toEqual([{ key: 'id', value: { kind: 'number', digits: '18446744073709551615' } }]);
});

test('args of many rows are read again in whatever order, of each file once; those that are gone are left out', async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => `${i},a,"note ${i}\n${'x'.repeat(i % 90)}"\n`);
  const text = `time_us,name,note\n${rows.join('')}`;
  const lines = rows.map((_, i) => `{"ts_us":${i},"name":"a","note":"line ${i}"}\n`);
  const paths = [temporaryFile('events.csv', text), temporaryFile('log.jsonl', lines.join(''))];
  const offsetOf = (own: readonly string[], at: number) => own.slice(0, at).join('').length;
  const rowAt = (at: number) => sourceAt(0, 'time_us,name,note\n'.length + offsetOf(rows, at));
  const lineAt = (at: number) => sourceAt(1, offsetOf(lines, at));
  const sources = [rowAt(4_999), lineAt(7), rowAt(0), sourceAt(0, text.length + 10), lineAt(3), rowAt(1_234)];
  const read = new Map<number, unknown>();
  await laneFile.readEvents({ importer: 'laneFile', paths }, sources, (position, { args }) => {
    read.set(
      position,
      args?.map(({ value }) => (value.kind === 'text' ? value.text.split('\n')[0] : value)),
    );
  });
  expect([...read].sort(([a], [b]) => a - b)).toEqual([
    [0, ['note 4999']],
    [1, ['line 7']],
    [2, ['note 0']],
    [4, ['line 3']],
    [5, ['note 1234']],
  ]);
});

// 名称 in GBK.
test.each([
  ['a name', 'a.csv', 'ts_ns,name\n1736412474000000001,a\n1736412474000000002,\xc3\xfb\n', 53],
  ['a lane', 'a.csv', 'ts_ns,name,lane\n1736412474000000001,a,\xc3\xfb\n', 38],
  ['a counter’s header', 'a.csv', 'ts_ns,\xc3\xfb\n1736412474000000001,5\n', 6],
  ['a name of JSON lines', 'a.jsonl', '{"ts_ns": 1736412474000000001, "name": "\xc3\xfb"}\n', 40],
])('%s that is not in UTF-8 is told with its place', async (_, name, text, byteOffset) => {
  const { notices, rowCount } = await readText(name, Buffer.from(text, 'latin1'));
  expect(rowCount).toBeGreaterThan(0);
  expect(notices).toMatchObject([{ code: 'not-utf8', severity: 'warning', byteOffset }]);
});

test('a name in UTF-8 with the character that stands for other bytes is as it should be', async () => {
  expect((await readText('a.csv', 'ts_ns,name\n1736412474000000001,\ufffd\n')).notices).toEqual([]);
});
