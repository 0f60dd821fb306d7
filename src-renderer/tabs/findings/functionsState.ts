import { createStore, type StoreApi } from 'zustand';
import type { FunctionClass } from '../../../src-contract';
import type { DumpSession } from '../../session/session';

export const findingsPages = ['findings', 'steps', 'functions'] as const;
export type FindingsPage = (typeof findingsPages)[number];

/** In the order of PerfTracker’s report. */
export const functionClasses: readonly FunctionClass[] = ['compute', 'memory', 'communication', 'runtime', 'python'];

/** What the user looks at; lives with the session, while the tab comes and goes. */
export interface FunctionsState {
  readonly page: FindingsPage;
  readonly ofClass: FunctionClass;
  /** Key of the series of steps that is drawn; undefined: the one that loses most. */
  readonly series: string | undefined;
  /** The function whose ranks are listed. */
  readonly chosen: { readonly key: string; readonly name: string } | undefined;
}

export function functionsStore(session: DumpSession): StoreApi<FunctionsState> {
  return session.viewState('findings.functions', () =>
    createStore<FunctionsState>()(() => ({
      page: 'findings',
      series: undefined,
      ofClass: 'compute',
      chosen: undefined,
    })),
  );
}
