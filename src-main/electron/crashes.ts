import { app, BrowserWindow, dialog, type RenderProcessGoneDetails, type WebContents } from 'electron';
import type { AppLog } from './appLog';
import type { DialogStrings } from './dialogStrings';
import type { WindowEngines } from './windowEngines';
import type { Windows } from './windows';

/** A page that dies more often than this within the time is not started again unasked. */
const mostRestarts = 3;
const restartsWithinMs = 60_000;

export interface CrashHandling {
  readonly windows: Windows;
  readonly engines: WindowEngines;
  readonly log: AppLog;
  strings(): DialogStrings;
}

/**
 * A window whose page has lost its process gets a new one, with its dump still open; when the GPU's process has crashed, all
 * windows draw without it from then on.
 */
export function recoverFromCrashes({ windows, engines, log, strings }: CrashHandling): void {
  const crashesMs = new WeakMap<WebContents, number[]>();

  const onPageGone = async (contents: WebContents, { reason, exitCode }: RenderProcessGoneDetails): Promise<void> => {
    const window = BrowserWindow.fromWebContents(contents);
    if (reason === 'clean-exit' || window === null) return;
    log.line(`The process of a window has gone: ${reason} (${exitCode})`);
    engines.keepDump(contents);
    const now = Date.now();
    const recent = [...(crashesMs.get(contents) ?? []), now].filter((atMs) => now - atMs < restartsWithinMs);
    crashesMs.set(contents, recent);
    if (recent.length > mostRestarts) {
      const { crashed, crashedDetail, startAgain, closeWindow } = strings();
      const box = { type: 'error', message: crashed, detail: crashedDetail(log.folder) } as const;
      const { response } = await dialog.showMessageBox(window, {
        ...box,
        buttons: [startAgain, closeWindow],
        cancelId: 1,
      });
      if (window.isDestroyed()) return;
      if (response !== 0) {
        window.destroy();
        return;
      }
    }
    windows.load(window);
  };

  app.on('render-process-gone', (_event, contents, details) => void onPageGone(contents, details));
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason === 'clean-exit') return;
    log.line(`The process ${name ?? type} has gone: ${reason} (${exitCode})`);
    if (type !== 'GPU') return;
    windows.drawWithoutGpu();
    for (const window of BrowserWindow.getAllWindows()) {
      engines.keepDump(window.webContents);
      windows.load(window);
    }
  });
}
