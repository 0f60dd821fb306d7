import type { DumpId, Engine } from '../../src-contract';

/** A dump whose indexing began before any window was there. Exactly one window gets it; later ones open their own. */
export interface InitialDump {
  readonly paths: readonly string[];
  /** Ranks in there that are left out, by their places. */
  readonly without: readonly string[];
  readonly dump: Promise<DumpId>;
  /** The dump if these are its paths and nobody has it yet. */
  take(paths: readonly string[], without?: readonly string[]): Promise<DumpId> | undefined;
}

/** By then a window is there, and its user looks for a dump: time for the threads that will read it. */
export const threadsAfterMs = 1500;

/** Begins to open what the command line asked for; undefined when that is nothing. The demo is generated first. */
export async function openInitialDump(
  engine: Engine,
  paths: readonly string[],
  isDemo: boolean,
): Promise<InitialDump | undefined> {
  if (!isDemo) return paths.length === 0 ? undefined : createInitialDump(paths, engine.open(paths));
  const dump = await engine.openDemo();
  let state = await engine.watch(dump, 0);
  while (state.paths.length === 0 && state.status === 'discovering') state = await engine.watch(dump, state.revision);
  return createInitialDump(state.paths, Promise.resolve(dump));
}

export function createInitialDump(
  paths: readonly string[],
  dump: Promise<DumpId>,
  without: readonly string[] = [],
): InitialDump {
  let isTaken = false;
  return {
    paths,
    without,
    dump,
    take: (asked, askedWithout = []) => {
      if (isTaken || !areSame(asked, paths) || !areSame(askedWithout, without)) return undefined;
      isTaken = true;
      return dump;
    },
  };
}

const areSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((path, index) => path === b[index]);
