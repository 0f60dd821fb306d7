/** The module `electron` as the main process imports it. What is not listed here cannot be imported. */
export { app } from './app';
export { BrowserWindow } from './browserWindow';
export { ipcMain } from './ipcMain';
export { Menu, MenuItem } from './menu';
export { MessageChannelMain } from './messagePorts';
export { protocol } from './protocol';
export { screen } from './screen';
export { session } from './session';
export { crashReporter, dialog, nativeTheme, shell } from './small';
