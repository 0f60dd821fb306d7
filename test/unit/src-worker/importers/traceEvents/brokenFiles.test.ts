import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notATrace } from '../../../../../src-worker/importers/traceEvents/notATrace';
import { describeDumps, dumpPath, dumpsFolder } from '../../../../fixtures/dumps';
import { everyFileRows, shownRow } from '../../../../fixtures/everyFile';
import { folderState } from '../../../../fixtures/folderState';
import { indexFiles, indexText, listSlices, skippedCount, temporaryFile } from '../../../../fixtures/indexed';
import { fieldsOf, type ReferenceFields, readReference } from '../../../../fixtures/referenceTrace';

const broken = (name: string) => dumpPath('broken', name);

/** Events of the undamaged head of a file that ends at `endOffset`; `closing` is what is missing there. */
function headEvents(bytes: Uint8Array, endOffset: number, closing: string): ReferenceFields[] {
  const head = Buffer.concat([bytes.subarray(0, endOffset), Buffer.from(closing)]);
  return readReference(head).events.map(fieldsOf);
}

function countX(events: readonly ReferenceFields[]): number {
  return events.filter(({ phase, startNs }) => phase === 'X' && startNs !== undefined).length;
}

/** Where the last event of a truncated file begins: the last `{"ph"` or `"ph"` object that never closes. */
function lastEventStart(bytes: Uint8Array, opening: string): number {
  return Buffer.from(bytes).lastIndexOf(opening, undefined, 'latin1');
}

describeDumps('damaged files are read as far as they go, and it is said where they break', () => {
  let before: string[];
  beforeAll(() => {
    before = folderState(dumpPath('broken'));
  });
  afterAll(() => {
    expect(folderState(dumpPath('broken')), 'something was written beside the data').toEqual(before);
  });

  const rows = everyFileRows();
  const looked = new Set<string>();
  /** With its sentences, as everyFile.tsv has them. */
  async function indexBroken(path: string) {
    const name = relative(dumpsFolder, path);
    looked.add(name);
    const indexed = await indexFiles([path]);
    expect(shownRow(name, indexed)).toEqual(rows.get(name));
    return indexed;
  }

  test('Ascend trace cut off in the middle of an event', async () => {
    const path = broken('trunc_mid_event_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json');
    const bytes = readFileSync(path);
    const cut = lastEventStart(bytes, '{"ph": "') >= 0 ? lastEventStart(bytes, ', {"') + 2 : -1;
    const { status, summary, ...indexed } = await indexBroken(path);
    expect(status).toBe('ready');
    expect(summary.skipped).toHaveLength(1);
    const [skipped] = summary.skipped;
    expect(skipped.notice).toMatchObject({ code: 'truncated-event', path, byteOffset: cut });
    expect(skipped.byteOffsets).toEqual([cut]);
    expect(skipped.eventCount).toBe(1);
    const head = headEvents(bytes, cut, ']');
    expect(Object.values(summary.eventCounts).reduce((a, b) => a + b, 0)).toBe(head.length);
    expect(listSlices({ ...indexed, summary }).filter(({ byteOffset }) => byteOffset >= 0)).toHaveLength(countX(head));
  });

  test('Kineto trace cut off', async () => {
    const path = broken('trunc_kineto.pt.trace.json');
    const bytes = readFileSync(path);
    const { status, summary, ...indexed } = await indexBroken(path);
    expect(status).toBe('ready');
    const [skipped] = summary.skipped;
    expect(skipped.notice).toMatchObject({ code: 'truncated-event', path });
    const cut = skipped.notice.byteOffset ?? -1;
    // From there on nothing closes: it is the start of the last event.
    expect(bytes[cut]).toBe(0x7b);
    expect(() => readReference(Buffer.concat([Buffer.from('['), bytes.subarray(cut)]))).toThrow();
    const head = headEvents(bytes, cut, ']}').filter(({ phase }) => phase !== '');
    expect(Object.values(summary.eventCounts).reduce((a, b) => a + b, 0)).toBe(head.length);
    expect(listSlices({ ...indexed, summary }).filter(({ byteOffset }) => byteOffset >= 0).length).toBe(
      head.filter(({ phase }) => phase === 'X' || phase === 'i').length,
    );
  });

  test('a missing ] alone loses nothing', async () => {
    const path = broken('trunc_no_closing_bracket_trace_view.json');
    const { status, summary } = await indexBroken(path);
    expect(status).toBe('ready');
    expect(summary.skipped).toEqual([]);
    expect(summary.eventCounts).toEqual({ X: 4384, C: 4431, s: 606, f: 611, M: 80 });
    expect(summary.notices.find(({ code }) => code === 'missing-bracket')).toMatchObject({
      severity: 'info',
      path,
      byteOffset: readFileSync(path).length,
    });
  });

  test('gzip cut off: what zlib can unpack is shown', async () => {
    const path = broken('trunc_gzip.pt.trace.json.gz');
    const { status, summary } = await indexBroken(path);
    expect(status).toBe('ready');
    const said = summary.notices.find(({ code }) => code === 'gzip-truncated');
    expect(said).toMatchObject({ severity: 'warning', path });
    const unpacked = gunzipSync(readFileSync(path), { finishFlush: 2 });
    // Nearly all that can be unpacked was, and the place named is within it.
    expect(said?.byteOffset).toBeGreaterThan(unpacked.length - (1 << 17));
    expect(said?.byteOffset).toBeLessThanOrEqual(unpacked.length);
    const complete = unpacked.toString('latin1').split('"ph":').length - 1;
    const shown = Object.values(summary.eventCounts).reduce((a, b) => a + b, 0);
    expect(shown).toBeGreaterThan(complete * 0.95);
  });

  test('gzip with a flipped bit: what came before is shown', async () => {
    const path = broken('bitflip_gzip.pt.trace.json.gz');
    const { status, summary } = await indexBroken(path);
    expect(status).toBe('ready');
    const said = summary.notices.find(({ code }) => code === 'gzip-damaged');
    expect(said).toMatchObject({ severity: 'warning', path });
    expect(said?.byteOffset).toBeGreaterThan(0);
    expect(Object.values(summary.eventCounts).reduce((a, b) => a + b, 0)).toBeGreaterThan(100);
  });

  test('a Git-LFS stub is named as one', async () => {
    const path = broken('git_lfs_stub_trace.json');
    const { status, summary } = await indexBroken(path);
    expect(status).toBe('failed');
    const said = summary.notices.find(({ severity }) => severity === 'error');
    expect(said).toMatchObject({ code: 'git-lfs-stub', path, byteOffset: 0, params: { sizeBytes: 134 } });
    expect(said?.message).toContain('git lfs pull');
  });

  test('NaN as a duration: the slice is shown with length zero, and counted', async () => {
    const path = broken('nan_dur_kineto.pt.trace.json');
    const text = readFileSync(path, 'latin1');
    const nan = [...text.matchAll(/"dur": ?(NaN|-?Infinity)/g)].length;
    expect(nan).toBeGreaterThan(0);
    const { status, summary, ...indexed } = await indexBroken(path);
    expect(status).toBe('ready');
    expect(summary.notices.find(({ code }) => code === 'bad-duration')).toMatchObject({ params: { count: nan } });
    const reference = readReference(readFileSync(path)).events.map(fieldsOf);
    expect(
      listSlices({ ...indexed, summary }).filter(({ isComputed }) => !isComputed).length + skippedCount(summary),
    ).toBe(reference.filter(({ phase }) => phase !== 'M' && phase !== 's' && phase !== 'f').length);
  });

  test('wrong UTF-8: the events are all there, and it is said', async () => {
    const path = broken('badutf8_kineto.pt.trace.json');
    const { status, summary } = await indexBroken(path);
    expect(status).toBe('ready');
    const reference = readReference(readFileSync(path)).events.map(fieldsOf);
    const counts: Record<string, number> = {};
    for (const { phase } of reference) counts[phase] = (counts[phase] ?? 0) + 1;
    expect(summary.eventCounts).toEqual(counts);
    const wrong = new Set(reference.map(({ name }) => name).filter((name) => name.includes('\ufffd')));
    expect(wrong.size).toBeGreaterThan(0);
    expect(summary.notices.find(({ code }) => code === 'invalid-utf8')?.params).toEqual({ count: wrong.size });
  });

  test('a table is no trace, is refused at its first byte, and is called what it is', async () => {
    const [name, code] = ['trunc_kernel_details.csv', 'table-not-known'];
    const path = broken(name);
    const { status, summary } = await indexBroken(path);
    expect(status).toBe('failed');
    expect(summary.notices.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code, path, byteOffset: 0 },
    ]);
  });

  test('all of them have been looked at', () => {
    const own = [...rows.values()].filter(
      ({ path, opens }) => path.startsWith('broken/') && !opens.startsWith('database'),
    );
    // Those that are valid: nothingDropped.test.ts.
    const damaged = own.map(({ path }) => path).filter((path) => !path.includes('VALID'));
    expect([...looked].sort()).toEqual(damaged);
  });
});

test.each([
  ['a.db', 'rubbish', 'database-not-sqlite'],
  ['kernels copy.csv', 'Name,Type\r\na,b\r\n', 'table-not-known'],
  ['a.json', 'version https://git-lfs.github.com/spec/v1\n', 'git-lfs-stub'],
  ['notes.txt', 'hello', 'not-json'],
  ['a.json', '\u0001', 'not-json'],
])('%s that begins with %j is called what it is', (name, head, code) => {
  expect(notATrace(`/dump/${name}`, head, { byteOffset: 0 }, 7)).toMatchObject({
    code,
    path: `/dump/${name}`,
    byteOffset: 0,
  });
});

test('an empty file says so', async () => {
  const { status, summary } = await indexText('');
  expect(status).toBe('failed');
  expect(summary.notices).toMatchObject([{ code: 'empty-file', severity: 'error', byteOffset: 0 }]);
});

describe('a damaged first byte', () => {
  const events =
    '{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"a"},{"ph":"X","pid":1,"tid":1,"ts":5,"dur":2,"name":"b"}';
  const base = '"baseTimeNanoseconds":1000000000';

  test.each([
    ['a list', '[', `${events}]`],
    ['an object', '{', `"traceEvents":[${events}],${base}}`],
    ['an object whose list comes late', '{', `${base},"deviceProperties":[{"id":0}],"traceEvents":[${events}]}`],
  ])('of %s: what follows is shown, with a notice', async (_what, first, rest) => {
    const whole = await indexText(first + rest);
    for (const damaged of ['\u0001', 'x']) {
      const { status, summary, values, view } = await indexText(damaged + rest);
      expect(status).toBe('ready');
      expect(listSlices({ summary, view }).map(({ name, startNs }) => [name, startNs])).toEqual(
        listSlices(whole).map(({ name, startNs }) => [name, startNs]),
      );
      expect(values).toEqual(whole.values);
      expect(summary.notices).toMatchObject([
        { code: 'damaged-start', severity: 'warning', byteOffset: 0, params: { skippedBytes: 1 } },
      ]);
      expect(skippedCount(summary)).toBe(0);
    }
  });

  test('text in which no event stands is still no trace', async () => {
    const { status, summary } = await indexText(`hello ${'x'.repeat(3 << 20)}`);
    expect(status).toBe('failed');
    expect(summary.notices).toMatchObject([{ code: 'not-json', byteOffset: 0 }]);
  });
});

describe('UTF-16', () => {
  const text = '{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"a"}]}';
  const bytes = (mark: string) => Buffer.from(mark + text, 'utf16le');

  test.each([
    ['LE', bytes(''), 1],
    ['BE', bytes('').swap16(), 0],
    ['LE with a mark', bytes('\ufeff'), 0],
    ['BE with a mark', bytes('\ufeff').swap16(), 0],
  ])('%s is said to be that, and nothing else', async (_, own, byteOffset) => {
    const { status, summary } = await indexFiles([temporaryFile('a.json', own)]);
    expect(status).toBe('failed');
    expect(summary.notices).toMatchObject([{ code: 'utf16', severity: 'error', byteOffset }]);
    expect(skippedCount(summary)).toBe(0);
  });
});

test('white space alone is no trace', async () => {
  const { status, summary } = await indexText('  \n\n ');
  expect(status).toBe('failed');
  expect(summary.notices.filter(({ severity }) => severity === 'error')).toHaveLength(1);
});

test('a trace without events is a trace', async () => {
  for (const text of ['[]', '[ ]\n', '{"traceEvents":[]}', '[', '\ufeff[]']) {
    const { status, summary } = await indexText(text);
    expect({ text, status }).toEqual({ text, status: 'ready' });
    expect(summary.notices.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

test.each(['{}', '[1,2,3]', '{"a":[{"b":1}]}', 'null', '"text"', '[{"a":1},{"b":2}]'])(
  'JSON that is no trace is refused: %s',
  async (text) => {
    const { status, summary } = await indexText(text);
    expect(status).toBe('failed');
    const errors = summary.notices.filter(({ severity }) => severity === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0].byteOffset).toBe(0);
  },
);
