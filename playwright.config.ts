import { existsSync } from 'node:fs';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/lib/chromium.mjs';
import type { HostKind } from './test/e2e/support/hostKind';

type Project = NonNullable<PlaywrightTestConfig<{ readonly hostKind: HostKind }>['projects']>[number];

const executablePath = process.env.TRACELANE_CHROMIUM ?? findChromium()?.path;
/** Specs that only `npm run test:full` runs; of others those tests that are tagged `@full`. */
const full = '**/*.full.spec.ts';

/** Specs of the desktop application alone. */
const desktop = 'desktop/**/*.spec.ts';
/**
 * Specs of what every host shows. In `npm test` all run over the browser host and those tagged @desktop over the stand-in for
 * `electron` as well, in the full run those tagged @bridge: one way through each view, its files, settings and reload. The same
 * page shows what the same engine says in all of them, so the others would only tell once more what the browser host has told.
 * Electron's own binary runs all but those tagged @browser.
 */
const shared = [
  ...['timeline', 'tabs', 'shell', 'drop', 'welcome', 'laneFilter.full'],
  ...['operator', 'memory', 'summary', 'communication'],
].map((name) => `${name}.spec.ts`);
/** Its windows are pages of a context: one that another test has used may still have a page, which is no window. */
const standIn = { hostKind: 'standIn', reuseContext: false } as const;

const quickProjects: Project[] = [
  { name: 'browser', testMatch: '**/*.spec.ts', testIgnore: [full, desktop], grepInvert: /@full/ },
  { name: 'desktop', testMatch: desktop, testIgnore: full, grepInvert: /@full/, use: standIn },
  { name: 'shared on the desktop', testMatch: shared, grep: /@desktop/, use: standIn },
];

/** Electron's own binary runs the shared specs too, where it is there. */
function fullProjects(): Project[] {
  const hasElectron = existsSync('node_modules/electron/dist/version');
  return [
    { name: 'browser', testMatch: full, testIgnore: desktop },
    { name: 'long ones in the browser', testMatch: '**/*.spec.ts', testIgnore: [full, desktop], grep: /@full/ },
    { name: 'desktop', testMatch: 'desktop/**/*.full.spec.ts', use: standIn },
    { name: 'long ones of the desktop', testMatch: desktop, testIgnore: full, grep: /@full/, use: standIn },
    { name: 'shared on the desktop', testMatch: shared, grep: /@bridge/, use: standIn },
    ...(hasElectron
      ? [
          {
            name: 'shared in Electron',
            testMatch: shared,
            grepInvert: /@browser/,
            use: { hostKind: 'electron' } as const,
          },
        ]
      : []),
  ];
}

/** End-to-end tests of `npm test`; those of `npm run test:full` are in playwright.full.config.ts. */
export default endToEndTests('quick');

/** The built program in a real Chromium. What is stale of the build is built first. */
export function endToEndTests(run: 'quick' | 'full'): PlaywrightTestConfig<{ readonly hostKind: HostKind }> {
  return defineConfig<{ readonly hostKind: HostKind }>({
    testDir: 'test/e2e',
    projects: run === 'full' ? fullProjects() : quickProjects,
    outputDir: 'test-results/e2e',
    globalSetup: './scripts/lib/endToEndSetup.mjs',
    reporter: 'list',
    forbidOnly: Boolean(process.env.CI),
    fullyParallel: false,
    // One more than the cores that are asked for: with two, a core was idle where tests waited for a page or a host. What is long
    // keeps its core busy: on a slow machine the full run took 29 minutes with two as with three, and fewer tests ran out of time.
    workers: run === 'quick' ? 3 : 2,
    // No test takes as long where its cores are its own, and none is to fail where they are not.
    timeout: run === 'quick' ? 120_000 : 180_000,
    // A program that does not start would cost each test its whole time: what is left then fails, and the report is written.
    globalTimeout: (run === 'quick' ? 25 : 50) * 60_000,
    // Long enough for findings, whose threads give way, where thirty processes want two cores; what must be quick, the bench measures.
    expect: { timeout: 60_000 },
    use: {
      viewport: { width: 1600, height: 900 },
      locale: 'en-GB',
      // Costs about as much as the test itself: ask for it with --trace retain-on-failure.
      trace: 'off',
      // A context and its pages are two processes or three, started for each test. What stays between tests: test/README.md.
      reuseContext: true,
      launchOptions: {
        ...(executablePath !== undefined && { executablePath }),
        args: chromiumArgs(),
      },
    },
  });
}
