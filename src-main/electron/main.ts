import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, crashReporter, dialog } from 'electron';
import { version } from '../../package.json';
import type { HostInfo } from '../../src-contract';
import { terminalLine } from '../../src-contract/cells/terminalLine';
import { createEngine } from '../engine/engine';
import { logDir, userDirs } from '../engine/user/userDirs';
import { surviveClosedOutput } from '../host/closedOutput';
import { createDumpReporter } from '../host/dumpReporter';
import { type InitialDump, openInitialDump, threadsAfterMs } from '../host/initialDump';
import { type Installation, installationOf } from '../host/installation';
import { tellStarter } from '../host/starter';
import { StartTimes } from '../host/startTimes';
import { reportUnhandledRejections } from '../host/unhandledRejections';
import { describeProgram } from './about';
import { AppLog } from './appLog';
import { AppMenu } from './appMenu';
import { appScheme, handleAppScheme, registerAppScheme } from './appProtocol';
import { ownArguments, parseElectronArguments, type SecondStart } from './commandLine';
import { recoverFromCrashes } from './crashes';
import { dialogStrings } from './dialogStrings';
import { registerIpc } from './ipc';
import { lockDown, sandboxAll } from './lockDown';
import { menuLanguage } from './menuStrings';
import { type Opening, Openings } from './openings';
import { openLink } from './openLink';
import { followInTaskBar } from './taskBar';
import { WindowEngines } from './windowEngines';
import { WindowStateFile } from './windowState';
import { Windows } from './windows';

const args = ownArguments(process.argv, app.isPackaged);
const log = new AppLog(logDir(process.platform, process.env, homedir()));
const print = (line: string): void => console.log(terminalLine(line));
const report = (line: string): void => {
  console.error(terminalLine(line));
  log.line(line);
};

/** `entryUrl` is that of the built entry, dist/node/electron.js. To be called before the application is ready. */
export function runApplication(entryUrl: string): void {
  surviveClosedOutput();
  reportUnhandledRejections(report);
  registerAppScheme();
  sandboxAll();
  app.setPath('crashDumps', join(log.folder, 'crashes'));
  crashReporter.start({ uploadToServer: false });
  if (!app.requestSingleInstanceLock({ arguments: args, folder: process.cwd() } satisfies SecondStart)) {
    void tellStarter('passed-on').then(() => app.quit());
    return;
  }
  start(installationOf(entryUrl)).catch((error: unknown) => {
    const sentence = error instanceof Error ? error.message : String(error);
    report(`Tracelane could not start: ${sentence}`);
    dialog.showErrorBox(dialogStrings[menuLanguage(app.getLocale())].notStarted, sentence);
    void log.written().then(() => app.exit(1));
  });
}

async function start(installation: Installation): Promise<void> {
  const openings = new Openings();
  await app.whenReady();
  void tellStarter('ready');
  log.line(`Tracelane ${version} starts on ${process.platform}, Electron ${process.versions.electron}`);
  const dirs = userDirs(process.platform, process.env, homedir());
  const state = new WindowStateFile(dirs.configDir, (error) => report(String(error)));
  lockDown();
  describeProgram();
  await Promise.all([state.read(), handleAppScheme(installation.rendererDir)]);

  const { isTimed, ...own } = parseElectronArguments(args, process.cwd());
  const early = openings.takeEarly();
  const initialPaths = [...own.paths, ...early.flatMap(({ paths }) => paths)];
  const host: HostInfo = { kind: 'electron', version, platform: process.platform, initialPaths, roots: [] };
  const { engine: bareEngine, dispose } = createEngine({
    ...{ workerUrl: installation.workerUrl, host, userDirs: dirs, hasWindow: true, threadsAfterMs },
    programPath: installation.programPath,
    profileCommand: process.env.TRACELANE_PROFILE_COMMAND,
    environment: process.env,
  });
  const times = isTimed ? new StartTimes(processStartMs(), print) : undefined;
  const engine = times?.watching(bareEngine) ?? bareEngine;
  app.once('will-quit', (event) => {
    event.preventDefault();
    void Promise.allSettled([dispose(), state.save(), log.written()]).then(() => app.quit());
  });

  const windows = new Windows({ appDir: installation.appDir, state, onShown: () => void tellStarter('shown') });
  const menu = new AppMenu({ engine, windows, state, logFolder: log.folder });
  let initialDump: InitialDump | undefined;
  try {
    initialDump = await openInitialDump(engine, initialPaths, own.isDemo);
  } catch (error) {
    // Of the demo alone, which is generated first: the window is there all the same, and empty.
    report(`The demo could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    dialog.showErrorBox(menu.strings.noDemo, error instanceof Error ? error.message : String(error));
  }
  const reporter = createDumpReporter(engine, print);
  if (initialDump !== undefined) reporter.report(initialDump.dump);
  const engines = new WindowEngines({
    engine,
    host,
    initialDump,
    takeInitialPaths: (contents) => windows.takeInitialPaths(contents),
    onOpened: (dump, contents) => {
      reporter.report(dump);
      void followInTaskBar(engine, dump, contents).then(() => menu.refreshRecents());
    },
  });
  registerIpc({
    engines,
    setLook: (look) => {
      times?.reached(initialPaths.length === 0 ? 'Welcome page' : 'Window');
      menu.setLook(look);
    },
  });
  recoverFromCrashes({ windows, engines, log, strings: () => menu.strings });
  if (app.isPackaged) app.setAsDefaultProtocolClient(appScheme);
  if (process.platform === 'win32') app.setAppUserModelId('dev.tracelane.Tracelane');
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) windows.create();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });

  windows.create(initialDump?.paths);
  const follow = (links: readonly string[]): void => {
    for (const link of links) void openLink(link, windows, menu.strings);
  };
  follow([...own.links, ...early.flatMap(({ links }) => links)]);
  openings.begin(({ paths, links, isDemo }: Opening) => {
    if (links.length === 0 || paths.length > 0) windows.open(paths);
    if (isDemo) windows.runCommand('file.openDemo');
    follow(links);
  });
  await menu.refreshRecents();
}

/** Epoch time at which the process began, ms: that of the system, where it can be had. */
function processStartMs(): number {
  // Electron's alone: over the stand-in of the tests Node runs.
  return process.getCreationTime?.() ?? performance.timeOrigin;
}
