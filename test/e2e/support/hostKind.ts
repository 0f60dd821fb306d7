/**
 * What shows the window: the browser host, or the desktop application, over the stand-in for `electron` or Electron itself.
 * The projects of playwright.config.ts choose.
 */
export type HostKind = 'browser' | 'standIn' | 'electron';
