import type { DumpContext } from '../model/dumpContext';
import type { ColumnTable } from '../tables/columnTable';

type MaybePromise<T> = T | Promise<T>;

/**
 * What a view does in the worker: makes its tables and answers its questions. One of these per view, listed in
 * `allViews.ts`; `Made`: what its tables are (see `RowTable`, too). `T` and `Q` are the interfaces that the view declares in `src-contract/views/`.
 */
export interface ViewWorker<T, Q, Made = ColumnTable> {
  /** True once the dump has data for the view. Looks at files and at the timelines that are loaded, never waits. */
  isAvailable(dump: DumpContext): boolean;
  /** A table is made once for each value of what it is told, and kept while it is in use. */
  readonly tables: { readonly [K in keyof T]: (dump: DumpContext, of: T[K]) => MaybePromise<Made> };
  readonly answers: {
    readonly [K in keyof Q]: Q[K] extends { readonly question: infer Asked; readonly answer: infer Answer }
      ? (dump: DumpContext, question: Asked) => MaybePromise<Answer>
      : never;
  };
}
