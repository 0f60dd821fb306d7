import type { TableLoader } from './tableLoader';

/**
 * Until there is an answer to make a loader of: a table that says it is reading. What stands in its toolbar is there from the
 * start, so that a list one has opened to choose from stays open when the answer comes.
 */
export const rowsOnTheirWay: TableLoader = { load: never, loadCsv: never, loadValues: never };

function never<T>(): Promise<T> {
  return new Promise(() => {});
}
