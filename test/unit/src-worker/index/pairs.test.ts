import { describe, expect, test } from 'vitest';
import { createChunk } from '../../../../src-worker/index/columns/chunks';
import { MARK_COLUMNS } from '../../../../src-worker/index/columns/segmentColumns';
import { completePairs } from '../../../../src-worker/index/pairEvents';
import { querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { indexFiles, indexText, listSlices, skippedCount, temporaryFile } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

/** Name, start and end in µs, row of every slice made of B/E or async events, by start. */
async function slicesOf(...events: readonly string[]): Promise<string[]> {
  const indexed = await indexText(`[${events.join(',')}]`);
  return listSlices(indexed)
    .sort((a, b) => Number(a.startNs - b.startNs) || a.row - b.row)
    .map(({ name, startNs, endNs }) => `${name} ${startNs / 1000n}–${endNs / 1000n}`);
}

const event = (ph: string, ts: number, name = '', more = '') =>
  `{"ph":"${ph}","pid":1,"tid":1,"ts":${ts}${name ? `,"name":"${name}"` : ''}${more}}`;

describe('begin and end', () => {
  test('nest', async () => {
    expect(await slicesOf(event('B', 0, 'a'), event('B', 1, 'b'), event('E', 2, 'b'), event('E', 5, 'a'))).toEqual([
      'a 0–5',
      'b 1–2',
    ]);
  });

  test('an E without a name ends the innermost', async () => {
    expect(await slicesOf(event('B', 0, 'a'), event('B', 1, 'b'), event('E', 2), event('E', 5))).toEqual([
      'a 0–5',
      'b 1–2',
    ]);
  });

  test('an E with the name of an outer one ends that one', async () => {
    expect(await slicesOf(event('B', 0, 'a'), event('B', 1, 'b'), event('E', 2, 'a'), event('E', 5, 'b'))).toEqual([
      'a 0–2',
      'b 1–5',
    ]);
  });

  test('stand in the file in any order', async () => {
    expect(await slicesOf(event('E', 9, 'a'), event('B', 1, 'a'))).toEqual(['a 1–9']);
  });

  test('on different threads don’t mix', async () => {
    const other = event('B', 1, 'b').replace('"tid":1', '"tid":2');
    expect(
      await slicesOf(event('B', 0, 'a'), other, event('E', 3, 'b').replace('"tid":1', '"tid":2'), event('E', 5, 'a')),
    ).toEqual(['a 0–5', 'b 1–3']);
  });

  test('a B without an E reaches to the last time of the file, and it is said', async () => {
    const indexed = await indexText(`[${event('B', 0, 'a')},${event('X', 3, 'x', ',"dur":7')}]`);
    const [a] = listSlices(indexed).filter(({ name }) => name === 'a');
    expect(a.endNs).toBe(10_000n);
    expect(indexed.view.summary(a.slice).isUnfinished).toBe(true);
    expect(indexed.summary.notices).toMatchObject([{ code: 'unfinished-slices', params: { count: 1 } }]);
    expect(skippedCount(indexed.summary)).toBe(0);
  });

  test('an E without a B is listed with its offset', async () => {
    const x = event('X', 3, 'x', ',"dur":7');
    const { summary } = await indexText(`[${x},${event('E', 5, 'a')}]`);
    expect(summary.skipped).toMatchObject([
      { eventCount: 1, byteOffsets: [x.length + 2], notice: { code: 'unmatched-end' } },
    ]);
  });

  test('args of both are shown, B’s first', async () => {
    const path = temporaryFile(
      't.json',
      `[${event('B', 0, 'a', ',"args":{"x":1}')},${event('E', 5, 'a', ',"args":{"y":"2"}')}]`,
    );
    const indexed = await indexFiles([path]);
    expect((await querySlice(indexed.view, 0)).args).toEqual([
      { key: 'x', value: { kind: 'number', digits: '1' } },
      { key: 'y', value: { kind: 'text', text: '2' } },
    ]);
  });
});

test('ends of names far down cost what those at the top do, however many are open', () => {
  const count = 60_000;
  const cpuMs = (nameOfEnd: (i: number) => number) => {
    const marks = createChunk(MARK_COLUMNS, 2 * count);
    for (let i = 0; i < count; i++) {
      marks.columns.phase[i] = 'B'.charCodeAt(0);
      marks.columns.phase[count + i] = 'E'.charCodeAt(0);
      marks.columns.name[i] = i;
      marks.columns.name[count + i] = nameOfEnd(i);
    }
    for (let i = 0; i < 2 * count; i++) marks.columns.timeNs[i] = i;
    const before = process.cpuUsage();
    const pairs = completePairs([marks]);
    expect(pairs.filter(({ begin, end }) => marks.columns.name[begin] !== marks.columns.name[end])).toEqual([]);
    expect(pairs).toHaveLength(count);
    return process.cpuUsage(before).user / 1000;
  };
  const top = cpuMs((i) => count - 1 - i);
  // Looking through the stack from its top is two thousand million steps.
  expect(cpuMs((i) => i)).toBeLessThan(3 * top + 500);
});

test('each end takes the innermost begin of its name, or else the innermost of all, whatever else is open', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = new Random(seed);
    const marks = Array.from({ length: 200 }, (_, ts) => {
      return { ph: random.chance(0.6) ? 'B' : 'E', ts, name: 'abcde'[random.integer(0, 4)] };
    });
    const stack: typeof marks = [];
    const expected: string[] = [];
    for (const mark of marks) {
      if (mark.ph === 'B') {
        stack.push(mark);
        continue;
      }
      const at = stack.findLastIndex(({ name }) => name === mark.name);
      const [begin] = stack.splice(at < 0 ? stack.length - 1 : at, 1);
      if (begin) expected.push(`${begin.name} ${begin.ts}–${mark.ts}`);
    }
    for (const { name, ts } of stack) expected.push(`${name} ${ts}–199`);
    const found = await slicesOf(...marks.map(({ ph, ts, name }) => event(ph, ts, name)));
    expect(found.sort(), `seed ${seed}`).toEqual(expected.sort());
  }
});

describe('asynchronous slices', () => {
  test('are joined by category and id, on a lane of their category', async () => {
    const [b, e] = [',"cat":"net","id":"0x1"', ',"cat":"net","id":"0x1"'];
    const indexed = await indexText(
      `[${event('b', 0, 'get', b)},${event('b', 1, 'put', ',"cat":"net","id":"0x2"')},${event('n', 2, 'byte', b)},${event('e', 4, 'put', ',"cat":"net","id":"0x2"')},${event('e', 5, 'get', e)}]`,
    );
    const slices = listSlices(indexed);
    expect(slices.map(({ name, laneName, tid }) => `${name} ${laneName} ${tid}`).sort()).toEqual([
      'byte net ',
      'get net ',
      'put net ',
    ]);
    expect(slices.find(({ name }) => name === 'put')).toMatchObject({ startNs: 1000n, endNs: 4000n });
    expect(indexed.view.summary(slices.find(({ name }) => name === 'byte')?.slice ?? -1).isInstant).toBe(true);
  });

  test('the older S, T, p, F too', async () => {
    const id = ',"cat":"r","id":"us"';
    expect(
      await slicesOf(event('S', 0, 's', id), event('T', 1, 's', id), event('p', 2, 's', id), event('F', 3, 's', id)),
    ).toEqual(['s 0–3', 's 1–1', 's 2–2']);
  });
});

describe('instants and odd events', () => {
  test.each([...'iIRPNDOcvV'])('%s is an instant', async (ph) => {
    const indexed = await indexText(`[${event(ph, 4, 'mark')}]`);
    expect(listSlices(indexed)).toMatchObject([{ name: 'mark', startNs: 4000n, endNs: 4000n }]);
    expect(indexed.view.summary(0).isInstant).toBe(true);
  });

  test('what can’t be shown is listed by reason, with offsets', async () => {
    const good = event('X', 1, 'x', ',"dur":1');
    const bad = [
      '{"name":"no phase"}',
      event('?', 1),
      '{"ph":"X","name":"no time"}',
      '{"ph":"C","ts":1,"args":{"a":"b"}}',
      '3',
    ];
    const { summary } = await indexText(`[${[good, ...bad].join(',')}]`);
    let offset = good.length + 2;
    const expected = ['no-phase', 'unknown-phase', 'no-timestamp', 'counter-without-values', 'not-an-event'].map(
      (code, i) => {
        const found = { notice: { code, byteOffset: offset }, eventCount: 1, byteOffsets: [offset] };
        offset += bad[i].length + 1;
        return found;
      },
    );
    const byOffset = [...summary.skipped].sort((a, b) => a.byteOffsets[0] - b.byteOffsets[0]);
    expect(byOffset).toMatchObject(expected);
  });

  test('a negative duration counts as none', async () => {
    expect(await slicesOf(event('X', 5, 'x', ',"dur":-3'))).toEqual(['x 5–5']);
  });

  test('a missing duration is said', async () => {
    const { summary } = await indexText(`[${event('X', 5, 'x')},${event('X', 6, 'y')}]`);
    expect(summary.notices).toMatchObject([{ code: 'missing-duration', params: { count: 2 } }]);
  });

  test('metadata can come last, and a pid can be text or beyond 2^32', async () => {
    const { summary } = await indexText(
      `[${event('X', 0, 'x', ',"dur":1').replace('"pid":1', '"pid":3170820512')},{"ph":"X","pid":"Spans","tid":"a b","ts":1,"dur":1},` +
        '{"ph":"M","pid":3170820512,"name":"process_name","args":{"name":"Ascend Hardware"}},{"ph":"M","pid":3170820512,"name":"process_sort_index","args":{"sort_index":9}},' +
        '{"ph":"M","pid":3170820512,"tid":1,"name":"thread_name","args":{"name":"Stream \\u0031"}}]',
    );
    expect(summary.groups.map(({ pid, name, kind }) => [pid, name, kind])).toEqual(
      expect.arrayContaining([
        ['Spans', 'Process Spans', 'other'],
        ['3170820512', 'Ascend Hardware', 'hardware'],
      ]),
    );
    expect(summary.lanes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Stream 1', 'Thread a b']));
  });

  test('names are text: markup stays markup', async () => {
    const indexed = await indexText('[{"ph":"X","ts":1,"dur":1,"name":"<img src=x onerror=alert(1)>"}]');
    expect(listSlices(indexed)[0].name).toBe('<img src=x onerror=alert(1)>');
  });
});
