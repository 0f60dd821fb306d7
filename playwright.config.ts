import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/lib/chromium.mjs';

const executablePath = process.env.TRACELANE_CHROMIUM ?? findChromium()?.path;
/** Specs that only `npm run test:full` runs. */
const full = '**/*.full.spec.ts';

/** End-to-end tests of `npm test`; those of `npm run test:full` are in playwright.full.config.ts. */
export default endToEndTests('quick');

/** The built program in a real Chromium. What is stale of the build is built first. */
export function endToEndTests(run: 'quick' | 'full'): PlaywrightTestConfig {
  return defineConfig({
    testDir: 'test/e2e',
    testMatch: run === 'full' ? full : '**/*.spec.ts',
    ...(run === 'quick' && { testIgnore: full }),
    outputDir: 'test-results/e2e',
    globalSetup: './scripts/lib/endToEndSetup.mjs',
    reporter: 'list',
    forbidOnly: Boolean(process.env.CI),
    fullyParallel: false,
    workers: 2,
    timeout: run === 'quick' ? 60_000 : 180_000,
    expect: { timeout: 10_000 },
    use: {
      viewport: { width: 1600, height: 900 },
      locale: 'en-GB',
      // Costs about as much as the test itself: ask for it with --trace retain-on-failure.
      trace: 'off',
      launchOptions: {
        ...(executablePath !== undefined && { executablePath }),
        args: chromiumArgs(),
      },
    },
  });
}
