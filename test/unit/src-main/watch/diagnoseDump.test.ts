import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiagnosisError, diagnoseDump } from '../../../../src-main/watch/diagnoseDump';
import { plainly } from '../../../../src-watch/words/spoken';
import { temporaryFolder } from '../../../fixtures/indexed';

const never = new AbortController().signal;

/** A command line that does this. */
function program(body: string): string {
  const path = join(temporaryFolder(), 'cli.cjs');
  writeFileSync(path, body);
  return path;
}

const finding = {
  id: 'D2:Rank 5',
  rank: 5,
  title: 'slow',
  titleZh: '慢',
  lostMsPerStep: 3,
  shareOfStep: 0.1,
  more: 'x',
};

test('what the command line finds, the first of it; it is told what to look at', async () => {
  const many = JSON.stringify({ findings: new Array(30).fill(finding) });
  const path = program(
    `if (process.argv.slice(2).join() !== 'analyze,/a b,/c,--json') process.exit(2); console.log(${JSON.stringify(many)});`,
  );
  const found = await diagnoseDump(path, ['/a b', '/c'], never);
  const { more: _, ...known } = finding;
  expect(found?.findings).toEqual(new Array(10).fill(known));
});

test('what fails says why: its last words, how it ended, that it took too long', async () => {
  const failed = (body: string, limitMs?: number) => diagnoseDump(program(body), ['/a'], never, limitMs);
  await expect(failed('console.error("first"); console.error("no dump there"); process.exit(1)')).rejects.toThrow(
    new DiagnosisError(plainly('no dump there')),
  );
  await expect(failed('console.log("{")')).rejects.toThrow(DiagnosisError);
  await expect(failed('setInterval(() => {}, 1000)', 300)).rejects.toMatchObject({
    said: { en: 'it took longer than 0.3 s', zh: '用时超过 0.3 s' },
  });
});

test('aborted, it ends, and nothing is said', async () => {
  const stop = new AbortController();
  const found = diagnoseDump(program('setInterval(() => {}, 1000)'), ['/a'], stop.signal);
  setTimeout(() => stop.abort(), 100);
  expect(await found).toBeUndefined();
});
