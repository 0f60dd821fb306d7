import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { Desktop } from './desktop';
import { projectDir } from './dumps';
import { type GeneratedJob, generatedJob } from './generatedJob';
import { type Hand, handOfBrowser, handOfDesktop } from './hand';
import { type RunningHost, startHost, type TestHost } from './host';
import type { HostKind } from './hostKind';
import { HostPool } from './hostPool';

export type { Desktop } from './desktop';
export { dumpPath, projectDir, requireDumps } from './dumps';
export type { GeneratedJob } from './generatedJob';
export type { TestHost } from './host';
export { expect };

const screenshotsDir = join(projectDir, 'test-results', 'screenshots');
/** Pictures of the page are for people to look at, and cost as much as the tests: `npm test -- --screenshots`. */
const takesScreenshots = Boolean(process.env.TRACELANE_SCREENSHOTS);

export interface App extends Hand {
  readonly page: Page;
  readonly host: RunningHost;
  /** Writes test-results/screenshots/NAME.png, where pictures are asked for. */
  screenshot(name: string): Promise<void>;
}

interface Options {
  hostKind: HostKind;
  /** Arguments of `tracelane demo`: the job that the test opens, unless `hostArgs` name something else. */
  demoArgs: readonly string[];
  /** Arguments of `tracelane serve` beside --no-open and --port: paths to open, --root. On the desktop the paths count. */
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
  /** `hostArgs`, or the job that `demoArgs` make. */
  openArgs: readonly string[];
  /** Starts the browser host with `openArgs`, once. */
  startedHost: () => Promise<TestHost>;
  /** A browser host with `hostArgs`, shared with the tests of this worker that have the same ones. */
  host: TestHost;
  /** The desktop application's folders; what is started in them. */
  desktop: Desktop;
  /** The window's page, loaded. Any console error, uncaught error or policy violation fails the test. */
  app: App;
}

interface WorkerFixtures {
  hosts: HostPool;
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  hostKind: ['browser', { option: true }],
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

  openArgs: async ({ demoArgs, hostArgs }, use) =>
    use(hostArgs.length === 0 && demoArgs.length > 0 ? [(await generatedJob(demoArgs)).folder] : hostArgs),

  startedHost: async ({ hosts, openArgs, hasOwnHost }, use) => {
    let started: Promise<TestHost> | undefined;
    await use(() => {
      started ??= hasOwnHost ? startHost(openArgs) : hosts.hostOf(openArgs);
      return started;
    });
    if (hasOwnHost) await (await started)?.stop();
  },

  host: async ({ startedHost }, use) => use(await startedHost()),

  desktop: async ({ context, hostKind, addressParams }, use) => {
    const desktop = await Desktop.create(context, hostKind === 'electron' ? 'electron' : 'standIn', addressParams);
    await use(desktop);
    await desktop.end();
  },

  app: async ({ hostKind, context, startedHost, desktop, openArgs, addressParams, expectedErrors }, use) => {
    const errors: string[] = [];
    const watch = ({ context: of }: { context: typeof context }): void => {
      of.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      of.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
    };
    const screenshot = (page: Page) => async (name: string) => {
      if (takesScreenshots) await page.screenshot({ path: join(screenshotsDir, `${name}.png`) });
    };
    if (hostKind === 'browser') {
      watch({ context });
      const host = await startedHost();
      const [page = await context.newPage()] = context.pages();
      const address = new URL(host.address);
      for (const [name, value] of Object.entries(addressParams)) address.searchParams.set(name, value);
      await page.goto(address.href);
      await use({ page, host, screenshot: screenshot(page), ...handOfBrowser(page) });
    } else {
      desktop.onContext((of) => watch({ context: of }));
      const started = await desktop.start(pathsOf(openArgs));
      const page = await started.page();
      await page.waitForURL((url) => url.href !== 'about:blank');
      await use({ page, host: started, screenshot: screenshot(page), ...handOfDesktop(started, page) });
    }
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    expect(unexpected, 'errors in the console of the page').toEqual([]);
  },
});

/** Without the options of `tracelane serve`, each of which has a value. */
function pathsOf(args: readonly string[]): readonly string[] {
  return args.filter((arg, at) => !arg.startsWith('--') && !args[at - 1]?.startsWith('--'));
}
