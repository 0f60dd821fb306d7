import { BrowserWindow, dialog, ipcMain } from 'electron';
import { channels } from '../../src-contract/wire/electronBridge';
import type { ClientEngine } from '../host/clientEngine';
import { sendEnginePort } from './enginePort';
import { isOurPage } from './lockDown';

export interface IpcHandlers {
  /** A window's own Engine, made when its page asks for it. */
  createClient(contents: Electron.WebContents): ClientEngine;
  /** BCP 47 tag of the language that the window shows. */
  setLanguage(tag: string): void;
}

/** Answers what the windows' pages ask of the main process; anybody else is ignored. */
export function registerIpc(handlers: IpcHandlers): void {
  ipcMain.on(channels.connect, (event) => {
    if (isFromOurPage(event)) sendEnginePort(event, handlers.createClient(event.sender));
  });
  ipcMain.on(channels.setLanguage, (event, tag: unknown) => {
    if (isFromOurPage(event) && typeof tag === 'string') handlers.setLanguage(tag);
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
