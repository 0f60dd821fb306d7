/**
 * docs/findings.md: what other systems look for, each row with what looks for it here or with the data that it would need, and the table
 * of rules that these rows name. Both are held against the registry of rules.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FindingSource, RuleId } from '../../../../src-contract';
import { parseCommand } from '../../../../src-main/cli/arguments';
import { allRules } from '../../../../src-worker/analysis/rules/allRules';
import { thresholds } from '../../../../src-worker/model/thresholds';

const project = join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(join(project, 'docs', name), 'utf8');
const text = read('findings.md');
const schemas = read('findings.schema.json') + read('compare.schema.json');

/** The cells of the first table under a heading, without its head. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [, under = ''] = text.split(`${heading}\n`);
  const lines = under.split('\n');
  const from = lines.findIndex((line) => line.startsWith('| ---'));
  const count = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  return lines.slice(from + 1, from + count).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const ruleRows = rowsUnder('## Rules');
const listed = new Set(ruleRows.map(([id]) => id));
const registered = new Set<string>(allRules.map(({ id }) => id));

/** Of each system the heading of its table, and how many rows that had when it was made: none may get lost. */
const systems: readonly (readonly [FindingSource, string, number])[] = [
  ['Hermes', "### Hermes' causes", 15],
  ['PerfTracker', "### PerfTracker's report", 5],
  ['msprof-analyze', "### msprof-analyze's advisor", 16],
  ['MindSpore Insight', "### MindSpore Insight's assistant", 7],
  ['MindStudio Insight', "### MindStudio Insight's walk-through", 6],
];

const idsIn = (cell: string) => cell.match(/\b[A-H][1-9]\b/g) ?? [];
const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
const isFile = (code: string) => code.startsWith('src-');

test('the table of rules has every rule, with the systems that it is from', () => {
  expect([...registered].filter((id) => !listed.has(id))).toEqual([]);
  for (const id of registered) {
    const told = ruleRows.filter(([own]) => own === id).flatMap(([, , sources]) => sources.split(', '));
    const own = allRules.filter((rule) => rule.id === id).flatMap(({ sources }) => sources);
    expect([id, [...new Set(told)].sort()]).toEqual([id, [...new Set<string>(own)].sort()]);
  }
});

test('what is in the table and no rule that finds says where it stands: in the report, or in the program', () => {
  for (const [id, , , from] of ruleRows.filter(([own]) => !registered.has(own))) {
    const places = codesIn(from).map((code) =>
      isFile(code) ? existsSync(join(project, code)) : schemas.includes(`"${code.split(/[[\].]+/).at(-1)}":`),
    );
    expect([id, places.length > 0, places.includes(false)]).toEqual([id, true, false]);
  }
});

test.each(systems)(
  '%s: each row names rules that there are, or what there is of it, or the data that it would need',
  (source, heading, count) => {
    const rows = rowsUnder(heading);
    expect(rows.length).toBeGreaterThanOrEqual(count);
    for (const [asked, here] of rows) {
      const [ids, codes] = [idsIn(here), codesIn(here)];
      expect([asked, ids.filter((id) => !listed.has(id))]).toEqual([asked, []]);
      const files = codes.filter(isFile);
      expect([asked, files.filter((file) => !existsSync(join(project, file)))]).toEqual([asked, []]);
      // Names of limits: "walk.broken".
      const limits = codes.filter((code) => /^[a-z-]+\.[a-z-]+$/.test(code));
      expect([asked, limits.filter((id) => !Object.hasOwn(thresholds, id))]).toEqual([asked, []]);
      for (const option of codes.filter((code) => code.startsWith('--')))
        expect(() => parseCommand(['analyze', 'a', option, 'b'])).not.toThrow();
      const isDone = ids.length + files.length + limits.length > 0;
      const needs = /\*\*no data\*\*\s*(\S.*)/.exec(here)?.[1] ?? '';
      expect([asked, isDone || needs.split(/\s+/).length > 2]).toEqual([asked, true]);
    }
    // The other way round: what is said to be this system's stands in its table.
    const named = new Set(rows.flatMap(([, here]) => idsIn(here)));
    const own = allRules.filter(({ sources }) => sources.includes(source)).map(({ id }) => id);
    expect([...new Set<RuleId>(own)].filter((id) => !named.has(id))).toEqual([]);
  },
);
