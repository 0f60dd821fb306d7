import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../../scripts/lib/project.mjs';
import { figuresOf, type Report, withFigures } from '../../bench/figures.mjs';

const about = { cpu: 'A processor', cores: 2, node: '20.0.0', frames: [], openings: [] };
const run = (wallMs: number, details: Readonly<Record<string, number>> = {}) => ({
  ...{ sizeBytes: 1e9, events: 4_300_000, wallMs, cpuMs: 0, peakBytes: 450e6 },
  details,
});
const report = (date: string, results: Report['results']): Report => ({
  ...about,
  date,
  commit: `of-${date}`,
  results,
});

test('the median of the rounds, its speed to JSON.parse of the same run, and memory', () => {
  const text = figuresOf([
    report('2026-01-01T00:00', [
      { stage: 'json-parse', input: '200MB', runs: [{ ...run(1000), sizeBytes: 1e8 }] },
      { stage: 'open', input: '1GB', runs: [run(2000), run(9000), run(1000)] },
    ]),
  ]);
  expect(text).toContain(
    '| a trace of 1000 MB, 4.3 million events | 2.00 s, 5.0 × as fast as `JSON.parse`, 450 MB of memory at most |',
  );
  expect(text).toContain('2 cores (A processor), Node 20.0.0, 2026-01-01, of-2026-01-01T00:00');
});

test('of what several reports have the newest counts, whatever their order', () => {
  const reopened = (ms: number) => [{ stage: 'reopen', input: '2GB', runs: [run(ms)] }];
  const older = report('2026-01-01T00:00', reopened(900));
  const newer = report('2026-01-02T00:00', reopened(300));
  expect(figuresOf([older, newer])).toBe(figuresOf([newer, older]));
  expect(figuresOf([older, newer])).toContain('| the same 2 GB opened again | 0.30 s |');
});

test('without a report nothing is written', () => {
  expect(() => figuresOf([])).toThrow('no report');
});

test('the README has its place for them, and keeps all else', () => {
  const readme = readFileSync(join(projectDir, 'README.md'), 'utf8');
  const once = withFigures(readme, 'FIGURES');
  expect(once).toContain('\nFIGURES\n');
  expect(withFigures(once, 'FIGURES')).toBe(once);
  expect(once.startsWith(readme.slice(0, readme.indexOf('<!-- npm run figures')))).toBe(true);
  expect(() => withFigures('# Another', '')).toThrow('no lines');
});
