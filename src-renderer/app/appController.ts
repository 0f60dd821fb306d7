/**
 * What the window is doing: connecting, welcoming, showing a dump; which dialog is open; what has gone wrong. One store,
 * and the actions that change it. Knows no React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DumpId, Engine, HostInfo, Notice, NoticeSeverity, RecentDump } from '../../src-contract';
import { isConnectionClosed } from '../base/useLatestAnswer';
import type { EngineConnection, UploadProgress } from '../engine/connection';
import { openSession } from '../session/createSession';
import type { DumpSession } from '../session/session';
import type { Shell, ShellState } from '../session/shell';
import { noticeOfError } from '../ui/notices/noticeOfError';
import { hasUsefulDump, whyUseless } from './usefulDump';

export type Screen =
  | { readonly kind: 'welcome' }
  /** Between the wish to open something and the Engine's first word about it. */
  | { readonly kind: 'opening'; readonly what: Opening }
  | { readonly kind: 'dump'; readonly session: DumpSession };

/** The demo has to be generated the first time. */
export type Opening = { readonly kind: 'paths'; readonly title: string } | { readonly kind: 'demo' };

export type DialogName = 'palette' | 'keys' | 'folders' | 'settings' | 'clock';

/** Something that went wrong and is no part of a dump's own notices. */
export interface Toast {
  readonly id: number;
  readonly severity: NoticeSeverity;
  readonly notice: Pick<Notice, 'code' | 'message' | 'params'> & Pick<Partial<Notice>, 'path' | 'byteOffset'>;
  /** How often it has happened while it was shown. */
  readonly count: number;
}

export interface AppState extends ShellState {
  readonly screen: Screen;
  readonly host: HostInfo | undefined;
  readonly recentDumps: readonly RecentDump[];
  readonly dialog: DialogName | undefined;
  readonly toasts: readonly Toast[];
  /** Files on their way to the host; undefined progress: they are being counted. */
  readonly upload: { readonly progress: UploadProgress | undefined } | undefined;
  /** Something else is being opened, and not known yet to be of any use: the dump stays until it is. */
  readonly opening: Opening | undefined;
  /** Grows when the search field should take the focus. */
  readonly findFocusCount: number;
}

export interface AppController extends Shell {
  readonly connection: EngineConnection;
  readonly store: StoreApi<AppState>;
  /** Asks the host who it is, and begins to open what the command line asked for. Never rejects. */
  start(): Promise<void>;
  openPaths(paths: readonly string[]): Promise<void>;
  openDemo(): Promise<void>;
  /** Call it in the drop event itself. */
  drop(transfer: DataTransfer): Promise<void>;
  cancelUpload(): void;
  /** The dump that is open stays. */
  cancelOpening(): void;
  closeDump(): void;
  refreshRecentDumps(): Promise<void>;
  forgetRecentDump(paths: readonly string[]): Promise<void>;
  showDialog(dialog: DialogName | undefined): void;
  setFindText(text: string): void;
  focusFind(): void;
  dismissToast(id: number): void;
  dispose(): void;
}

export function createAppController(connection: EngineConnection): AppController {
  const { engine, services } = connection;
  const store = createStore<AppState>()(() => ({
    screen: { kind: 'welcome' },
    host: undefined,
    recentDumps: [],
    dialog: undefined,
    toasts: [],
    upload: undefined,
    opening: undefined,
    tab: 'timeline',
    panel: 'slice',
    findText: '',
    findFocusCount: 0,
  }));
  let toastCount = 0;
  /** Counts openings: a dump that arrives after another was asked for is closed again. */
  let openCount = 0;
  let uploadAbort: AbortController | undefined;
  let stopListening: (() => void) | undefined;

  const report = (notice: Toast['notice']) => {
    const { toasts } = store.getState();
    const same = toasts.find((toast) => toast.notice.message === notice.message && toast.notice.path === notice.path);
    store.setState({
      toasts: same
        ? toasts.map((toast) => (toast === same ? { ...toast, count: toast.count + 1 } : toast))
        : [...toasts, { id: ++toastCount, severity: 'error', notice, count: 1 }],
    });
  };

  const leaveDump = () => {
    const { screen } = store.getState();
    if (screen.kind === 'dump') screen.session.dispose();
  };

  const open = async (what: Opening, ask: (engine: Engine) => Promise<DumpId>) => {
    const opening = ++openCount;
    const isWanted = () => opening === openCount;
    const isKept = hasUsefulDump(store.getState().screen);
    if (!isKept) leaveDump();
    // Whoever opens something else has read what went wrong before.
    store.setState({ dialog: undefined, toasts: [], ...(isKept ? { opening: what } : beginning(what)) });
    try {
      const dumpId = await ask(engine);
      const session = await openSession(engine, dumpId, controller.reportError);
      const reasons = isKept ? await whyUseless(session) : [];
      if (!isWanted()) session.dispose();
      else if (reasons.length > 0) {
        session.dispose();
        for (const reason of reasons) report(reason);
      } else {
        if (isKept) leaveDump();
        store.setState({ screen: { kind: 'dump', session }, findText: '', panel: 'slice' });
      }
    } catch (error) {
      if (!isWanted()) return;
      if (!isKept) store.setState({ screen: { kind: 'welcome' } });
      controller.reportError(error);
    }
    if (isWanted()) store.setState({ opening: undefined });
    await controller.refreshRecentDumps();
  };

  const receive = async (ask: (signal: AbortSignal) => Promise<readonly string[]>) => {
    uploadAbort?.abort();
    const abort = new AbortController();
    uploadAbort = abort;
    try {
      const paths = await ask(abort.signal);
      if (paths.length > 0 && !abort.signal.aborted) await controller.openPaths(paths);
    } catch (error) {
      if (!abort.signal.aborted) controller.reportError(error);
    } finally {
      if (uploadAbort === abort) {
        uploadAbort = undefined;
        store.setState({ upload: undefined });
      }
    }
  };

  const controller: AppController = {
    connection,
    store,
    async start() {
      stopListening = services.onOpenPaths?.((paths) => void controller.openPaths(paths));
      try {
        const host = await engine.host();
        store.setState({ host });
        if (host.initialPaths.length > 0) void controller.openPaths(host.initialPaths);
        else void controller.refreshRecentDumps();
      } catch (error) {
        controller.reportError(error);
      }
    },
    openPaths(paths) {
      return open({ kind: 'paths', title: paths.map(lastPart).join(', ') }, (asked) => asked.open(paths));
    },
    openDemo() {
      return open({ kind: 'demo' }, (asked) => asked.openDemo());
    },
    async pick(kind) {
      if (!services.pickPaths) {
        controller.showDialog('folders');
        return;
      }
      try {
        const paths = await services.pickPaths(kind);
        if (paths.length > 0) await controller.openPaths(paths);
      } catch (error) {
        controller.reportError(error);
      }
    },
    drop(transfer) {
      return receive((signal) =>
        services.pathsOfDrop(transfer, {
          signal,
          onProgress: (progress) => store.setState({ upload: { progress } }),
        }),
      );
    },
    cancelUpload() {
      uploadAbort?.abort();
    },
    cancelOpening() {
      openCount++;
      store.setState({ opening: undefined });
    },
    closeDump() {
      openCount++;
      leaveDump();
      store.setState({ screen: { kind: 'welcome' }, findText: '', opening: undefined });
      void controller.refreshRecentDumps();
    },
    async refreshRecentDumps() {
      try {
        store.setState({ recentDumps: await engine.recentDumps() });
      } catch (error) {
        controller.reportError(error);
      }
    },
    async forgetRecentDump(paths) {
      try {
        await engine.forgetRecentDump(paths);
      } catch (error) {
        controller.reportError(error);
      }
      await controller.refreshRecentDumps();
    },
    showDialog(dialog) {
      store.setState({ dialog });
    },
    showTab(tab) {
      store.setState({ tab });
    },
    showPanel(panel) {
      store.setState({ panel });
    },
    findInTimeline(findText) {
      store.setState({ tab: 'timeline', findText, panel: 'find' });
    },
    setFindText(findText) {
      store.setState(findText ? { findText, panel: 'find' } : { findText });
    },
    focusFind() {
      store.setState((state) => ({ findFocusCount: state.findFocusCount + 1 }));
    },
    reportError(error) {
      // The banner says it once and for all; every question that was under way would say it again.
      if (isConnectionClosed(error)) return;
      report(noticeOfError(error));
    },
    dismissToast(id) {
      store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
    },
    dispose() {
      openCount++;
      stopListening?.();
      uploadAbort?.abort();
      leaveDump();
      connection.dispose();
    },
  };
  return controller;
}

/** The screen of something that is being opened where nothing is open. */
function beginning(what: Opening): Partial<AppState> {
  return { screen: { kind: 'opening', what }, findText: '', panel: 'slice' };
}

/** "a/b/c" or "a\b\c" → "c". */
function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
