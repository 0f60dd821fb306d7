import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseFailOn } from '../../../../src-main/cli/analyze/failOn';
import { parseCommand } from '../../../../src-main/cli/arguments';
import { UsageError } from '../../../../src-main/cli/usageError';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';

test('what may be written', () => {
  expect(parseCommand(['analyze', 'a', '--md', 'out.md', '--fail-on', 'host:5', '--fail-on', 'any:12.5%'])).toEqual({
    kind: 'analyze',
    paths: ['a'],
    isJson: false,
    markdown: 'out.md',
    html: undefined,
    perftracker: undefined,
    language: 'en',
    failOn: [
      { class: 'host', share: 0.05 },
      { class: 'any', share: 0.125 },
    ],
  });
  for (const wrong of ['host', 'host:', 'gpu:5', 'host:x', 'host:101', 'host:-1', 'host:5:6', 'constructor:5'])
    expect(() => parseFailOn(wrong), wrong).toThrow(UsageError);
  expect(() => parseCommand(['analyze'])).toThrow('analyze needs the path of a dump.');
  expect(() => parseCommand(['analyze', 'a', '--lang', 'fr'])).toThrow('--lang is en or zh');
});

describeDumps('as it is built', () => {
  const { programPath } = builtWorker();
  const path = dumpPath('ascend/text_level1_2ranks');

  function analyze(home: string, ...args: readonly string[]) {
    const env = { ...process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
    return spawnSync('node', [programPath, 'analyze', path, ...args], { encoding: 'utf8', env });
  }

  test('JSON as its schema describes it, and Markdown; exit code 3 above a limit; progress on stderr', () => {
    const home = temporaryFolder();
    const file = join(home, 'findings.md');
    const { stdout, stderr, status } = analyze(
      home,
      '--json',
      '--md',
      file,
      '--html',
      join(home, 'findings.html'),
      '--perftracker',
      join(home, 'perftracker.json'),
      '--lang',
      'zh',
      '--fail-on',
      'parallelism:70',
    );
    expect(status).toBe(3);
    expect(stderr).toContain('Opened text_level1_2ranks');
    expect(stderr).toContain('Above --fail-on: C8:');
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/findings.schema.json'), 'utf8'));
    const report = JSON.parse(stdout);
    expect(z.fromJSONSchema(schema).safeParse(report).error).toBeUndefined();
    // The schema says no to what is wrong.
    const [first, ...others] = report.findings;
    const wrong = { ...report, findings: [{ ...first, shareOfStep: 1.5 }, ...others] };
    expect(z.fromJSONSchema(schema).safeParse(wrong).success).toBe(false);
    const patternSchema = z.fromJSONSchema(
      JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/perftracker.schema.json'), 'utf8')),
    );
    const patterns = JSON.parse(readFileSync(join(home, 'perftracker.json'), 'utf8'));
    expect(patternSchema.safeParse(patterns).error).toBeUndefined();
    expect(
      patternSchema.safeParse({ ...patterns, compute: { ...patterns.compute, deviceUtilization: 1 } }).success,
    ).toBe(false);
    // 65.37 % of 155.986 ms are the 101.963 ms that step_trace_time.csv calls not overlapped.
    expect(patterns.communication[0]).toMatchObject({ name: 'hccs allReduce', direction: 'both', abnormalWorkers: [] });
    expect(patterns.communication[0].normalWorker).toMatchObject({
      worker: 0,
      longest: { lane: expect.stringMatching(/^HCCL/) },
    });
    expect(patterns.communication[0].normalWorker.bottleneckRatio).toBeCloseTo(101.963203 / 155.9858, 6);
    expect(first).toMatchObject({ rule: 'C8', rank: 5, class: 'parallelism', evidence: [{ kind: 'slice', rank: 0 }] });
    expect(first.evidence[0].lane).toMatch(/^HCCL.* \/ Plane 5$/);
    expect(first.cause.values.late / 1e6).toBeCloseTo(78.777, 3);
    expect(report.split[0].exposed.movingMs).toBeCloseTo(3.936, 3);
    expect(report.split[0].exposed.waitingMs).toBeCloseTo(98.249, 3);
    expect(readFileSync(file, 'utf8')).toContain('Rank 5 在集合通信中迟到');
    // The same, and the split of rank 0 and 1: analyses.md §7.
    const page = readFileSync(join(home, 'findings.html'), 'utf8');
    for (const part of ['Rank 5 在集合通信中迟到', '<td>98.249</td>', '<td>136.581</td>', '<td>131.913</td>'])
      expect(page).toContain(part);
  });

  test('text: at most five sentences first', () => {
    const { stdout, status } = analyze(temporaryFolder(), '--fail-on', 'input:0');
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^1\. Rank 5 comes late to collectives/);
    expect(lines.indexOf('')).toBeLessThanOrEqual(5);
  });
});
