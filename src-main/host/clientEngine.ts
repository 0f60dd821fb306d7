import type { DumpId, Engine, FolderListing, HostInfo, Notice } from '../../src-contract';
import type { InitialDump } from './initialDump';
import type { PathPolicy } from './pathPolicy';

/** One window's Engine: its own host info, only the paths it may see, and its dumps closed when it goes. */
export interface ClientEngine {
  readonly engine: Engine;
  /** Closes every dump that this window opened and did not close. */
  dispose(): Promise<void>;
}

export interface ClientEngineOptions {
  readonly engine: Engine;
  readonly host: HostInfo;
  readonly policy: PathPolicy;
  /** A dump opened before any window was there; the first window that opens its paths gets it. */
  readonly initialDump?: InitialDump;
  /** True for what was uploaded to this host: allowed beside the policy's roots, and never a recent dump. */
  readonly isUpload?: (path: string) => boolean;
  /** Told of every dump this window opens. */
  readonly onOpened?: (dump: DumpId) => void;
}

export function createClientEngine(options: ClientEngineOptions): ClientEngine {
  const { engine, host, policy, initialDump, isUpload, onOpened } = options;
  const opened = new Set<DumpId>();

  const own = (dump: DumpId): DumpId => {
    opened.add(dump);
    onOpened?.(dump);
    return dump;
  };
  const allowed = async (path: string): Promise<string> => {
    if (host.initialPaths.includes(path)) return path;
    return isUpload?.(path) ? path : policy.resolve(path);
  };
  const isAllowed = (path: string): Promise<boolean> =>
    allowed(path).then(
      () => true,
      () => false,
    );

  return {
    engine: {
      ...forwarded(engine),
      host: async () => host,
      open: async (paths) => {
        const early = initialDump?.take(paths);
        if (early !== undefined) return own(await early);
        return own(await engine.open(await Promise.all(paths.map(allowed))));
      },
      openDemo: async () => own(await engine.openDemo()),
      close: async (dump) => {
        opened.delete(dump);
        await engine.close(dump);
      },
      listFolder: async (path) => {
        const resolved = await allowed(path).catch((error: unknown) => refusedListing(path, error));
        if (typeof resolved !== 'string') return resolved;
        const { parent, ...listing } = await engine.listFolder(resolved);
        return parent !== undefined && (await isAllowed(parent)) ? { ...listing, parent } : listing;
      },
      recentDumps: async () => {
        const recent = await engine.recentDumps();
        const isShown = await Promise.all(
          recent.map(async ({ paths }) => (await Promise.all(paths.map(isAllowed))).every((allowed) => allowed)),
        );
        return recent.filter(({ paths }, index) => isShown[index] && !paths.some((path) => isUpload?.(path)));
      },
    },
    dispose: async () => {
      const dumps = [...opened];
      opened.clear();
      // One that cannot be closed (closed already, engine ending) must not keep the others open.
      await Promise.allSettled(dumps.map((dump) => engine.close(dump)));
    },
  };
}

/** The Engine's methods as properties of a plain object: spreading a class instance would lose them. */
function forwarded(engine: Engine): Engine {
  return {
    host: () => engine.host(),
    open: (paths) => engine.open(paths),
    openDemo: () => engine.openDemo(),
    watch: (dump, seenRevision) => engine.watch(dump, seenRevision),
    cancel: (dump) => engine.cancel(dump),
    close: (dump) => engine.close(dump),
    viewport: (query) => engine.viewport(query),
    flows: (query) => engine.flows(query),
    slice: (dump, ref) => engine.slice(dump, ref),
    sliceAtSource: (dump, rank, source) => engine.sliceAtSource(dump, rank, source),
    neighbour: (dump, ref, direction) => engine.neighbour(dump, ref, direction),
    search: (query) => engine.search(query),
    statistics: (query) => engine.statistics(query),
    findSlice: (query) => engine.findSlice(query),
    views: (dump) => engine.views(dump),
    table: (query) => engine.table(query),
    tableCsv: (query) => engine.tableCsv(query),
    columnValues: (query, column) => engine.columnValues(query, column),
    ask: (dump, name, question) => engine.ask(dump, name, question),
    listFolder: (path) => engine.listFolder(path),
    recentDumps: () => engine.recentDumps(),
    forgetRecentDump: (paths) => engine.forgetRecentDump(paths),
    settings: () => engine.settings(),
    changeSettings: (change) => engine.changeSettings(change),
    usage: () => engine.usage(),
    clearCache: () => engine.clearCache(),
  };
}

function refusedListing(path: string, error: unknown): FolderListing {
  const notice: Notice = {
    code: 'outside-roots',
    severity: 'error',
    message: error instanceof Error ? error.message : String(error),
    params: { path },
    path,
  };
  return { path, entries: [], notice };
}
