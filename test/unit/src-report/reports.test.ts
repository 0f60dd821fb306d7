import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectDir } from '../../../scripts/lib/project.mjs';
import type { Finding, FindingsReport, LaneId, RankIndex, RankStepSplit } from '../../../src-contract';
import { terminalLine } from '../../../src-contract/cells/terminalLine';
import { sentence, sentenceText } from '../../../src-contract/findings/sentence';
import { findingArticle } from '../../../src-report/html/findingArticle';
import { reportJson } from '../../../src-report/reportJson';
import { reportMarkdown } from '../../../src-report/reportMarkdown';
import { reportLines } from '../../../src-report/reportText';
import { dumpState, laneGroup, rankState, sliceLane, sliceRef } from '../../fixtures/dumpState';

/** Turns a terminal red, starts its line anew, ends a cell, is an element, is a link, ends a line. */
const HOSTILE = '\u001b[31mred\u009b1m\r| <b>bold</b> [x](http://y) `code`\n# title';

function finding(shareOfStep: number, name = 'MatMul', more: Partial<Finding> = {}): Finding {
  return {
    id: `B3-${name}`,
    rule: 'B3',
    class: 'compute',
    rank: 3,
    place: { ranks: [3] },
    title: sentence('not-reported', { title: name, value: '1', limit: '2' }),
    cause: sentence('not-reported', { title: name, value: '3', limit: '4' }),
    advice: [sentence('needs.kernels')],
    lostNsPerStep: 12_345_678,
    shareOfStep,
    gain: { nsPerStep: 2_000_000, formula: sentence('needs.kernels') },
    confidence: 'medium',
    evidence: [],
    effects: [sentence('needs.peers')],
    ...more,
  };
}

const nothing: FindingsReport = {
  version: 1,
  stepNs: 100e6,
  stepCount: 4,
  isGpu: false,
  isMindSpore: false,
  trust: [],
  clock: undefined,
  clocks: [],
  split: [],
  findings: [],
  notReported: [],
  notRun: [],
  checked: [],
  longCalls: [],
  kernels: { rows: [], ranks: [] },
  contention: [],
  thresholds: [],
};

const split = {
  rank: 7,
  label: 'Rank 7',
  source: undefined,
  stepCount: 4,
  computingNs: 40e6,
  notOverlappedNs: 10e6,
  freeNs: Number.NaN,
  overlappedNs: 1,
  communicationNs: 2,
  preparingNs: 3,
  stageNs: 4,
  bubbleNs: 5,
} as RankStepSplit;

describe('as text', () => {
  test('first at most five that cost a thousandth of the step, or those that there are', () => {
    const seven = [0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.0005].map((share, i) => finding(share, `op${i}`));
    const numbered = (findings: readonly Finding[]) =>
      reportLines({ ...nothing, findings }, 'en').filter((line) => /^\d\. /.test(line));
    expect(numbered(seven)).toHaveLength(5);
    expect(numbered(seven.slice(5))).toEqual(['1. op5: 1 of 2']);
    expect(numbered(seven.slice(6))).toEqual(['1. op6: 1 of 2']);
  });

  test('nothing found, in the language asked for, and what could not run on which ranks', () => {
    expect(reportLines(nothing, 'en')).toEqual(['Nothing was found that costs more than its threshold.']);
    const report: FindingsReport = {
      ...nothing,
      notRun: [
        { rule: 'C2', reason: sentence('needs.kernels'), ranks: [0, 1, 2, 3, 4, 5] },
        { rule: 'C3', reason: sentence('needs.kernels'), ranks: [] },
      ],
    };
    expect(reportLines(report, 'zh')).toEqual([
      '没有发现超过阈值的问题。',
      '',
      '未能执行的规则',
      '  C2  没有采集到 kernel。（Rank 0、1、2、3 等 6 个）',
      '  C3  没有采集到 kernel。',
    ]);
    expect(reportLines(report, 'en').find((line) => line.includes('C2'))).toMatch(/ \(Ranks 0, 1, 2, 3 and 2 more\)$/);
  });

  test('in Chinese, nothing is in English', () => {
    const report = { ...nothing, findings: [finding(0.5, '算子')], split: [split] };
    const text = [...reportLines(report, 'zh'), reportMarkdown('作业', report, 'zh')].join('\n');
    const words = text.match(/[A-Za-z]{3,}/g) ?? [];
    // Terms that Chinese engineers write so; the unit's name.
    expect([...new Set(words)].filter((word) => !['kernel', 'Rank', 'Step'].includes(word))).toEqual([]);
  });
});

describe('as Markdown', () => {
  test('the split is a mean over the steps, and what is not known is empty', () => {
    const lines = reportMarkdown('job', { ...nothing, split: [split, { ...split, stepCount: 0 }] }, 'en').split('\n');
    expect(lines).toContain('| 7 | 10.000 | 2.500 |  |  |  |');
    expect(lines).toContain('| 7 |  |  |  |  |  |');
    expect(lines[lines.indexOf('| 7 | 10.000 | 2.500 |  |  |  |') - 1]).toBe(
      '| ---: | ---: | ---: | ---: | ---: | ---: |',
    );
  });

  test('a finding says what it costs', () => {
    const text = reportMarkdown('job', { ...nothing, findings: [finding(0.123)] }, 'en');
    expect(text).toContain('\n## B3 · MatMul: 1 of 2\n\ncompute, 12.346 ms (12.3 %), confidence: medium\n');
    expect(reportMarkdown('job', nothing, 'en')).toContain('Nothing was found');
  });

  test('names are text: no markup, no escape code, no line of their own', () => {
    const plain = reportMarkdown('job', { ...nothing, findings: [finding(0.1, 'name')] }, 'en');
    const hostile = reportMarkdown(HOSTILE, { ...nothing, findings: [finding(0.1, HOSTILE)] }, 'en');
    expect(hostile.split('\n').length).toBe(plain.split('\n').length);
    expect(hostile).not.toMatch(/[^\P{Cc}\n]/u);
    const unescaped = hostile.replace(/\\[\\`*_{}[\]<>#|&~]/g, '');
    expect(unescaped).not.toMatch(/[<>|`[\]]/);
  });

  test.each(['- item', '1. item', '+ item', '=== ', '    code', '1) item'])(
    'a name that begins like %j is none',
    (name) => {
      const cause = sentence('not-reported', { title: name, value: 1, limit: 2 });
      const line = reportMarkdown('job', { ...nothing, findings: [finding(0.1, 'x', { cause })] }, 'en')
        .split('\n')
        .find((own) => own.includes(name.trim().at(-1)!) && own.endsWith('1 of 2') && !own.includes('x:'));
      expect(line).toMatch(/^(\\[-+=]|1\\[.)]|code)/);
    },
  );
});

describe('as JSON', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(join(projectDir, 'docs/findings.schema.json'), 'utf8')));
  const state = dumpState({
    title: HOSTILE,
    ranks: [
      rankState(0),
      rankState(1, { rank: 9, groups: [laneGroup(10, [sliceLane(11, { name: HOSTILE })], { name: 'CANN' })] }),
    ],
  });
  const evidence: Finding['evidence'] = [
    { kind: 'slice', ref: sliceRef(1, 5), lane: 11 as LaneId, name: HOSTILE, startNs: 5, durationNs: 6 },
    { kind: 'range', rank: 0 as RankIndex, startNs: 1, endNs: 2, lanes: [999 as LaneId] },
    { kind: 'range', rank: 1 as RankIndex, startNs: 3, endNs: 9, lanes: [], step: 17 },
  ];
  const report = { ...nothing, findings: [finding(0.1, HOSTILE, { evidence })], split: [split] };

  test('is what the schema says, and comes back with every name as it was', () => {
    // As it is printed.
    const lines = JSON.stringify(reportJson(state, report), undefined, 2).split('\n').map(terminalLine);
    const text = lines.join('\n');
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    const back = JSON.parse(text);
    expect(schema.safeParse(back).error).toBeUndefined();
    expect(back.title).toBe(HOSTILE);
    expect(back.findings[0].evidence).toEqual([
      { kind: 'slice', rank: 9, lane: `CANN / ${HOSTILE}`, name: HOSTILE, startNs: 5, durationNs: 6 },
      { kind: 'range', rank: 0, startNs: 1, endNs: 2, lanes: [''] },
      { kind: 'range', rank: 9, startNs: 3, endNs: 9, lanes: [], step: 17 },
    ]);
  });

  test('clocks have an error each; one that nothing tells is null', () => {
    const own = { rank: 0 as RankIndex, aroundNs: 0, usedCalls: 3, rejectedCalls: 1 };
    const clocks = [
      {
        ...own,
        label: 'Rank 4',
        method: 'collectives',
        offsetNs: -2_500_000,
        rate: 5e-6,
        rateError: 1e-7,
        errorNs: 7_000,
      },
      {
        ...own,
        label: 'Rank 5',
        method: 'none',
        offsetNs: Number.NaN,
        rate: 0,
        rateError: Number.NaN,
        errorNs: Number.NaN,
      },
    ] as const;
    const back = JSON.parse(JSON.stringify(reportJson(state, { ...report, clocks })));
    expect(schema.safeParse(back).error).toBeUndefined();
    expect(back.clocks).toMatchObject([
      { label: 'Rank 4', offsetMs: -2.5, errorMs: 0.007, driftPpm: 5, usedCalls: 3, rejectedCalls: 1 },
      { label: 'Rank 5', method: 'none', offsetMs: null, errorMs: null, driftPpm: null },
    ]);
  });

  test('times are ms; what is not known is null, never NaN', () => {
    const back = JSON.parse(JSON.stringify(reportJson(state, report)));
    expect(back).toMatchObject({ stepMs: 100, stepCount: 4, clock: null });
    expect(back.findings[0]).toMatchObject({ lostMsPerStep: 12.345678, gain: { msPerStep: 2 }, rank: 3 });
    expect(back.split[0]).toMatchObject({ rank: 7, computingMs: 40, freeMs: null, source: null });
    expect(reportJson(state, { ...nothing, stepNs: Number.NaN })).toMatchObject({ stepMs: null });
  });
});

test('a gain is its number and how that is worked out; without one, in either document, only why, and no time is claimed', () => {
  const report = { ...nothing, findings: [finding(0.1), finding(0, 'Add', { lostNsPerStep: 0, gain: unknown })] };
  const markdown = reportMarkdown('job', report, 'en');
  expect(markdown.match(/^- Gain at most: .*$/gm)).toEqual([
    `- Gain at most: 2.000 ms = ${sentenceText(sentence('needs.kernels'), 'en')}`,
    `- Gain at most: ${sentenceText(unknown.formula, 'en')}`,
  ]);
  expect(markdown).not.toMatch(/\b0\.000 ms/);
  const page = String(findingArticle(report.findings[1]!, 1, [], 'en', undefined).source);
  expect(page).toContain(`<dd>${sentenceText(unknown.formula, 'en')}</dd>`);
  expect(page).not.toMatch(/\b0\.000 ms/);
});

const unknown = { nsPerStep: 0, formula: sentence('sync-batch-norm.gain') };
