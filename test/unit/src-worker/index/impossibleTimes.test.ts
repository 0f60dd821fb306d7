import { describe, expect, test } from 'vitest';
import { indexText, listSlices } from '../../../fixtures/indexed';

const A = '{"ph":"X","ts":1000,"dur":5,"pid":1,"tid":1,"name":"a"}';
const B = '{"ph":"X","ts":1010,"dur":5,"pid":1,"tid":1,"name":"b"}';
const event = (fields: string) => `{"ph":"X",${fields},"pid":1,"tid":1,"name":"odd"}`;
const DIGITS_400 = '9'.repeat(400);

const ODD_FIELDS = [
  '"ts":1e308,"dur":1',
  '"ts":1e400,"dur":1',
  `"ts":${DIGITS_400},"dur":1`,
  `"ts":"${DIGITS_400}.5","dur":1`,
  '"ts":18446744073709551615,"dur":1',
  '"ts":-1e308,"dur":1',
  '"ts":-Infinity,"dur":1',
  '"ts":Infinity,"dur":1',
  '"ts":1005,"dur":1e308',
  '"ts":1005,"dur":-1e308',
  `"ts":1005,"dur":${DIGITS_400}`,
  '"ts":1005,"dur":18446744073709551615',
  '"ts":1005,"dur":"18446744073709551.615"',
  '"ts":1005,"dur":Infinity',
  '"ts":1005,"dur":-Infinity',
  '"ts":1005,"dur":1E+99999',
];

describe('times that are none', () => {
  test.each(ODD_FIELDS.map((fields) => [fields.slice(0, 40), fields]))('%s', async (_head, fields) => {
    for (const place of [0, 1, 2]) {
      const events = [A, B];
      events.splice(place, 0, event(fields));
      const text = `[${events.join(',\n')}]`;
      const result = await indexText(text);
      expect(result.summary.skipped).toMatchObject([
        { notice: { code: 'impossible-time' }, eventCount: 1, byteOffsets: [text.indexOf(event(fields))] },
      ]);
      expect(listSlices(result).map(({ name }) => name)).toEqual(['a', 'b']);
      expect(result.index.endNs - result.index.startNs).toBe(15_000);
      expect(result.status).toBe('ready');
    }
  });

  test('marks, arrows and counters likewise', async () => {
    const marks = ['B', 'E', 'b', 'e', 's', 'f', 'C', 'i'].map((phase) => {
      return `{"ph":"${phase}","ts":1e308,"id":1,"cat":"c","pid":1,"tid":1,"name":"n","args":{"v":1}}`;
    });
    const { summary, index } = await indexText(`[${[...marks, A].join(',')}]`);
    expect(summary.skipped).toMatchObject([{ notice: { code: 'impossible-time' }, eventCount: marks.length }]);
    expect([index.startNs, index.endNs]).toEqual([0, 5000]);
  });

  test('a slice that ends before it begins is shown with length zero, and counted', async () => {
    for (const dur of ['-1', '"-0.001"', '-9e12']) {
      const result = await indexText(`[${A},${event(`"ts":1001,"dur":${dur}`)},${B}]`);
      expect(
        listSlices(result).map(({ startNs, endNs }) => endNs - startNs),
        dur,
      ).toContain(0n);
      expect(result.summary.notices, dur).toMatchObject([{ code: 'bad-duration', params: { count: 1 } }]);
    }
    const { summary } = await indexText(`[${A},${event('"ts":1001,"dur":-0.0')}]`);
    expect(summary.notices).toEqual([]);
  });

  test('a trace of nothing else has an extent all the same', async () => {
    const { summary, index } = await indexText(`[${event('"ts":1e400,"dur":1')}]`);
    expect(summary.skipped).toMatchObject([{ notice: { code: 'impossible-time' }, eventCount: 1 }]);
    expect([index.startNs, index.endNs, index.baseUs]).toEqual([0, 0, 0]);
  });

  test('the longest durations and times that are some stay exact', async () => {
    const result = await indexText(`[${event('"ts":9007199254740992,"dur":9007199254740.992')}]`);
    expect(result.summary.skipped).toEqual([]);
    const [{ startNs, endNs }] = listSlices(result);
    expect(endNs - startNs).toBe(2n ** 53n);
  });
});

test('counter values that are infinite are no values', async () => {
  const counter = (value: string) => `{"ph":"C","ts":1,"pid":1,"name":"c","args":{"v":${value}}}`;
  const { summary } = await indexText(`[${[counter('1'), counter('1e400'), counter('-Infinity')].join(',')}]`);
  expect(summary.lanes[0].content).toMatchObject({ series: [{ sampleCount: 1, minValue: 1, maxValue: 1 }] });
  expect(summary.skipped).toMatchObject([{ notice: { code: 'counter-without-values' }, eventCount: 2 }]);
});
