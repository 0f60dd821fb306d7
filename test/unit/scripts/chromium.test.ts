import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { chromiumArgs } from '../../../scripts/lib/chromium.mjs';

test('what Playwright turns off in Chromium is off with our own switch too, which stands in for its', () => {
  const require = createRequire(import.meta.url);
  const core = createRequire(require.resolve('@playwright/test')).resolve('playwright-core/lib/coreBundle');
  const list = /disabledFeatures = \[([^\]]*)\]/.exec(readFileSync(core, 'utf8'))?.[1] ?? '';
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(10);
  const off = chromiumArgs().flatMap((arg) => /^--disable-features=(.*)$/.exec(arg)?.[1]?.split(',') ?? []);
  expect(off).toEqual(expect.arrayContaining(theirs));
});
