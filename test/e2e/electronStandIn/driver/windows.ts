import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { pageNames, type ToStandIn } from '../messages';

interface WindowsOptions {
  readonly context: BrowserContext;
  /** The built surroundings of a preload script. */
  readonly pageScript: string;
  readonly tell: (message: ToStandIn) => void;
  /** What went wrong beside any answer. */
  readonly report: (error: Error) => void;
}

interface Opening {
  readonly window: number;
  readonly preload: string;
  readonly width: number;
  readonly height: number;
}

interface OpenWindow extends Opening {
  page: Page;
  /** The address that the application itself asked for last, until its request comes. */
  ownLoad: string | undefined;
}

/** The pages of Chromium that are the application's windows. */
export class StandInWindows {
  private readonly open_ = new Map<number, OpenWindow>();
  /** What is done to pages is done in the order in which it was asked for. */
  private queue: Promise<void> = Promise.resolve();
  private waiting: (() => void)[] = [];
  /** Why no window comes any more. */
  private ended: Error | undefined;

  constructor(private readonly options: WindowsOptions) {}

  /** In the order in which they were opened. */
  pages(): readonly Page[] {
    return [...this.open_.values()].map(({ page }) => page);
  }

  /** The page of the nth window that is open, waited for as long as the application runs. */
  async page(at = 0): Promise<Page> {
    for (;;) {
      const page = this.pages()[at];
      if (page !== undefined) return page;
      if (this.ended !== undefined) throw this.ended;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  numberOf(page: Page): number | undefined {
    return [...this.open_.values()].find((window) => window.page === page)?.window;
  }

  open(opening: Opening): void {
    this.inTurn(async () => {
      this.open_.set(opening.window, { ...opening, page: await this.newPage(opening), ownLoad: undefined });
      for (const resolve of this.waiting.splice(0)) resolve();
    });
  }

  load(number: number, address: string): void {
    this.inTurn(async () => {
      const window = this.open_.get(number);
      if (window === undefined) return;
      // A page whose process has crashed answers nothing any more.
      if (crashedPages.has(window.page)) {
        const crashed = window.page;
        window.page = await this.newPage(window);
        await crashed.close();
      }
      const { page } = window;
      window.ownLoad = address;
      // Not awaited: what the page asks while it loads must come through.
      page.goto(address).then(
        () => this.options.tell({ kind: 'loaded', window: number }),
        (error: Error) => this.options.tell({ kind: 'load-failed', window: number, message: error.message }),
      );
    });
  }

  /** Whether this is what the application itself has just asked to be loaded; then nobody is asked whether it may be. */
  takeLoad(number: number, address: string): boolean {
    const window = this.open_.get(number);
    if (window?.ownLoad !== address) return false;
    window.ownLoad = undefined;
    return true;
  }

  resize({
    window,
    width,
    height,
  }: {
    readonly window: number;
    readonly width: number;
    readonly height: number;
  }): void {
    this.inTurn(async () => this.open_.get(window)?.page.setViewportSize({ width, height }));
  }

  close(number: number): void {
    this.inTurn(async () => {
      const window = this.open_.get(number);
      this.open_.delete(number);
      if (window !== undefined && !window.page.isClosed()) await window.page.close();
    });
  }

  /** As when a process ends: its windows go with it, and none comes any more. */
  end(reason: Error): void {
    this.ended = reason;
    for (const number of this.open_.keys()) this.close(number);
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  toPage(number: number, text: string): void {
    const page = this.open_.get(number)?.page;
    if (page === undefined || page.isClosed()) return;
    page
      .evaluate(([name, message]) => (window as unknown as Record<string, (text: string) => void>)[name]?.(message), [
        pageNames.receive,
        text,
      ] as const)
      .catch((error: Error) => {
        // A message to a document that goes meanwhile is lost, as in Electron.
        if (!/closed|destroyed|navigat|crashed|detached/i.test(error.message)) this.options.report(error);
      });
  }

  inTurn(work: () => Promise<unknown> | undefined): void {
    this.queue = this.queue.then(async () => {
      try {
        await work();
      } catch (error) {
        this.options.report(error as Error);
      }
    });
  }

  /** Once all that was asked for is done. */
  settled(): Promise<void> {
    return this.queue;
  }

  private async newPage({ window, preload, width, height }: Opening): Promise<Page> {
    const { context, tell } = this.options;
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.exposeFunction(pageNames.send, (text: string) => tell({ kind: 'from-page', window, text }));
    const surroundings = await readFile(this.options.pageScript, 'utf8');
    const content = `(() => { ${surroundings}\nstandInPage.start((require, module, exports) => {\n${preload}\n}); })();`;
    await page.addInitScript({ content });
    page.on('close', () => {
      if (this.open_.get(window)?.page === page) tell({ kind: 'page-closed', window });
    });
    page.on('crash', () => {
      crashedPages.add(page);
      tell({ kind: 'page-crashed', window });
    });
    return page;
  }
}

const crashedPages = new WeakSet<Page>();
