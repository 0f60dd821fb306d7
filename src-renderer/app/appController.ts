/**
 * What the window is doing: connecting, welcoming, showing a dump; which dialog is open; what has gone wrong. One store,
 * and the actions that change it. Knows no React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HostInfo, Notice, NoticeSeverity, RecentDump } from '../../src-contract';
import { isConnectionClosed } from '../base/useLatestAnswer';
import type { EngineConnection, UploadProgress } from '../engine/connection';
import type { Dropped } from '../engine/droppedFiles';
import type { DumpSession } from '../session/session';
import type { Shell, ShellState } from '../session/shell';
import { noticeOfError } from '../ui/notices/noticeOfError';
import { comparedBefore, compareWithAdded } from './compareWithAdded';
import { lastPart, withAdded, withRemoved } from './openedPaths';
import { createOpener, type Opener } from './opener';
import { showComparison } from './showComparison';
import type { ViewAddress } from './viewAddress';

export type Screen =
  | { readonly kind: 'welcome' }
  /** Between the wish to open something and the Engine's first word about it. */
  | { readonly kind: 'opening'; readonly what: Opening }
  | { readonly kind: 'dump'; readonly session: DumpSession };

/** The demo has to be generated the first time. */
export type Opening = { readonly kind: 'paths'; readonly title: string } | { readonly kind: 'demo' };

export type DialogName =
  | 'palette'
  | 'keys'
  | 'folders'
  | 'foldersToAdd'
  | 'foldersToCompare'
  | 'settings'
  | 'clock'
  | 'reading';

/** Something that went wrong, or is to be said once, and is no part of a dump's own notices. */
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
  /** Something has been selected, found or asked for in this dump: there is something to say in the panel. */
  readonly isPanelWanted: boolean;
  /** Grows when the search field should take the focus. */
  readonly findFocusCount: number;
}

export interface AppController extends Shell {
  readonly connection: EngineConnection;
  readonly store: StoreApi<AppState>;
  /**
   * Asks the host who it is, and begins to open what the page's address asks for, else the command line. Never rejects.
   */
  start(address?: ViewAddress): Promise<void>;
  /** `without`: places of ranks to leave out. */
  openPaths(paths: readonly string[], without?: readonly string[]): Promise<void>;
  /** It is there again when the window is: no upload of this window. */
  isLasting(paths: readonly string[]): boolean;
  openDemo(): Promise<void>;
  /** To the open dump: more ranks, another job beside it, or a newer copy of what it has. Nothing else changes. */
  addPaths(paths: readonly string[]): Promise<void>;
  /** The same, and holds it against what is compared of the open dump, or its first rank. */
  addToCompare(paths: readonly string[]): Promise<void>;
  /** Takes ranks out of the open dump, by `RankState.place`; adding them again brings them back. */
  removeRanks(places: readonly string[]): Promise<void>;
  /** All that were taken out. */
  bringBackRanks(): Promise<void>;
  /** Call it in the drop event itself. `isAdded`: to the open dump. */
  drop(dropped: Dropped, isAdded?: boolean): Promise<void>;
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
    isPanelWanted: false,
  }));
  let toastCount = 0;
  /** What this window has uploaded: it goes with it. */
  const uploads = new Set<string>();
  let uploadAbort: AbortController | undefined;
  let stopListening: (() => void) | undefined;

  const report = (notice: Toast['notice'], severity: Toast['severity'] = 'error') => {
    const { toasts } = store.getState();
    const same = toasts.find((toast) => toast.notice.message === notice.message && toast.notice.path === notice.path);
    store.setState({
      toasts: same
        ? toasts.map((toast) => (toast === same ? { ...toast, count: toast.count + 1 } : toast))
        : [...toasts, { id: ++toastCount, severity, notice, count: 1 }],
    });
  };

  const opener = createOpener({ engine, store, report, reportError: (error) => controller.reportError(error) });
  const open = async (...args: Parameters<Opener['open']>) => {
    await opener.open(...args);
    await controller.refreshRecentDumps();
  };

  const receive = async (
    ask: (signal: AbortSignal) => Promise<readonly string[]>,
    use: (paths: readonly string[]) => Promise<void>,
  ) => {
    uploadAbort?.abort();
    const abort = new AbortController();
    uploadAbort = abort;
    try {
      const paths = await ask(abort.signal);
      if (services.kind === 'browser') for (const path of paths) uploads.add(path);
      if (paths.length > 0 && !abort.signal.aborted) await use(paths);
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
    async start(address) {
      stopListening = services.onOpenPaths?.((paths) => void controller.openPaths(paths));
      try {
        const host = await engine.host();
        store.setState({ host });
        if (address) {
          store.setState({ tab: address.tab });
          const { paths, without } = address;
          const what = { kind: 'paths', title: paths.map(lastPart).join(', ') } as const;
          void open(what, (asked) => asked.open(paths, without), address.remembered);
        } else if (host.initialPaths.length > 0) void controller.openPaths(host.initialPaths);
        else void controller.refreshRecentDumps();
      } catch (error) {
        controller.reportError(error);
      }
    },
    openPaths(paths, without) {
      const what = { kind: 'paths', title: paths.map(lastPart).join(', ') } as const;
      return open(what, (asked) => asked.open(paths, without));
    },
    async addPaths(paths) {
      const session = opener.session();
      if (!session) return controller.openPaths(paths);
      await opener.change(withAdded(session.store.getState().dump, paths, (path) => uploads.has(path)));
      await controller.refreshRecentDumps();
    },
    async addToCompare(paths) {
      const before = opener.session();
      const wanted = before && comparedBefore(before);
      await controller.addPaths(paths);
      const session = opener.session();
      if (!wanted || !session || session === before) return;
      compareWithAdded(session, wanted);
      showComparison(session, controller);
    },
    async removeRanks(places) {
      const session = opener.session();
      if (!session) return;
      const { dump } = session.store.getState();
      const left = withRemoved(
        dump,
        places,
        dump.ranks.map(({ place }) => place),
      );
      if (left) await opener.change(left);
      else controller.closeDump();
    },
    async bringBackRanks() {
      const paths = opener.session()?.store.getState().dump.paths;
      if (paths) await opener.change({ paths, without: [] });
    },
    isLasting(paths) {
      return !paths.some((path) => uploads.has(path));
    },
    openDemo() {
      return open({ kind: 'demo' }, (asked) => asked.openDemo());
    },
    async compareWithAnother() {
      if (!opener.session()) return;
      if (!services.pickPaths) {
        controller.showDialog('foldersToCompare');
        return;
      }
      try {
        const paths = await services.pickPaths('folder');
        if (paths.length > 0) await controller.addToCompare(paths);
      } catch (error) {
        controller.reportError(error);
      }
    },
    async pick(kind, isAdded = false) {
      if (!services.pickPaths) {
        controller.showDialog(isAdded ? 'foldersToAdd' : 'folders');
        return;
      }
      try {
        const paths = await services.pickPaths(kind);
        if (paths.length > 0) await (isAdded ? controller.addPaths(paths) : controller.openPaths(paths));
      } catch (error) {
        controller.reportError(error);
      }
    },
    drop(dropped, isAdded = false) {
      return receive(
        (signal) =>
          services.pathsOfDrop(dropped, {
            signal,
            onProgress: (progress) => store.setState({ upload: { progress } }),
          }),
        (paths) => (isAdded ? controller.addPaths(paths) : controller.openPaths(paths)),
      );
    },
    cancelUpload() {
      uploadAbort?.abort();
    },
    cancelOpening: opener.cancel,
    closeDump() {
      opener.cancel();
      opener.leave();
      store.setState({ screen: { kind: 'welcome' }, findText: '' });
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
      store.setState({ panel, isPanelWanted: true });
    },
    findInTimeline(findText) {
      store.setState({ tab: 'timeline', findText, panel: 'find', isPanelWanted: true });
    },
    setFindText(findText) {
      store.setState(findText ? { findText, panel: 'find', isPanelWanted: true } : { findText });
    },
    focusFind() {
      store.setState((state) => ({ findFocusCount: state.findFocusCount + 1 }));
    },
    say(sentence) {
      report(sentence, 'info');
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
      opener.cancel();
      stopListening?.();
      uploadAbort?.abort();
      opener.leave();
      connection.dispose();
    },
  };
  return controller;
}
