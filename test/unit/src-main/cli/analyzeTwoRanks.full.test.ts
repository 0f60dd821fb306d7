import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';

describeDumps('as it is built', () => {
  const { programPath } = builtWorker();
  const path = dumpPath('ascend/text_level1_2ranks');

  function analyze(home: string, ...args: readonly string[]) {
    const env = { ...process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
    return spawnSync('node', [programPath, 'analyze', path, ...args], { encoding: 'utf8', env });
  }

  test('two ranks of it as JSON, Markdown and HTML, as the schema says; exit code 3 where the step has grown', () => {
    const home = temporaryFolder();
    const [file, page] = [join(home, 'compare.md'), join(home, 'compare.html')];
    const files = ['--md', file, '--html', page];
    const { stdout, stderr, status } = analyze(home, '--ranks', '1,0', '--json', '--fail-on', 'step:3', ...files);
    expect(status).toBe(3);
    expect(stderr).toContain('Above --fail-on: step has grown by 3.5 % of A’s step');
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/compare.schema.json'), 'utf8'));
    const report = JSON.parse(stdout);
    expect(z.fromJSONSchema(schema).safeParse(report).error).toBeUndefined();
    expect(z.fromJSONSchema(schema).safeParse({ ...report, step: { ...report.step, aMs: 'x' } }).success).toBe(false);
    // analyses.md §7.
    expect([report.step.aMs, report.step.bMs].map((ms) => ms.toFixed(3))).toEqual(['131.913', '136.581']);
    expect(report).toMatchObject({ a: { rank: 1, steps: [50] }, b: { rank: 0 }, ops: { matched: 115 } });
    expect(readFileSync(file, 'utf8')).toContain('| · MatMulV2 | 0.948 | 0.921 | −0.026 |');
    for (const part of ['<td>136.581</td>', '<rect class="wait"', 'Waiting for peers'])
      expect(readFileSync(page, 'utf8')).toContain(part);
    const none = analyze(home, '--ranks', '1,7');
    expect(none.status).toBe(1);
    expect(none.stderr).toContain('text_level1_2ranks has no rank 7; it has 0, 1. Choose with --ranks A,B.');
  });
});
