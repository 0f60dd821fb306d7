import { type ChildProcess, spawn } from 'node:child_process';
import type { BrowserContext, Frame, Page, Request, Route } from '@playwright/test';
import { projectDir } from '../../support/dumps';
import type { PageResponse, SchemePrivileges, ToDriver, ToStandIn } from '../messages';
import { applicationAddress, chromiumAddress } from './addresses';
import { StandInWindows } from './windows';

const distDir = `${projectDir}/dist/standIn`;
const startLimitMs = 30_000;

export interface StandInOptions {
  /** Where the windows' pages are opened. */
  readonly context: BrowserContext;
  /** Arguments of the application. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Current folder of the process. */
  readonly folder?: string;
  /** Added to the address of every page, e.g. { backend: 'raster' }. */
  readonly addressParams?: Readonly<Record<string, string>>;
}

/** Names by which Chromium grants what Electron calls otherwise. */
const chromiumPermissions: Readonly<Record<string, readonly string[]>> = {
  'clipboard-sanitized-write': ['clipboard-write'],
  'clipboard-read': ['clipboard-read'],
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
};

/** Nobody answers any more. */
class ApplicationEndedError extends Error {}

/** The built application in a process of its own, whose windows are pages of a Chromium that the test has. */
export class StandIn {
  readonly windows: StandInWindows;
  readonly child: ChildProcess;
  private readonly asked = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  private askCount = 0;
  private text = '';
  private schemes: readonly SchemePrivileges[] = [];
  private readonly problems: Error[] = [];
  private readonly ended: Promise<number | null>;

  constructor(private readonly options: StandInOptions) {
    const { args = [], env = {}, folder = projectDir } = options;
    this.child = spawn(process.execPath, [`${distDir}/launch.js`, projectDir, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => {
        this.text += part;
      });
    }
    this.windows = new StandInWindows({
      context: options.context,
      pageScript: `${distDir}/page.js`,
      tell: (message) => this.tell(message),
      report: (error) => this.problems.push(error),
    });
    this.child.on('message', (message: ToDriver) => this.receive(message));
    // At "exit" there may still be messages and output of it that have not been read.
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
    void this.ended.then((code) => {
      const error = new ApplicationEndedError(`The application ended with ${code}:\n${this.text}`);
      for (const { reject } of this.asked.values()) reject(error);
      this.asked.clear();
      this.windows.end(error);
    });
  }

  /** All that the process has printed. */
  output(): string {
    return this.text;
  }

  /** What the user or the system does, or asks to see; see main/control.ts. */
  ask(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.askCount;
    return new Promise((resolve, reject) => {
      if (this.hasEnded) reject(new ApplicationEndedError(`Asked "${name}" of an application that has ended`));
      this.asked.set(id, { resolve, reject });
      this.tell({ kind: 'ask', id, name, args });
    });
  }

  /** Routes what pages of the application's schemes ask for, and every navigation. Before the first page. */
  async prepare(): Promise<void> {
    await this.options.context.route(/^https?:/, (route, request) => unlessEnded(this.respond(route, request)));
    this.options.context.on('page', (page) => void unlessEnded(this.decideOnPopup(page)));
  }

  private async respond(route: Route, request: Request): Promise<void> {
    const url = applicationAddress(request.url(), this.schemes);
    const frame = frameOf(request);
    // Of a page that another one opens; whether it may is asked when it is there (`decideOnPopup`).
    if (frame === undefined) return route.abort('aborted');
    const window = this.windows.numberOf(frame.page());
    // Of another process of the application, which the test has started too.
    if (window === undefined) return route.fallback();
    if (request.isNavigationRequest() && !this.windows.takeLoad(window, request.url())) {
      const navigation = { window, url, isMainFrame: frame.parentFrame() === null };
      if (!(await this.ask('may-navigate', navigation, 'will-navigate'))) return route.abort('aborted');
    }
    // Nobody asks the network for anything: a page elsewhere is one that says that it was reached.
    if (url === request.url()) return route.fulfill({ contentType: 'text/html', body: `reached ${url}` });
    const asked = { url: withoutSearch(url), method: request.method(), headers: request.headers() };
    const { status, headers, body } = (await this.ask('request', asked)) as PageResponse;
    return route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) });
  }

  /** The exit code, once it has ended. */
  exitCode(limitMs = startLimitMs): Promise<number | null> {
    return Promise.race([
      this.ended,
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`The application has not ended:\n${this.text}`)), limitMs).unref();
      }),
    ]);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Quits as the user would. Throws what went wrong on the way between the process and its pages. */
  async stop(): Promise<void> {
    if (!this.hasEnded) {
      // What a page still asks for while it is closed has nobody to answer it. With the application its pages have gone.
      await this.options.context.unrouteAll({ behavior: 'ignoreErrors' });
      await unlessEnded(this.ask('quit'));
    }
    await this.exitCode(15_000).catch(async (error: unknown) => {
      this.child.kill('SIGKILL');
      throw error;
    });
    await this.windows.settled();
    if (this.problems.length > 0) throw new AggregateError(this.problems, 'between the application and its pages');
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private tell(message: ToStandIn): void {
    if (!this.child.connected) return;
    this.child.send(message, (error) => {
      // A page may still speak while the process ends; its end then rejects what was asked of it.
      if (error !== null && !isGone(error)) this.problems.push(error);
    });
  }

  private receive(message: ToDriver): void {
    switch (message.kind) {
      case 'schemes':
        this.schemes = message.schemes;
        return;
      case 'answer':
        this.asked.get(message.id)?.resolve(message.value);
        this.asked.delete(message.id);
        return;
      case 'failure':
        this.asked.get(message.id)?.reject(new Error(message.message));
        this.asked.delete(message.id);
        return;
      case 'granted': {
        const permissions = message.permissions.flatMap((name) => chromiumPermissions[name] ?? []);
        const origin = new URL(chromiumAddress(`${message.origin}/`)).origin;
        this.windows.inTurn(() => this.options.context.grantPermissions(permissions, { origin }));
        return;
      }
      case 'load': {
        const address = new URL(chromiumAddress(message.url));
        for (const [name, value] of Object.entries(this.options.addressParams ?? {})) {
          if (!address.searchParams.has(name)) address.searchParams.set(name, value);
        }
        this.windows.load(message.window, address.href);
        return;
      }
      case 'open':
        this.windows.open(message);
        return;
      case 'resize':
        this.windows.resize(message);
        return;
      case 'close':
        this.windows.close(message.window);
        return;
      case 'to-page':
        this.windows.toPage(message.window, message.text);
        return;
    }
  }

  /** A page that another one opened: the application says whether it may. */
  private async decideOnPopup(page: Page): Promise<void> {
    const opener = await page.opener();
    const window = opener === null ? undefined : this.windows.numberOf(opener);
    if (window === undefined) return;
    if (await this.ask('may-open', window, page.url())) {
      this.problems.push(new Error(`The stand-in for electron opens no window for a page: ${page.url()}`));
    }
    await page.close();
  }
}

/** What pages ask, or what is asked to be ended, while the application ends needs no answer: they go with it. */
async function unlessEnded(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApplicationEndedError)) throw error;
  }
}

/** Undefined as long as the page is not there that the request is to fill; Playwright throws then. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** What was added for tests is no part of the file's address. */
function withoutSearch(url: string): string {
  return url.split('?')[0] ?? url;
}

/** Whether it says that the process on the other side has ended, or is about to. */
function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ERR_IPC_CHANNEL_CLOSED';
}
