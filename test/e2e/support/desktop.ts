import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type BrowserContext, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron } from '../../../src-main/cli/window/electronBinary';
import { StandIn } from '../electronStandIn/driver/standIn';
import { projectDir } from './dumps';
import { outputWith, type RunningHost, userFolders } from './host';

export type DesktopKind = 'standIn' | 'electron';

/** The desktop application, running. */
export interface StartedDesktop extends RunningHost {
  /** The page of the nth window that is open, waited for. */
  page(at?: number): Promise<Page>;
  /** Over the stand-in alone; throws elsewhere. */
  readonly standIn: StandIn;
  /** The user picks these in the next dialog of the system. */
  willPick(paths: readonly string[]): Promise<void>;
}

/** The user's folders, in which the desktop application is started, once or several times; ends what has been started. */
export class Desktop {
  private readonly started: StartedDesktop[] = [];
  private readonly watchers: ((context: BrowserContext) => void)[] = [];

  private constructor(
    private readonly context: BrowserContext,
    private readonly kind: DesktopKind,
    private readonly addressParams: Readonly<Record<string, string>>,
    readonly home: string,
  ) {}

  static async create(
    context: BrowserContext,
    kind: DesktopKind,
    addressParams: Readonly<Record<string, string>>,
  ): Promise<Desktop> {
    return new Desktop(context, kind, addressParams, await mkdtemp(join(tmpdir(), 'tracelane-desktop-')));
  }

  /** Told of the context in which the windows are going to be. */
  onContext(watcher: (context: BrowserContext) => void): void {
    this.watchers.push(watcher);
  }

  /** Starts the application, in `folder` if that is told. */
  async start(
    args: readonly string[],
    more: { readonly env?: Readonly<Record<string, string>>; readonly folder?: string } = {},
  ): Promise<StartedDesktop> {
    const env = { ...userFolders(this.home), ...more.env };
    // As on a user's machine, where they are there.
    for (const folder of Object.values(userFolders(this.home))) await mkdir(folder, { recursive: true });
    const started =
      this.kind === 'standIn' ? await this.startStandIn(args, env, more.folder) : await this.startElectron(args, env);
    this.started.push(started);
    return started;
  }

  async end(): Promise<void> {
    for (const started of this.started) await started.stop();
    await rm(this.home, { recursive: true, force: true });
  }

  private async startStandIn(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    folder: string | undefined,
  ): Promise<StartedDesktop> {
    if (this.started.length === 0) for (const watch of this.watchers) watch(this.context);
    const { context, addressParams } = this;
    const standIn = new StandIn({ context, args, env, addressParams, ...(folder !== undefined && { folder }) });
    await standIn.prepare();
    return {
      standIn,
      configHome: env.XDG_CONFIG_HOME ?? '',
      page: (at) => standIn.windows.page(at),
      output: () => standIn.output(),
      waitForOutput: (pattern, limitMs) => outputWith(standIn.child, () => standIn.output(), pattern, limitMs),
      willPick: async (paths) => void (await standIn.ask('choose', paths)),
      stop: () => standIn.stop(),
    };
  }

  private async startElectron(args: readonly string[], env: Readonly<Record<string, string>>): Promise<StartedDesktop> {
    const electron = await findElectron(projectDir, process.platform);
    if (!electron.isThere) throw new Error(electron.reason);
    const app = await _electron.launch({
      executablePath: electron.path,
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), projectDir, ...args],
      env: { ...(process.env as Record<string, string>), ...env },
    });
    for (const watch of this.watchers) watch(app.context());
    let output = '';
    for (const stream of [app.process().stdout, app.process().stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    return {
      get standIn(): StandIn {
        throw new Error('This test is of the stand-in alone');
      },
      configHome: env.XDG_CONFIG_HOME ?? '',
      page: (at = 0) => this.pageOfElectron(app, at),
      output: () => output,
      waitForOutput: (pattern, limitMs) => outputWith(app.process(), () => output, pattern, limitMs),
      willPick: (paths) =>
        app.evaluate(({ dialog }, filePaths) => {
          dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [...filePaths] });
        }, paths),
      stop: () => app.close(),
    };
  }

  private async pageOfElectron(app: ElectronApplication, at: number): Promise<Page> {
    while (app.windows()[at] === undefined) await app.waitForEvent('window');
    const page = app.windows()[at] as Page;
    const address = new URL(page.url());
    for (const [name, value] of Object.entries(this.addressParams)) address.searchParams.set(name, value);
    if (address.href !== page.url()) await page.goto(address.href);
    return page;
  }
}
