import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FindingsReport, RankIndex } from '../../../src-contract';
import { sentence } from '../../../src-contract/findings/sentence';
import { html } from '../../../src-report/html/markup';
import { reportHtml } from '../../../src-report/html/reportHtml';
import { STYLE, STYLE_HASH } from '../../../src-report/html/style';
import { splitParts, stepNsOf } from '../../../src-report/splitParts';
import { dumpState, laneGroup, laneId, rankState, sliceLane, sliceRef } from '../../fixtures/dumpState';
import { madeFinding, madeReport, madeSplit } from '../../fixtures/findings';

const HOSTILE = `</style></title><script>alert(1)</script><img src=x onerror="a">&'\u001b[31m\u202e`;

const split = [
  madeSplit(0, { computingNs: 4_000_001, notOverlappedNs: 3e6, freeNs: 3e6, overlappedNs: 1_234_567, stepCount: 2 }),
  madeSplit(1, { computingNs: 1e6, notOverlappedNs: 1, freeNs: 2e6, label: HOSTILE }),
  madeSplit(2),
];
const hostile = sentence('not-reported', { title: HOSTILE, value: '1', limit: '2' });
const report: FindingsReport = madeReport({
  split,
  findings: [
    madeFinding('a', {
      title: hostile,
      cause: hostile,
      evidence: [
        {
          kind: 'slice',
          ref: sliceRef(0, 1),
          lane: laneId(11),
          name: HOSTILE,
          startNs: 1_234_567_891,
          durationNs: 5e6,
        },
        { kind: 'range', rank: 0 as RankIndex, startNs: 0, endNs: 7, lanes: [] },
        { kind: 'range', rank: 0 as RankIndex, startNs: 10, endNs: 30, lanes: [], step: 17 },
      ],
    }),
  ],
  notReported: [
    { rule: 'C1', class: 'communication', rank: 0, title: hostile, value: 0.04, limit: 0.1, threshold: 'free.share' },
  ],
  notRun: [{ rule: 'B3', reason: sentence('needs.timeline'), ranks: [] }],
  checked: (['A2', 'B2', 'B3', 'C1'] as const).map((rule) => ({ rule, sources: [], thresholds: [] })),
  thresholds: [{ id: 'free.share', value: 0.2, usual: 0.1, unit: 'ratio' }],
  trust: [{ severity: 'warning', sentence: sentence('trust.one-step') }],
});
const state = dumpState({
  title: HOSTILE,
  ranks: [rankState(0, { groups: [laneGroup(10, [sliceLane(11, { name: HOSTILE })], { name: 'HCCL' })] })],
});
const page = (language: 'en' | 'zh') => reportHtml({ state, report, job: undefined, language, version: '1.2.3' });

test('the policy names the style sheet and allows nothing else', () => {
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page('en')) ?? [];
  expect(style).toBe(STYLE);
  expect(STYLE_HASH).toBe(`sha256-${createHash('sha256').update(STYLE).digest('base64')}`);
  expect(page('en')).toContain(`content="default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action`);
});

test('names are text wherever they stand: the elements of the page are its own, and nothing is loaded', () => {
  const source = page('en');
  const elements = new Set([...source.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name));
  for (const name of ['script', 'img', 'link', 'iframe', 'object']) expect(elements).not.toContain(name);
  expect(source.match(/<style/g)).toHaveLength(1);
  expect(source).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  expect(source).not.toMatch(/<[^>]*\s(on\w+|src|style)=/);
  expect([...source.matchAll(/href="([^"]*)"/g)].every(([, target]) => /^#f\d+$/.test(target ?? ''))).toBe(true);
  // As often as it is shown: title twice, label in picture and table, sentences, evidence.
  expect(source.split('&lt;script&gt;alert(1)&lt;/script&gt;').length - 1).toBe(10);
  expect(html`<p title="${'"><b>'}">${undefined}</p>`.source).toBe('<p title="&quot;&gt;&lt;b&gt;"></p>');
});

test('the bar of a rank is as long as its step, of the longest: parts add up', () => {
  const bars = [...page('en').matchAll(/<rect class="\w+" x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g)];
  const rows = ['0', '24'].map((top) => bars.filter(([, , own]) => own === top));
  expect(rows.map((row) => row.length)).toEqual([4, 3]);
  for (const [at, row] of rows.entries()) {
    expect(row.reduce((sum, [, , , width]) => sum + Number(width), 0)).toBeCloseTo(
      (780 * stepNsOf(split[at])) / stepNsOf(split[0]),
      2,
    );
    for (const [i, [, x]] of row.entries())
      if (i > 0) expect(Number(x)).toBeCloseTo(Number(row[i - 1]?.[1]) + Number(row[i - 1]?.[3]), 6);
    const parts = splitParts(split.slice(0, 2)).reduce((sum, { values }) => sum + values[at], 0);
    expect(parts).toBeCloseTo(stepNsOf(split[at]), 3);
  }
});

test('a finding says what it costs, why, where it is seen to the ns, and what is left out', () => {
  const source = page('en');
  expect(source).toContain('<b>2.000 ms</b> lost per step · 20.0 % · host · confidence: high');
  expect(source).toContain('· at 1,234.567891 ms, 5 ms');
  expect(source).toContain('HCCL / &lt;/style&gt;');
  expect(source).toContain('4 % of 10 %');
  expect(source).toContain('<code>free.share</code>: 0.2 instead of 0.1');
  expect(source).toMatch(/id="fine">[\s\S]*>B2</);
  expect(source).toMatch(/id="not-run">[\s\S]*>B3<\/span>Compiling at run time[^<]*: This needs a timeline/);
});

test('a stretch that is a step is called so', () => {
  expect(page('en')).toContain('Rank 0 › Step 17 · at');
});

test('in Chinese, and without findings', () => {
  const source = page('zh').replaceAll(/<style>[\s\S]*?<\/style>|<[^>]*>|&[a-z#\d]+;/g, ' ');
  const plain = reportHtml({
    state: dumpState({ title: '作业' }),
    report: { ...report, findings: [], notReported: [] },
    job: undefined,
    language: 'zh',
    version: '1',
  });
  expect(source).toContain('每个 Step 损失');
  expect(plain).toContain('<html lang="zh-CN">');
  expect(plain).toContain('没有发现超过阈值的问题。');
  expect(plain).not.toContain('id="findings"');
});
