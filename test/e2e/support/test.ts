import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { projectDir } from './dumps';
import { startHost, type TestHost } from './host';

export { dumpPath, projectDir, requireDumps } from './dumps';
export { startHost, type TestHost } from './host';
export { expect };

const screenshotsDir = join(projectDir, 'test-results', 'screenshots');

export interface App {
  readonly page: Page;
  readonly host: TestHost;
  /** Writes test-results/screenshots/NAME.png. */
  screenshot(name: string): Promise<void>;
}

interface Options {
  /** Arguments of `tracelane serve` beside --no-open and --port: paths to open, --root. */
  hostArgs: readonly string[];
  /** Added to the page's address, e.g. { backend: 'raster' }. */
  addressParams: Readonly<Record<string, string>>;
  /** Console errors that the test brings about on purpose. */
  expectedErrors: readonly RegExp[];
}

interface Fixtures {
  /** A browser host of this test's own. */
  host: TestHost;
  /** Its page, loaded. Any console error, uncaught error or policy violation fails the test. */
  app: App;
}

export const test = base.extend<Fixtures & Options>({
  hostArgs: [[], { option: true }],
  addressParams: [{}, { option: true }],
  expectedErrors: [[], { option: true }],

  host: async ({ hostArgs }, use) => {
    const host = await startHost(hostArgs);
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
        await page.screenshot({ path: join(screenshotsDir, `${name}.png`) });
      },
    });
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    expect(unexpected, 'errors in the console of the page').toEqual([]);
  },
});
