import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../scripts/lib/project.mjs';
import { helpText } from '../../src-main/cli/help';

const textOf = (file: string) => readFileSync(join(projectDir, file), 'utf8');

test('the README names every command that the help names', () => {
  const namesIn = (text: string, line: RegExp) => [...text.matchAll(line)].map(([, name]) => name);
  const named = namesIn(textOf('README.md'), /^\| `tracelane \[?([a-z]+)/gm);
  const known = namesIn(helpText(undefined), /^ {2}tracelane \[?([a-z]+)/gm);
  expect(known.length).toBeGreaterThan(10);
  expect(known.filter((name) => !named.includes(name))).toEqual([]);
});

test('every page under docs is linked from another one, and links of pages lead to files that are there', () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: projectDir, encoding: 'utf8' }).trim().split('\n');
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => ({ page, target: normalize(join(dirname(page), target)) })),
  );
  expect(links.filter(({ target }) => !existsSync(join(projectDir, target)))).toEqual([]);
  const linked = new Set(links.filter(({ page, target }) => page !== target).map(({ target }) => target));
  expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
});
