import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { projectDir } from './dumps';
import { type GeneratedJob, generatedJob } from './generatedJob';
import { startHost, type TestHost } from './host';
import { HostPool } from './hostPool';

export { dumpPath, projectDir, requireDumps } from './dumps';
export type { GeneratedJob } from './generatedJob';
export type { TestHost } from './host';
export { expect };

const screenshotsDir = join(projectDir, 'test-results', 'screenshots');
/** Pictures of the page are for people to look at, and cost as much as the tests: `npm test -- --screenshots`. */
const takesScreenshots = Boolean(process.env.TRACELANE_SCREENSHOTS);

export interface App {
  readonly page: Page;
  readonly host: TestHost;
  /** Writes test-results/screenshots/NAME.png, where pictures are asked for. */
  screenshot(name: string): Promise<void>;
}

interface Options {
  /** Arguments of `tracelane demo`: the job that the test opens, unless `hostArgs` name something else. */
  demoArgs: readonly string[];
  /** Arguments of `tracelane serve` beside --no-open and --port: paths to open, --root. */
  hostArgs: readonly string[];
  /** For a test that changes settings, or asks what is recent or saved: no other test sees its host. */
  hasOwnHost: boolean;
  /** Added to the page's address, e.g. { backend: 'raster' }. */
  addressParams: Readonly<Record<string, string>>;
  /** Console errors that the test brings about on purpose. */
  expectedErrors: readonly RegExp[];
}

interface Fixtures {
  /** What `demoArgs` make. */
  job: GeneratedJob;
  /** A browser host with `hostArgs`, shared with the tests of this worker that have the same ones. */
  host: TestHost;
  /** Its page, loaded. Any console error, uncaught error or policy violation fails the test. */
  app: App;
}

interface WorkerFixtures {
  hosts: HostPool;
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  demoArgs: [[], { option: true }],
  hostArgs: [[], { option: true }],
  hasOwnHost: [false, { option: true }],
  addressParams: [{}, { option: true }],
  expectedErrors: [[], { option: true }],

  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are wanted from here.
    async ({}, use) => {
      const hosts = new HostPool();
      await use(hosts);
      await hosts.stop();
    },
    { scope: 'worker' },
  ],

  job: async ({ demoArgs }, use) => use(await generatedJob(demoArgs)),

  host: async ({ hosts, demoArgs, hostArgs, hasOwnHost }, use) => {
    const args = hostArgs.length === 0 && demoArgs.length > 0 ? [(await generatedJob(demoArgs)).folder] : hostArgs;
    if (!hasOwnHost) {
      await use(await hosts.hostOf(args));
      return;
    }
    const host = await startHost(args);
    await use(host);
    await host.stop();
  },

  app: async ({ host, page, addressParams, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    const address = new URL(host.address);
    for (const [name, value] of Object.entries(addressParams)) address.searchParams.set(name, value);
    await page.goto(address.href);
    await use({
      page,
      host,
      screenshot: async (name) => {
        if (takesScreenshots) await page.screenshot({ path: join(screenshotsDir, `${name}.png`) });
      },
    });
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    expect(unexpected, 'errors in the console of the page').toEqual([]);
  },
});
