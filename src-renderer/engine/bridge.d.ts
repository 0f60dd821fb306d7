import type { ElectronBridge } from '../../src-contract/wire/electronBridge';

declare global {
  interface Window {
    /** Put there by Electron's preload script; its name is `bridgeName` in src-contract/wire/electronBridge.ts. */
    readonly tracelaneBridge?: ElectronBridge;
  }
}
