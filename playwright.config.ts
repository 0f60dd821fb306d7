import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/lib/chromium.mjs';

/** End-to-end tests: the built program in a real Chromium. Run `npm run build` first, or `npm test`, which does. */
const executablePath = process.env.TRACELANE_CHROMIUM ?? findChromium()?.path;

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1600, height: 900 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: chromiumArgs(),
    },
  },
});
