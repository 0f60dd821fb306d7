import { BrowserWindow, dialog, ipcMain } from 'electron';
import { channels, type WindowLook } from '../../src-contract/wire/electronBridge';
import { sendEnginePort } from './enginePort';
import { isOurPage } from './lockDown';
import type { WindowEngines } from './windowEngines';
import { windowLookOf } from './windowLook';

export interface IpcHandlers {
  /** Each window's own Engine, made when its page asks for it. */
  readonly engines: WindowEngines;
  setLook(look: WindowLook): void;
}

/** Answers what the windows' pages ask of the main process; anybody else is ignored. */
export function registerIpc({ engines, setLook }: IpcHandlers): void {
  ipcMain.on(channels.connect, (event) => {
    if (!isFromOurPage(event)) return;
    const { sender } = event;
    const client = engines.create(sender);
    sendEnginePort(event, client, () => engines.disconnected(sender, client));
  });
  ipcMain.on(channels.setLook, (event, value: unknown) => {
    const look = isFromOurPage(event) ? windowLookOf(value) : undefined;
    if (look !== undefined) setLook(look);
  });
  ipcMain.handle(channels.pickPaths, async (event, kind: unknown) => {
    const window = BrowserWindow.fromWebContents(event.sender);
    if (!isFromOurPage(event) || window === null) return [];
    const opens = kind === 'folder' ? 'openDirectory' : 'openFile';
    const { filePaths } = await dialog.showOpenDialog(window, { properties: [opens, 'multiSelections'] });
    return filePaths;
  });
}

function isFromOurPage(event: { readonly senderFrame: Electron.WebFrameMain | null }): boolean {
  return event.senderFrame !== null && event.senderFrame.parent === null && isOurPage(event.senderFrame.url);
}
