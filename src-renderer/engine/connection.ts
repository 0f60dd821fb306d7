/** What the window gets from its host: the Engine, whether it can be reached, and what only the host can do. */
import type { StoreApi } from 'zustand/vanilla';
import type { Engine } from '../../src-contract';
import type { OpenWish, WindowLook } from '../../src-contract/wire/electronBridge';
import type { Dropped } from './droppedFiles';

/**
 * `reconnecting`: calls wait and go on by themselves once the host is there again.
 * `closed`: for good (the host ended or refused us); calls reject with `ConnectionClosedError`.
 */
export type ConnectionStatus = 'connected' | 'reconnecting' | 'closed';

export interface ConnectionState {
  readonly status: ConnectionStatus;
  /** `performance.now()` of the last change of `status`. */
  readonly sinceMs: number;
}

/** Files on their way from the page to the host. */
export interface UploadProgress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly filesDone: number;
  readonly filesTotal: number;
  /** Relative path of the file under way. */
  readonly fileName: string;
}

export interface DropOptions {
  /** Called while files are uploaded; never in Electron, where paths are known at once. */
  onProgress?(progress: UploadProgress): void;
  /** Aborting removes what was uploaded; the promise rejects with an `AbortError`. */
  readonly signal?: AbortSignal;
}

/** What only the host can do. Methods that a host lacks are absent. */
export interface HostServices {
  readonly kind: 'electron' | 'browser';
  /** The system's own dialog; empty when the user cancels it. */
  pickPaths?(kind: 'folder' | 'file'): Promise<readonly string[]>;
  /**
   * Paths, on the machine of the engine, of what was dropped into the page (`takeDrop`); give them to `Engine.open`. Rejects
   * with an `UploadError` (`code` is the key of its translation, `notice.<code>`) or an `AbortError`.
   */
  pathsOfDrop(dropped: Dropped, options?: DropOptions): Promise<readonly string[]>;
  /** The same for files chosen in an `<input type="file">` (`webkitdirectory` keeps the folders). */
  pathsOfFiles(files: readonly File[], options?: DropOptions): Promise<readonly string[]>;
  /** The system, or a link, asks to open something (file association, second start). Returns the function that stops listening. */
  onOpenPaths?(listener: (wish: OpenWish) => void): () => void;
  /** The user chose a command in the native menu; `commandId` is one of `menuCommandIds`. Returns how to stop. */
  onMenuCommand?(listener: (commandId: string) => void): () => void;
  /** What the native menu and frame take over from the window. */
  setLook?(look: WindowLook): void;
}

export interface EngineConnection {
  /** A plain object (not a Proxy): safe to keep in stores and to await. */
  readonly engine: Engine;
  readonly status: StoreApi<ConnectionState>;
  readonly services: HostServices;
  /** Ends the connection; open dumps of this window are closed by the host. */
  dispose(): void;
}
