import type { ElectronBridge } from '../../src-wire/electronBridge';

declare global {
  interface Window {
    /** Put there by Electron's preload script; its name is `bridgeName` in src-wire/electronBridge.ts. */
    readonly tracelaneBridge?: ElectronBridge;
  }
}
