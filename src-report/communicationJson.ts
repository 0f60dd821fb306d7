/** What the files and timelines tell of communication itself, as it stands in the report for programs. */
import type { Cells, TablePage } from '../src-contract';

/** Pages of `communication.ranks`, `communication.ops`, `communication.links` and `communication.arrivals`, each as long as it is to be written. */
export interface CommunicationPages {
  readonly ranks: TablePage;
  readonly ops: TablePage;
  /** Of one group each. */
  readonly links: readonly TablePage[];
  /** Undefined: nobody comes late. */
  readonly arrivals: TablePage | undefined;
}

/** Times in ms, sizes in bytes; null: not known. `dump`: of several that are open. `opCount`, `linkCount` and `arrivalCount`: also those that the pages leave out. */
export function communicationJson({ ranks, ops, links, arrivals }: CommunicationPages): object {
  return {
    ranks: rowsOf(ranks, {
      dump: ['jobName', asIs],
      rank: ['rank', asIs],
      collectives: ['count', asIs],
      elapseMs: ['elapseNs', ms],
      transitMs: ['transitNs', ms],
      waitMs: ['waitNs', ms],
      synchronizationMs: ['synchronizationNs', ms],
      idleMs: ['idleNs', ms],
    }),
    opCount: ops.matchingRows,
    ops: rowsOf(ops, {
      dump: ['jobName', asIs],
      rank: ['rank', asIs],
      step: ['step', asIs],
      op: ['op', asIs],
      type: ['type', asIs],
      group: ['groupKey', asIs],
      startNs: ['startNs', asIs],
      elapseMs: ['elapseNs', ms],
      waitMs: ['waitNs', ms],
      transitMs: ['transitNs', ms],
    }),
    linkCount: links.reduce((sum, { matchingRows }) => sum + matchingRows, 0),
    links: links.flatMap((page) =>
      rowsOf(page, {
        dump: ['jobName', asIs],
        group: ['group', asIs],
        source: ['source', asIs],
        target: ['target', asIs],
        transport: ['transport', asIs],
        bytes: ['sizeBytes', asIs],
        transitMs: ['transitNs', ms],
        bandwidthGBps: ['bandwidthGBps', asIs],
      }),
    ),
    arrivalCount: arrivals?.matchingRows ?? 0,
    arrivals: arrivals
      ? rowsOf(arrivals, {
          dump: ['jobName', asIs],
          step: ['step', asIs],
          op: ['op', asIs],
          group: ['groupKey', asIs],
          observer: ['observer', asIs],
          peer: ['peer', asIs],
          afterMs: ['afterNs', ms],
        })
      : [],
  };
}

type Value = number | string | null;

/** By the key in the JSON: the column, and what is made of its cells. A column that the table has not is left out. */
type Wanted = Readonly<Record<string, readonly [column: string, make: (value: Value) => Value]>>;

function rowsOf({ cells, rowIds }: TablePage, wanted: Wanted): object[] {
  const columns = Object.entries(wanted).flatMap(([key, [column, make]]) => {
    const own = Object.hasOwn(cells, column) ? cells[column] : undefined;
    return own ? [{ key, own, make }] : [];
  });
  return Array.from(rowIds, (_, row) =>
    Object.fromEntries(columns.map(({ key, own, make }) => [key, make(valueAt(own, row))])),
  );
}

function valueAt(cells: Cells, row: number): Value {
  if (cells.kind === 'text') return cells.texts[cells.values[row]];
  return Number.isFinite(cells.values[row]) ? cells.values[row] : null;
}

function asIs(value: Value): Value {
  return value;
}

function ms(ns: Value): Value {
  return typeof ns === 'number' ? ns / 1e6 : ns;
}
