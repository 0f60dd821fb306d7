import type {
  DumpId,
  Engine,
  FolderListing,
  HostInfo,
  LiveJob,
  LiveJobId,
  LiveSource,
  Notice,
} from '../../src-contract';
import { checkedArguments } from '../../src-contract/arguments/wrongArgument';
import { nextDumpState } from '../../src-contract/wire/dumpUpdates';
import { callEngine, dumpOfCall, engineOf } from '../../src-contract/wire/engineMethods';
import { errorNames, NamedError } from '../../src-contract/wire/errors';
import { createInitialDump, type InitialDump } from './initialDump';
import type { PathPolicy } from './pathPolicy';

/**
 * One window's Engine: its own host info, only the paths it may see and the dumps it opened, which are closed when it goes.
 * Nothing is asked with arguments that are none, whoever has got hold of the window.
 */
export interface ClientEngine {
  readonly engine: Engine;
  /**
   * The dump that this window opened last and has not closed, for the page that takes this one's place: it stays open though
   * this window closes it or goes.
   */
  handOver(): Promise<InitialDump | undefined>;
  /** Closes every dump that this window opened and did not close. */
  dispose(): Promise<void>;
}

export interface ClientEngineOptions {
  readonly engine: Engine;
  readonly host: HostInfo;
  readonly policy: PathPolicy;
  /** A dump opened before any window was there; the first window that opens its paths gets it. */
  readonly initialDump?: InitialDump;
  /** What the page before this one left (`handOver`): this one is told to open it, and gets it. */
  readonly inherited?: Promise<InitialDump | undefined>;
  /** What the window is to open, at the moment when it asks; else what `host` says. */
  readonly initialPaths?: () => readonly string[];
  /** True for what was uploaded to this host: allowed beside the policy's roots, and never a recent dump. */
  readonly isUpload?: (path: string) => boolean;
  /** Told of every dump this window opens. */
  readonly onOpened?: (dump: DumpId) => void;
}

export function createClientEngine(options: ClientEngineOptions): ClientEngine {
  const { engine, host, policy, initialDump, inherited, isUpload, onOpened } = options;
  const opened = new Set<DumpId>();
  /** Own lanes reach the engine in the order in which they were asked for, however long their paths are looked at. */
  let ownLanesOrder: Promise<unknown> = Promise.resolve();

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

  const withAllowed = async (source: LiveSource): Promise<LiveSource> => ({
    ...source,
    paths: await Promise.all(source.paths.map(allowed)),
  });
  /** Jobs are the program’s: a window has those whose files it may see. */
  const isOwnJob = async ({ source, profile }: LiveJob): Promise<boolean> => {
    const paths = profile.kind === 'dynamic' ? [...source.paths, profile.folder] : source.paths;
    return (await Promise.all(paths.map(isAllowed))).every((own) => own);
  };
  const ownJob = async (id: LiveJobId): Promise<LiveJobId> => {
    const job = (await engine.liveJobs(0)).jobs.find((own) => own.id === id);
    if (!job || !(await isOwnJob(job))) throw goneError();
    return id;
  };
  /** Files that lanes of the dump have been made of stay allowed, also the copies of uploads. */
  const ofLanes = async (dump: DumpId, path: string): Promise<string> => {
    const kept = await engine.ownLanes(dump);
    return kept.some((lane) => lane.kind === 'file' && lane.path === path) ? path : allowed(path);
  };

  const methods: Engine = {
    ...engineOf(async (method, args) => {
      const dump = dumpOfCall(method, args);
      if (dump !== undefined && !opened.has(dump as DumpId)) throw closedError(dump);
      return callEngine(engine, method, args);
    }),
    host: async () => {
      const initialPaths = (await inherited)?.paths ?? options.initialPaths?.() ?? host.initialPaths;
      return { ...host, initialPaths };
    },
    open: async (paths, without = []) => {
      const early = (await inherited)?.take(paths, without) ?? initialDump?.take(paths, without);
      if (early !== undefined) return own(await early);
      return own(await engine.open(await Promise.all(paths.map(allowed)), without));
    },
    openDemo: async () => own(await engine.openDemo()),
    close: async (dump) => {
      if (opened.delete(dump)) await engine.close(dump);
    },
    laneFile: async (dump, path, rank, reading, id) => {
      if (!opened.has(dump)) throw closedError(dump);
      return engine.laneFile(dump, await ofLanes(dump, path), rank, reading, id);
    },
    showOwnLanes: async (dump, lanes, id) => {
      if (!opened.has(dump)) throw closedError(dump);
      const resolved = lanes.map(async (lane) =>
        lane.kind === 'file' ? { ...lane, path: await ofLanes(dump, lane.path) } : lane,
      );
      const inOrder = Promise.all([ownLanesOrder, Promise.all(resolved)]);
      ownLanesOrder = inOrder.catch(() => undefined);
      const [, lasting] = await inOrder;
      return engine.showOwnLanes(dump, lasting, id);
    },
    listFolder: async (path) => {
      const resolved = await allowed(path).catch((error: unknown) => refusedListing(path, error));
      if (typeof resolved !== 'string') return resolved;
      const { parent, ...listing } = await engine.listFolder(resolved);
      return parent !== undefined && (await isAllowed(parent)) ? { ...listing, parent } : listing;
    },
    survey: async (paths, extent, id) => engine.survey(await Promise.all(paths.map(allowed)), extent, id),
    liveJobs: async (seenRevision) => {
      const { revision, jobs } = await engine.liveJobs(seenRevision);
      const isShown = await Promise.all(jobs.map(isOwnJob));
      return { revision, jobs: jobs.filter((_, at) => isShown[at]) };
    },
    previewLive: async (source) => engine.previewLive(await withAllowed(source)),
    addLiveJob: async ({ source, profile, dumps, ...wish }) => {
      const way = profile.kind === 'dynamic' ? { ...profile, folder: await allowed(profile.folder) } : profile;
      // A place that this window may not see is waited for by nobody; the profile is taken all the same.
      const seen = dumps === undefined ? undefined : await allowed(dumps).catch(() => undefined);
      return engine.addLiveJob({ ...wish, source: await withAllowed(source), profile: way, dumps: seen });
    },
    removeLiveJob: async (job) => engine.removeLiveJob(await ownJob(job)),
    changeLiveLimits: async (job, limits) => engine.changeLiveLimits(await ownJob(job), limits),
    changeLiveJob: async (job, change) => engine.changeLiveJob(await ownJob(job), change),
    liveSeries: async (query) => engine.liveSeries({ ...query, job: await ownJob(query.job) }),
    liveEvents: async (job, after) => engine.liveEvents(await ownJob(job), after),
    whyNoLiveAlarm: async (job, fromStep, toStep) => engine.whyNoLiveAlarm(await ownJob(job), fromStep, toStep),
    liveSources: async (job) => engine.liveSources(await ownJob(job)),
    beforeLiveProfile: async (job, request) => engine.beforeLiveProfile(await ownJob(job), request),
    diagnoseLive: async (what) => engine.diagnoseLive({ ...what, job: await ownJob(what.job) }),
    recentDumps: async () => {
      const recent = await engine.recentDumps();
      const isShown = await Promise.all(
        recent.map(async ({ paths }) => (await Promise.all(paths.map(isAllowed))).every((allowed) => allowed)),
      );
      return recent.filter(({ paths }, index) => isShown[index] && !paths.some((path) => isUpload?.(path)));
    },
  };
  return {
    engine: engineOf(async (method, args) => callEngine(methods, method, checkedArguments(method, args))),
    handOver: async () => {
      const last = [...opened].at(-1);
      if (last === undefined) return undefined;
      opened.delete(last);
      try {
        const { paths, without } = await nextDumpState(engine, last);
        return createInitialDump(paths, Promise.resolve(last), without);
      } catch (error) {
        // The engine has closed it, as it does with all when it ends: there is nothing to hand over.
        if (error instanceof Error && error.name === errorNames.dumpClosed) return undefined;
        throw error;
      }
    },
    dispose: async () => {
      const left = await inherited;
      const untaken = await left?.take(left.paths, left.without);
      const dumps = [...opened, ...(untaken === undefined ? [] : [untaken])];
      opened.clear();
      // One that cannot be closed (closed already, engine ending) must not keep the others open.
      await Promise.allSettled(dumps.map((dump) => engine.close(dump)));
    },
  };
}

function goneError(): Error {
  const message = 'This job is not watched any more.';
  return new NamedError(errorNames.live, message, { code: 'live-job-gone', severity: 'error', message, params: {} });
}

/** Of another window's dump it is not said that it is there. */
function closedError(dump: unknown): Error {
  return new NamedError(errorNames.dumpClosed, `The dump ${dump} is not open`);
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
