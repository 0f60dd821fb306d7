import { homedir } from 'node:os';
import { app, BrowserWindow, Menu } from 'electron';
import { version } from '../../package.json';
import type { HostInfo } from '../../src-contract';
import { terminalLine } from '../../src-contract/cells/terminalLine';
import { createEngine } from '../engine/engine';
import { userDirs } from '../engine/user/userDirs';
import { createClientEngine } from '../host/clientEngine';
import { surviveClosedOutput } from '../host/closedOutput';
import { createDumpReporter } from '../host/dumpReporter';
import { openInitialDump, threadsAfterMs } from '../host/initialDump';
import { installationOf } from '../host/installation';
import { openPolicy } from '../host/pathPolicy';
import { tellStarter } from '../host/starter';
import { reportUnhandledRejections } from '../host/unhandledRejections';
import { handleAppScheme, registerAppScheme } from './appProtocol';
import { ownArguments, parseElectronArguments } from './commandLine';
import { registerIpc } from './ipc';
import { lockDown } from './lockDown';
import { menuTemplate } from './menu';
import { menuLanguage } from './menuStrings';
import { Windows } from './windows';

/** What a second start tells the first one. */
interface SecondStart {
  readonly arguments: readonly string[];
  readonly folder: string;
}

const installation = installationOf(import.meta.url);
const args = ownArguments(process.argv, app.isPackaged);

surviveClosedOutput();
reportUnhandledRejections((line) => console.error(terminalLine(line)));
registerAppScheme();
if (app.requestSingleInstanceLock({ arguments: args, folder: process.cwd() } satisfies SecondStart)) void start();
else void tellStarter('passed-on').then(() => app.quit());

async function start(): Promise<void> {
  const windows = new Windows(installation.appDir, () => void tellStarter('shown'));
  const early = collectEarlyFiles();
  await app.whenReady();
  void tellStarter('ready');
  const { paths, isDemo } = parseElectronArguments(args, process.cwd());
  const initialPaths = [...paths, ...early.stop()];
  handleAppEvents(windows);
  lockDown();
  await handleAppScheme(installation.rendererDir);

  const host: HostInfo = { kind: 'electron', version, platform: process.platform, initialPaths, roots: [] };
  const { engine, dispose } = createEngine({
    workerUrl: installation.workerUrl,
    host,
    userDirs: userDirs(process.platform, process.env, homedir()),
    threadsAfterMs,
  });
  app.once('will-quit', (event) => {
    event.preventDefault();
    void dispose().finally(() => app.quit());
  });
  const reporter = createDumpReporter(engine, (line) => console.log(terminalLine(line)));
  const initialDump = await openInitialDump(engine, initialPaths, isDemo);
  if (initialDump !== undefined) reporter.report(initialDump.dump);

  const setLanguage = (tag: string): void => {
    const template = menuTemplate(menuLanguage(tag), process.platform, {
      run: (command) => windows.runCommand(command),
      newWindow: () => windows.create(),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  setLanguage(app.getLocale());
  registerIpc({
    setLanguage,
    createClient: (contents) =>
      createClientEngine({
        engine,
        host: { ...host, initialPaths: windows.initialPathsOf(contents) },
        policy: openPolicy,
        ...(initialDump && { initialDump }),
        onOpened: (dump) => reporter.report(dump),
      }),
  });
  windows.create(initialDump?.paths);
}

/** macOS sends files that were double-clicked before the application is ready. */
function collectEarlyFiles(): { readonly stop: () => readonly string[] } {
  const paths: string[] = [];
  const collect = (event: { preventDefault(): void }, path: string): void => {
    event.preventDefault();
    paths.push(path);
  };
  app.on('open-file', collect);
  return {
    stop: () => {
      app.off('open-file', collect);
      return paths;
    },
  };
}

function handleAppEvents(windows: Windows): void {
  app.on('open-file', (event, path) => {
    event.preventDefault();
    windows.open([path]);
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const second = data as SecondStart;
    windows.open(parseElectronArguments(second.arguments, second.folder).paths);
  });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) windows.create();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}
