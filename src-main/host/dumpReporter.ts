import type { DumpId, Engine } from '../../src-contract';
import { describeDump, finishedState } from './describeDump';

export interface DumpReporter {
  /** Prints one line about the dump once it is indexed; once for each dump. */
  report(dump: DumpId | Promise<DumpId>): void;
}

export function createDumpReporter(engine: Engine, print: (line: string) => void): DumpReporter {
  const seen = new Set<DumpId>();
  const reportOnce = async (dump: DumpId): Promise<void> => {
    if (seen.has(dump)) return;
    seen.add(dump);
    print(describeDump(await finishedState(engine, dump)));
  };
  return {
    report: (dump) => {
      // Rejects when the dump was closed before it was ready: then there is nothing to tell.
      Promise.resolve(dump)
        .then(reportOnce)
        .catch(() => undefined);
    },
  };
}
