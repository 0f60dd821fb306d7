import type { DumpId, Engine } from '..';

/**
 * Every method of the Engine, with where its call names a dump: what is not listed cannot be called from a window. A method
 * is declared in the interface, here, and with what it takes in `arguments/engineArguments.ts`; hosts, wire and window are
 * made of these, and the type checker asks for each.
 */
export const engineMethods = {
  host: 'no dump',
  open: 'no dump',
  openDemo: 'no dump',
  watch: 'dump',
  cancel: 'dump',
  close: 'dump',
  filterLanes: 'dump',
  readTimelines: 'dump',
  clock: 'dump',
  setClock: 'dump',
  showPath: 'dump',
  removePaths: 'dump',
  copyLanes: 'dump',
  removeCopies: 'dump',
  ownLanes: 'dump',
  showOwnLanes: 'dump',
  laneFile: 'dump',
  mergeLanes: 'dump',
  viewport: 'query',
  viewMoves: 'no dump',
  flows: 'query',
  slice: 'dump',
  sliceAtSource: 'dump',
  neighbour: 'dump',
  search: 'query',
  statistics: 'query',
  findSlice: 'query',
  views: 'dump',
  table: 'query',
  tableCsv: 'query',
  columnValues: 'query',
  ask: 'dump',
  sqlSetup: 'no dump',
  sqlTables: 'dump',
  sqlColumns: 'dump',
  sqlRows: 'dump',
  sqlFile: 'dump',
  questionProgress: 'no dump',
  cancelQuestion: 'no dump',
  mutedFindings: 'dump',
  muteFinding: 'dump',
  userMarks: 'dump',
  keepUserMarks: 'dump',
  scaleProgress: 'dump',
  listFolder: 'no dump',
  survey: 'no dump',
  recentDumps: 'no dump',
  forgetRecentDump: 'no dump',
  settings: 'no dump',
  changeSettings: 'no dump',
  usage: 'no dump',
  clearCache: 'no dump',
  liveJobs: 'no dump',
  previewLive: 'no dump',
  addLiveJob: 'no dump',
  removeLiveJob: 'no dump',
  changeLiveLimits: 'no dump',
  liveSeries: 'no dump',
  liveEvents: 'no dump',
  whyNoLiveAlarm: 'no dump',
  changeLiveJob: 'no dump',
  liveSources: 'no dump',
  beforeLiveProfile: 'no dump',
  diagnoseLive: 'no dump',
} as const satisfies { readonly [M in EngineMethod]: PlaceOfDump<Parameters<Engine[M]>[0]> };

export type EngineMethod = keyof Engine;

/** The first argument is the dump, has it as `dump`, or tells of none. */
type PlaceOfDump<First> = First extends DumpId ? 'dump' : First extends { readonly dump: DumpId } ? 'query' : 'no dump';

export const engineMethodNames = Object.keys(engineMethods) as readonly EngineMethod[];

export function isEngineMethod(name: unknown): name is EngineMethod {
  return typeof name === 'string' && Object.hasOwn(engineMethods, name);
}

/** The dump that a call is about; undefined where it is about none, or does not say which. */
export function dumpOfCall(method: EngineMethod, args: readonly unknown[]): unknown {
  const [first] = args;
  switch (engineMethods[method]) {
    case 'dump':
      return first;
    case 'query':
      return typeof first === 'object' && first !== null && 'dump' in first ? first.dump : undefined;
    case 'no dump':
      return undefined;
  }
}

/** An Engine each of whose methods is answered by `call`. */
export function engineOf(call: (method: EngineMethod, args: readonly unknown[]) => Promise<unknown>): Engine {
  const methods = engineMethodNames.map((name) => [name, (...args: readonly unknown[]) => call(name, args)] as const);
  // Nothing inherited: not even the names of Object.prototype can be reached.
  return Object.assign(Object.create(null), Object.fromEntries(methods)) as Engine;
}

/** Calls a method of an Engine by its name. */
export function callEngine(engine: Engine, method: EngineMethod, args: readonly unknown[]): Promise<unknown> {
  const run = engine[method] as (...args: readonly unknown[]) => Promise<unknown>;
  return run.apply(engine, [...args]);
}
