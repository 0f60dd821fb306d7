/**
 * What the window is doing: connecting, welcoming, showing a dump; which dialog is open; what has gone wrong. One store,
 * and the actions that change it. Knows no React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { asText } from '../../src-contract/search/parseSearch';
import { type KeptStorage, storageIfAllowed } from '../base/keptValue';
import { isConnectionClosed } from '../base/useLatestAnswer';
import type { EngineConnection } from '../engine/connection';
import type { Dropped } from '../engine/droppedFiles';
import { mayBeLanes, takeLaneFiles } from '../session/ownLanes/laneFiles';
import { createOwnPresets } from '../session/ownPresets';
import { searchOf } from '../session/search/search';
import type { DumpSession } from '../session/session';
import type { Shell } from '../session/shell';
import { createLive, type Live } from '../tabs/live/live';
import { noticeOfError } from '../ui/notices/noticeOfError';
import type { AppState, DialogName, Toast } from './appState';
import { comparedBefore, compareWithAdded } from './compareWithAdded';
import { createLaneKeeping } from './keptLanes';
import { lastPart, newerCopies, withAdded, withRemoved } from './openedPaths';
import { createOpener, type Opener } from './opener';
import { showComparison } from './showComparison';
import { addressWith, type ViewAddress } from './viewAddress';

export interface AppController extends Shell {
  readonly connection: EngineConnection;
  readonly store: StoreApi<AppState>;
  readonly live: Live;
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
  /** Jobs that run: a tab beside the open dump, else a screen of its own. */
  showLive(): void;
  focusFind(): void;
  dismissToast(id: number): void;
  dispose(): void;
}

/** @param storage where what the user has chosen is kept */
export function createAppController(
  connection: EngineConnection,
  storage: KeptStorage = storageIfAllowed(),
): AppController {
  const { engine, services } = connection;
  const store = createStore<AppState>()(() => ({
    screen: { kind: 'welcome' },
    host: undefined,
    recentDumps: [],
    dialog: undefined,
    recipeQuestion: undefined,
    toasts: [],
    upload: undefined,
    opening: undefined,
    tab: 'timeline',
    panel: 'slice',
    findFocusCount: 0,
    isPanelWanted: false,
    hasLive: false,
  }));
  const live = createLive(engine, (paths) => void controller.openPaths(paths), storage);
  const stopLive = live.store.subscribe(({ jobs }) => {
    if (jobs.length > 0 && !store.getState().hasLive) store.setState({ hasLive: true });
  });
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

  const keptLanes = createLaneKeeping(storage);
  const opener = createOpener({
    engine,
    store,
    report,
    reportError: (error) => controller.reportError(error),
    lanesOf: keptLanes.lanesOf,
  });
  const stopKeeping = keptLanes.follow(store);
  const open = async (...args: Parameters<Opener['open']>) => {
    await opener.open(...args);
    await controller.refreshRecentDumps();
  };

  const openAddress = ({ paths, without, tab, remembered }: ViewAddress) => {
    store.setState({ tab });
    const what = { kind: 'paths', title: paths.map(lastPart).join(', ') } as const;
    void open(what, (asked) => asked.open(paths, without), remembered);
  };

  const withoutLaneFiles = async (session: DumpSession, paths: readonly string[]) => {
    const others = await takeLaneFiles(session, paths, controller.reportError);
    if (others.length < paths.length) store.setState({ tab: 'timeline', dialog: undefined });
    return others;
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
    live,
    lanePresets: createOwnPresets(storage),
    async start(address) {
      stopListening = services.onOpenPaths?.(({ paths, view }) => {
        const wanted = addressWith(paths, view);
        if (wanted) openAddress(wanted);
        else void controller.openPaths(paths);
      });
      try {
        const host = await engine.host();
        store.setState({ host });
        if (address) openAddress(address);
        else if (host.initialPaths.length > 0) void controller.openPaths(host.initialPaths);
        else void controller.refreshRecentDumps();
      } catch (error) {
        controller.reportError(error);
      }
    },
    async openPaths(paths, without) {
      const session = opener.session();
      // Files of events are no dump by themselves: with one open they are lanes of it, however they were opened.
      const own = session && paths.every(mayBeLanes) ? await withoutLaneFiles(session, paths) : paths;
      if (own.length === 0) return;
      const what = { kind: 'paths', title: own.map(lastPart).join(', ') } as const;
      return open(what, (asked) => asked.open(own, without));
    },
    async addPaths(added) {
      const session = opener.session();
      if (!session) return controller.openPaths(added);
      const paths = await withoutLaneFiles(session, added);
      if (paths.length === 0) return;
      const { dump } = session.store.getState();
      const isUpload = (path: string) => uploads.has(path);
      await opener.change(withAdded(dump, paths, isUpload), newerCopies(dump.paths, paths, isUpload));
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
      store.setState({ screen: { kind: 'welcome' } });
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
    showArrangements() {
      controller.showDialog('arrangements');
    },
    showFiles() {
      controller.showDialog('files');
    },
    showRecipe(question) {
      store.setState({ dialog: 'recipe', recipeQuestion: question });
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
    findInTimeline(text) {
      const session = opener.session();
      if (!session) return;
      searchOf(session).start(asText(text));
      store.setState({ tab: 'timeline', panel: 'find', isPanelWanted: true });
    },
    showLive() {
      store.setState({ hasLive: true, tab: 'live', ...(!opener.session() && { screen: { kind: 'live' } }) });
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
      stopKeeping();
      stopLive();
      live.dispose();
      opener.cancel();
      stopListening?.();
      uploadAbort?.abort();
      opener.leave();
      connection.dispose();
    },
  };
  return controller;
}
