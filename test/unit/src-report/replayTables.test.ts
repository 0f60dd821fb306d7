import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectDir } from '../../../scripts/lib/project.mjs';
import type { CriticalPath, PatternReport } from '../../../src-contract';
import { reportHtml } from '../../../src-report/html/reportHtml';
import type { Replayed } from '../../../src-report/replayTables';
import { reportJson } from '../../../src-report/reportJson';
import { reportMarkdown } from '../../../src-report/reportMarkdown';
import { dumpState, rankState } from '../../fixtures/dumpState';
import { madeFinding, madeReport } from '../../fixtures/findings';

const HOSTILE = '<script>x</script>|a';
const MS = 1e6;

function madePath(opCount: number): CriticalPath {
  const op = (at: number): CriticalPath['ops'][number] => ({
    component: at === 0 ? 'peer' : 'compute',
    rank: 1,
    label: 'Rank 1',
    name: at === 0 ? HOSTILE : `MatMul${at}`,
    count: 2,
    ns: (100 - at) * MS,
    share: 0.5,
    slackNs: at === 0 ? Number.NaN : MS,
    longest: undefined,
  });
  return {
    rank: 0,
    index: rankState(0).index,
    label: 'Rank 0',
    step: 50,
    steps: [{ position: 0, number: 50, ns: 136.581009 * MS }],
    position: 0,
    startNs: 0,
    endNs: 136_581_009,
    isJoined: true,
    ranksJoined: 2,
    ranksLeftOut: 0,
    components: [
      { component: 'peer', ns: 100 * MS, share: 0.732 },
      { component: 'compute', ns: 36.581009 * MS, share: 0.268 },
    ],
    ranks: [{ rank: 1, label: 'Rank 1', ns: 136_581_009 }],
    ops: Array.from({ length: opCount }, (_, at) => op(at)),
    others: [],
  };
}

const patterns: PatternReport = {
  version: 1,
  rankCount: 8,
  utilisation: { min: 0.4, median: 0.5, max: 0.6, abnormal: [] },
  functions: [
    {
      class: 'compute',
      name: 'MatMulV2',
      detail: '16,16',
      transport: '',
      rankCount: 8,
      meanBeta: 0.25,
      maxBeta: 0.5,
      medianNs: 1e6,
      meanNs: 2e6,
      abnormal: [
        {
          rank: 3,
          beta: 0.5,
          difference: 1,
          count: 4,
          meanNs: 4e6,
          relative: 1.21,
          throughputGBps: Number.NaN,
          throughputDeviation: Number.NaN,
          throughputShare: Number.NaN,
        },
      ],
      abnormalCount: 2,
    },
  ],
};

const replay: Replayed = {
  path: madePath(15),
  patterns,
  predictions: {
    stepNs: 136 * MS,
    findings: [
      { finding: 'a', predictedNs: 57.804 * MS, bound: { component: 'peer', rank: 0, label: 'Rank 0', share: 0.38 } },
    ],
  },
};
const report = madeReport({ findings: [madeFinding('a')] });
const state = dumpState({ ranks: [rankState(0)] });

test('as HTML: the path and the functions as tables, what is long folded; the step without a finding; names are text', () => {
  for (const [language, words] of [
    ['en', ['Critical path', '3 more', '57.804 ms a step, by replay', 'Functions', '3 (+21.0 %), …', '136.581 ms']],
    ['zh', ['关键路径', '其余 3 行', '按重放预测，每个 Step 57.804 ms', '函数', '3 (+21.0 %), …', '136.581 ms']],
  ] as const) {
    const page = reportHtml({ state, report, job: undefined, language, version: '1', replay });
    for (const word of words) expect(page).toContain(word);
    expect(page).not.toContain('<script');
    const folded = page.slice(page.indexOf('<details>'), page.indexOf('</details>'));
    expect([folded.includes('MatMul11'), folded.includes('MatMul12')]).toEqual([false, true]);
  }
  const plain = reportHtml({ state, report, job: undefined, language: 'en', version: '1' });
  expect(plain).not.toMatch(/id="path"|id="functions"|by replay/);
});

test('as Markdown: the first rows, and how many are left out', () => {
  const text = reportMarkdown('job', report, 'en', replay);
  expect(text).toContain('- Without it: 57.804 ms a step, by replay');
  expect(text).toContain('## Critical path\n');
  expect(text).toContain('| MatMul11 | computing | 1 | 89.000 | 2 | 50.0 % | 1.000 |');
  expect(text).not.toContain('MatMul12');
  expect(text).toContain('3 more are in the HTML and JSON reports.');
  expect(text).toContain('| Kernel | MatMulV2 | 16,16 | 25.0 % | 50.0 % | 2.000 | 8 | 3 (+21.0 %), … |');
  expect(text).not.toMatch(/(?<!\\)<script/);
});

test('ranks are called by their dump where the number is not enough, and by their place where it is not known', () => {
  const [op] = madePath(1).ops;
  const path: CriticalPath = {
    ...madePath(0),
    label: 'Rank 0 (a|b)',
    ops: [{ ...op, name: '#2', place: 2, rank: 0, label: 'Rank 0 (a|b)' }],
  };
  const en = reportMarkdown('job', report, 'en', { ...replay, path });
  expect(en).toContain('Step 50 of Rank 0 (a\\|b) takes 136.581 ms');
  expect(en).toMatch(/\| Position 2 in its group \| .* \| Rank 0 \(a\\\|b\) \| 100.000 \|/);
  expect(reportMarkdown('job', report, 'zh', { ...replay, path })).toContain('| 组内第 2 位 |');
  expect(
    reportHtml({ state, report, job: undefined, language: 'zh', version: '1', replay: { ...replay, path } }),
  ).toContain('Rank 0 (a|b) 的 Step 50 耗时');
});

test('what has no row of its own is told by component and rank', () => {
  const others: CriticalPath['others'] = [
    { component: 'host', rank: 1, label: 'Rank 1', count: 240, ns: 0.2 * MS, share: 0.0015 },
  ];
  const path: CriticalPath = { ...madePath(1), others };
  expect(reportMarkdown('job', report, 'en', { ...replay, path })).toContain(
    '| (others) | host | 1 | 0.200 | 240 | 0.2 % |',
  );
  expect(reportMarkdown('job', report, 'zh', { ...replay, path })).toContain('| （其他） |');
});

test('as JSON: what the schema says', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(join(projectDir, 'docs/findings.schema.json'), 'utf8')));
  const back = JSON.parse(JSON.stringify(reportJson(state, report, replay)));
  expect(schema.safeParse(back).error).toBeUndefined();
  expect(back.findings[0]).toMatchObject({ predictedStepMs: 57.804, predictedBound: { component: 'peer', rank: 0 } });
  expect(back.criticalPath).toMatchObject({ stepMs: 136.581009, step: 50 });
  expect(back.criticalPath.ops).toHaveLength(15);
  expect(back.functions[0]).toMatchObject({ class: 'compute', bottleneckRatio: 0.25, abnormalCount: 2 });
  const bare = JSON.parse(JSON.stringify(reportJson(state, report)));
  expect(schema.safeParse(bare).error).toBeUndefined();
  expect([bare.criticalPath, bare.functions]).toEqual([null, null]);
});
