import type { DumpId } from '../../src-worker/api';

/** A dump whose indexing began before any window was there. Exactly one window gets it; later ones open their own. */
export interface InitialDump {
  readonly paths: readonly string[];
  /** The dump if these are its paths and nobody has it yet. */
  take(paths: readonly string[]): Promise<DumpId> | undefined;
}

export function createInitialDump(paths: readonly string[], dump: Promise<DumpId>): InitialDump {
  let isTaken = false;
  return {
    paths,
    take: (asked) => {
      if (isTaken || asked.length !== paths.length || asked.some((path, index) => path !== paths[index]))
        return undefined;
      isTaken = true;
      return dump;
    },
  };
}
