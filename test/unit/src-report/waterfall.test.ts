import { expect, test } from 'vitest';
import type { Change, CompareReport } from '../../../src-contract';
import { compareDocument, partText } from '../../../src-report/compare/compareDocument';
import { barLabel, compareHtml, rangeText } from '../../../src-report/compare/compareHtml';
import { compareMarkdown } from '../../../src-report/compare/compareMarkdown';
import { waterfall, waterfallRange } from '../../../src-report/compare/waterfall';

const change = (a: number, b: number, interval?: Change['interval']): Change => {
  return { a: a * 1e6, b: b * 1e6, delta: (b - a) * 1e6, ...(interval && { interval }) };
};
const side = (rank: number) => {
  const steps = Float64Array.of(1, 2);
  return { rank, label: `Rank ${rank}`, source: undefined, steps, isLastStep: false };
};
const HOSTILE = '<img src=x onerror=alert(1)>|`*\u001b[31m';

function drawn(kernel = 'MatMul', interval?: Change['interval']): CompareReport {
  const part = (group: 'computing' | 'exposed' | 'free', name: string, a: number, b: number) => {
    return { group, kind: 'named' as const, name, change: change(a, b) };
  };
  return {
    version: 1,
    a: side(0),
    b: side(1),
    step: change(100, 106, interval),
    groups: [
      {
        group: 'computing',
        change: change(60, 55),
        parts: [part('computing', kernel, 40, 35), part('computing', 'Add', 20, 20)],
      },
      {
        group: 'exposed',
        change: change(30, 41),
        parts: [part('exposed', 'waiting', 20, 31), part('exposed', 'moving', 10, 10)],
      },
      {
        group: 'free',
        change: change(10, 10),
        parts: [{ group: 'free', kind: 'untold', name: '', change: change(10, 10) }],
      },
    ],
    beside: [{ part: 'preparing', change: change(Number.NaN, 2) }],
    families: [],
    kernels: [],
    kernelsLeftOut: 0,
  };
}

test('each part begins where the one before ended, the last one at B', () => {
  const bars = waterfall(drawn());
  expect(bars.map(({ kind, part, fromNs, toNs }) => [kind, part?.name, fromNs / 1e6, toNs / 1e6])).toEqual([
    ['start', undefined, 0, 100],
    ['part', 'MatMul', 100, 95],
    // What makes less than a hundredth of all that moves is one bar of its group.
    ['part', '', 95, 95],
    ['part', 'waiting', 95, 106],
    ['part', '', 106, 106],
    ['part', '', 106, 106],
    ['end', undefined, 0, 106],
  ]);
  const { fromNs, toNs } = waterfallRange(bars);
  expect([fromNs < 95e6, fromNs > 90e6, toNs > 106e6, toNs < 110e6]).toEqual([true, true, true, true]);
});

test('what the bars are drawn from is said', () => {
  expect(rangeText({ fromNs: 94.3e6, toNs: 107.6e6 }, 'en')).toBe('Drawn from 94.300 to 107.600 ms');
  expect(rangeText({ fromNs: 1_102.3261e6, toNs: 1_108e6 }, 'en')).toBe('Drawn from 1,102.326 to 1,108.000 ms');
  expect(rangeText({ fromNs: 94.3e6, toNs: 107.6e6 }, 'zh')).toBe('图中横轴范围：94.300 至 107.600 ms');
});

test('the first sentence says what is certain', () => {
  const first = (own: CompareReport, language: 'en' | 'zh' = 'en') =>
    compareDocument(['x', 'y'], own, language).lines[2];
  expect(first(drawn())).toBe('B is slower by 6.000 ms a step (+6.0 %), from 100.000 to 106.000 ms.');
  expect(first(drawn('k', { low: -1e6, high: 13e6 }))).toMatch(/^No change is certain/);
  expect(first(drawn('k', { low: 2e6, high: 10e6 }), 'zh')).toBe(
    'B 每个 Step 慢 6.000 ms（+6.0 %），从 100.000 ms 变为 106.000 ms。',
  );
  // What is not known on a side has no row.
  expect(compareDocument(['x', 'y'], drawn(), 'en').tables.map(({ title }) => title)).not.toContain(
    'Beside the step’s sum (ms a step)',
  );
});

test('names are text in all forms', () => {
  const plain = drawn('name');
  const hostile = drawn(HOSTILE);
  const html = (report: CompareReport, title: string) =>
    compareHtml({ titles: [title, title], report, language: 'en', version: '1' });
  const tags = (text: string) => text.match(/<[a-z!/][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0]);
  expect(tags(html(hostile, HOSTILE))).toEqual(tags(html(plain, 'title')));
  const markdown = compareMarkdown(HOSTILE, compareDocument([HOSTILE, HOSTILE], hostile, 'en'));
  expect(markdown).not.toMatch(/[^\P{Cc}\n]/u);
  expect(markdown.replace(/\\[\\`*_{}[\]<>#|&~]/g, '')).not.toMatch(/[<>`[\]]/);
});

test('what is left of a group is written as its parts are, in the picture as in the table', () => {
  const rest = (group: 'computing' | 'exposed' | 'free') => ({ group, kind: 'other' as const, name: '' });
  const parts = [
    { group: 'free' as const, kind: 'named' as const, name: 'op' },
    rest('free'),
    rest('exposed'),
    rest('computing'),
    { group: 'computing' as const, kind: 'named' as const, name: 'MatMul' },
  ];
  const labels = (language: 'en' | 'zh') =>
    parts.map((part) => barLabel({ kind: 'part', part, colour: 'idle', fromNs: 0, toNs: 0, deltaNs: 0 }, language));
  expect(labels('en')).toEqual([
    ...['Free: host ops', 'Free: other', 'Exposed communication: other', 'Computing: other kernels'],
    'Computing: MatMul',
  ]);
  expect(labels('zh')).toEqual([
    '空闲：主机算子',
    '空闲：其他',
    '未掩盖通信：其他',
    '计算：其他 kernel',
    '计算：MatMul',
  ]);
  expect(parts.slice(0, 4).map((part) => partText(part, 'en'))).toEqual(labels('en').slice(0, 4));
});

test('of one side that is the last step of its recording it is said what it lacks; of both, they lack the same', () => {
  const last = { ...side(0), steps: Float64Array.of(12), isLastStep: true };
  const linesOf = (a: CompareReport['a'], b: CompareReport['b'], language: 'en' | 'zh' = 'en') =>
    compareDocument(['a', 'b'], { ...drawn(), a, b }, language).lines.filter((line) => line.startsWith('Step 12'));
  expect(linesOf(side(0), last).join()).toMatch(/^Step 12 \(B\) is the last of the recording/);
  expect(linesOf(last, side(0), 'zh').join()).toMatch(/^Step 12（A）是采集的最后一个 Step/);
  // A last step may be the longer of the two all the same: what is said does not go by which is.
  expect(
    linesOf(side(0), last)
      .concat(linesOf(side(0), last, 'zh'))
      .join(),
  ).not.toMatch(/shorter|longer|更短|更长/);
  expect(linesOf(last, last).concat(linesOf(side(0), side(1)))).toEqual([]);
});
