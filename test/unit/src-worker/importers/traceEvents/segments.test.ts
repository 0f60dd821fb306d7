import { describe, expect, test } from 'vitest';
import type { SkippedEvents } from '../../../../../src-contract';
import { importRank } from '../../../../../src-worker/importers/importRank';
import { planSegments } from '../../../../../src-worker/importers/traceEvents/segments';
import { PlainTokenizer } from '../../../../../src-worker/tokenizer/plainTokenizer';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { contentOf } from '../../../../fixtures/indexContent';
import { listSlices, temporaryFile, viewOf } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';
import { trappyTrace } from '../../../../fixtures/trappyTrace';

const inOnePiece = { firstBytes: 2 ** 40, furtherBytes: 2 ** 40 };

async function indexed(paths: readonly string[], sizes: { firstBytes: number; furtherBytes: number }) {
  const result = await importRank(paths, (baseUs) => new PlainTokenizer(baseUs), sizes);
  return { ...result, view: viewOf(result) };
}

function sorted(skipped: readonly SkippedEvents[]): SkippedEvents[] {
  return skipped.toSorted((a, b) => a.notice.code.localeCompare(b.notice.code));
}

describe('a file read in pieces', () => {
  test.each([1, 2, 3, 4, 5, 6])('is the same as in one piece, wherever the cuts are (seed %i)', async (seed) => {
    const random = new Random(seed);
    const text = trappyTrace(random, seed % 2 === 0, seed > 2);
    const path = temporaryFile('trace.json', text);
    const whole = await indexed([path], inOnePiece);
    const expected = contentOf(whole);
    for (let round = 0; round < 4; round++) {
      const sizes = { firstBytes: random.integer(1, 4000), furtherBytes: random.integer(300, 20_000) };
      const cut = await indexed([path], sizes);
      expect(planSegments([path], sizes).segments.length).toBeGreaterThan(1);
      expect(contentOf(cut), JSON.stringify(sizes)).toEqual(expected);
      expect([...cut.values]).toEqual([...whole.values]);
    }
  });

  test('a boundary is never found inside a string', () => {
    const random = new Random(9);
    for (let round = 0; round < 20; round++) {
      const text = trappyTrace(random, round % 2 === 0, false);
      const starts = new Set(eventStarts(text));
      const { segments } = planSegments([temporaryFile('t.json', text)], {
        firstBytes: random.integer(1, 500),
        furtherBytes: random.integer(50, 900),
      });
      for (const { stretch } of segments.slice(1)) expect(starts).toContain(stretch.startOffset);
    }
  });

  test.each<[string, (lines: string[]) => string[]]>([
    ['whole', (lines) => lines],
    ['with a line that is cut', (lines) => lines.with(200, lines[200].slice(0, 30))],
    ['with lines that are no events', (lines) => lines.with(100, '{"a":1}').with(250, 'null').with(251, '')],
    ['with a quote too many', (lines) => lines.with(120, lines[120].replace('"name"', '"name""'))],
  ])('events one a line are divided at lines, and come to the same: %s', async (_what, change) => {
    const random = new Random(4);
    const lines = Array.from(
      { length: 400 },
      (_, i) => `{"ph":"X","pid":1,"tid":${i % 3},"ts":${i},"dur":1,"name":"n${i}","args":{"s":"}\\n{\\"ph\\":1}"}}`,
    );
    const path = temporaryFile('t.json', ` ${change(lines).join('\n')}\n`);
    const whole = await indexed([path], { firstBytes: 1e9, furtherBytes: 1e9 });
    expect(whole.summary.notices.map(({ code, byteOffset }) => `${code}@${byteOffset}`)).toEqual([
      'events-without-list@1',
    ]);
    for (let round = 0; round < 4; round++) {
      const sizes = { firstBytes: random.integer(1, 4000), furtherBytes: random.integer(300, 9000) };
      const cut = await indexed([path], sizes);
      expect(planSegments([path], sizes).segments.length).toBeGreaterThan(1);
      expect(contentOf(cut), JSON.stringify(sizes)).toEqual(contentOf(whole));
      expect(cut.summary.notices).toEqual(whole.summary.notices);
      // Which reason comes first is a matter of batches.
      expect(sorted(cut.summary.skipped)).toEqual(sorted(whole.summary.skipped));
    }
  });

  test('a lost quote in one piece costs no event of another', async () => {
    const events = Array.from(
      { length: 400 },
      (_, i) => `{"ph":"X","tid":1,"ts":${i},"dur":1,"name":"n${i}","args":{"s":"},{"}}`,
    );
    const text = `[${events.join(',')}]`.replace('"n200"', '"n200');
    const path = temporaryFile('t.json', text);
    for (const furtherBytes of [500, 3000, 1e9]) {
      const { summary, ...rest } = await indexed([path], { firstBytes: furtherBytes, furtherBytes });
      const names = new Set(listSlices({ ...rest, summary }).map(({ name }) => name));
      expect(names).toContain('n0');
      expect(names).toContain('n399');
      // The event itself, and at most the few around it that can't be told apart from it.
      expect(names.size).toBeGreaterThanOrEqual(396);
      expect(summary.skipped.map(({ notice }) => notice.code)).toEqual(['damaged-json']);
    }
  });

  test.each([
    ['in values', '"a":{"traceEvents":[', '],"x":1},"b":{"traceEvents":[', ']},"c":"z"'],
    ['in lists', '"a":[{"traceEvents":[', ']}],"b":{"traceEvents":[', ']},"c":"z"'],
    ['first at the top level', '"traceEvents":[', '],"b":{"traceEvents":[', ']},"c":"z"'],
  ])('a second list of events inside of a value is no damage: %s', async (_, before, between, behind) => {
    const events = (name: string) =>
      Array.from({ length: 100 }, (_, i) => `{"ph":"X","tid":1,"ts":${i},"dur":1,"name":"${name}${i}"}`).join(',');
    const text = `{${before}${events('n')}${between}${events('m')}${behind}}`;
    const path = temporaryFile('t.json', text);
    for (const furtherBytes of [700, 1500, 1e9]) {
      const { summary, values } = await indexed([path], { firstBytes: furtherBytes, furtherBytes });
      expect(summary.eventCounts).toEqual({ X: 200 });
      expect(summary.skipped).toEqual([]);
      expect(values.get('c')).toBe('"z"');
      const told = summary.notices.map(({ code, byteOffset, params }) => `${code} ${params.count} @${byteOffset}`);
      const isFirstInside = !before.startsWith('"t');
      const at = isFirstInside ? text.indexOf('[{"ph"') : text.lastIndexOf('[{"ph"');
      expect(told).toEqual([`events-inside ${isFirstInside ? 2 : 1} @${at}`]);
    }
  });

  test('several files are one timeline; each event is found again in its own', async () => {
    const one = temporaryFile('a.json', '[{"ph":"X","pid":1,"tid":1,"ts":5,"dur":1,"name":"a"}]');
    const two = temporaryFile(
      'b.json',
      '[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"b"},{"ph":"E","pid":1,"tid":1,"ts":9}]',
    );
    const both = await indexed([one, two], inOnePiece);
    expect(listSlices(both).map(({ name, startNs }) => `${name} ${startNs}`)).toEqual(['b 1000', 'a 5000']);
    expect(both.summary.eventCounts).toEqual({ X: 2, E: 1 });
    expect(both.summary.skipped[0].notice).toMatchObject({ code: 'unmatched-end', path: two });
    const { querySlice } = await import('../../../../../src-worker/query/slice/sliceDetails');
    expect((await querySlice(both.view, 0)).place).toEqual({ path: two, byteOffset: 1 });
    expect((await querySlice(both.view, 1)).place).toEqual({ path: one, byteOffset: 1 });
  });

  test('an unreadable file beside a readable one is named, and the other is shown', async () => {
    const good = temporaryFile('a.json', '[{"ph":"X","tid":1,"ts":5,"dur":1,"name":"a"}]');
    const { status, summary } = await indexed(['/no/such/file.json', good], inOnePiece);
    expect(status).toBe('ready');
    expect(summary.eventCounts).toEqual({ X: 1 });
    expect(summary.notices).toMatchObject([{ code: 'file-unreadable', path: '/no/such/file.json' }]);
  });
});

describe('what times are counted from', () => {
  const times = [
    ...['1.736412474714258990e15', '1.736412474714258990E+15', '"1.736412474714258990e15"', '1736412474714258990e-3'],
    ...['0.1736412474714258990e16', '.1736412474714258990e16', '+1736412474714258.990', '001736412474714258.990'],
  ];
  test.each(times)('is a time as it is written, so that all are exact: %s', async (ts) => {
    const read = await indexed(
      [temporaryFile('t.json', `[{"ph":"X","tid":1,"ts":${ts},"dur":1.2345e1,"name":"a"}]`)],
      inOnePiece,
    );
    expect(listSlices(read)).toMatchObject([
      { startNs: 1_736_412_474_714_258_990n, endNs: 1_736_412_474_714_271_335n },
    ]);
  });

  test.each(['1.5e400', '18446744073709551615', 'NaN', '"x"'])('is none that is no time: %s', async (ts) => {
    const events = [ts, '1736412474714258.990'].map((own) => `{"ph":"X","tid":1,"ts":${own},"dur":1,"name":"a"}`);
    const read = await indexed([temporaryFile('t.json', `[${events.join(',')}]`)], inOnePiece);
    expect(listSlices(read).map(({ startNs }) => startNs)).toEqual([1_736_412_474_714_258_990n]);
  });
});

/** Where the objects of the event list begin, by a parser that knows where it is. */
function eventStarts(text: string): number[] {
  const starts: number[] = [];
  const listStart = text.startsWith('[') ? 0 : text.indexOf('"traceEvents":') + 14;
  let depth = 0;
  let isInString = false;
  for (let at = listStart; at < text.length; at++) {
    const c = text[at];
    if (isInString) {
      if (c === '\\') at++;
      else if (c === '"') isInString = false;
    } else if (c === '"') isInString = true;
    else if (c === '{' || c === '[') {
      if (c === '{' && depth === 1) starts.push(at);
      depth++;
    } else if (c === '}' || c === ']') depth--;
  }
  return starts;
}

describeDumps('real files read in pieces', () => {
  test.each([
    'ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json',
    'kineto/dlrm_8ranks_v100/worker0_step_12.1694128201545.pt.trace.json',
    'kineto/a100_switch_few_flows.json',
    'chrome/catapult/main_thread_has_unclosed_slices.json',
    'ascend/msprof_analyze_2024/trace_view.json',
  ])('%s', async (name) => {
    const path = dumpPath(name);
    const whole = contentOf(await indexed([path], inOnePiece));
    const cut = await indexed([path], { firstBytes: 30_000, furtherBytes: 123_457 });
    expect(contentOf(cut)).toEqual(whole);
  });
});
