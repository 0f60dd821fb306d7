import type { CollectivePart } from '../../model/collectives/totals';
import { type Column, numberColumn } from '../../tables/columnTable';

/** SDMA sums up HCCS, PCIE and SIO: beside RDMA it is all that there is. */
const inSdma = new Set(['HCCS', 'PCIE', 'SIO']);

export interface Times {
  readonly elapseNs: number;
  readonly transitNs: number;
  readonly waitNs: number;
  readonly synchronizationNs: number;
  readonly idleNs: number;
}

export function timesOf(ops: readonly CollectivePart[]): Times {
  const sum = (pick: (op: CollectivePart) => number) => ops.reduce((total, op) => total + pick(op), 0);
  return {
    elapseNs: sum(({ elapseNs }) => elapseNs),
    transitNs: sum(({ transitNs }) => transitNs),
    waitNs: sum(({ waitNs }) => waitNs),
    synchronizationNs: sum(({ synchronizationNs }) => synchronizationNs),
    idleNs: sum(({ idleNs }) => idleNs),
  };
}

/** Ratios as the profiler defines them: wait / (wait + transit), and the same for synchronisation. */
export function timeColumns(rows: readonly Times[]): Column[] {
  const ratio = (part: number, transit: number) => (part + transit > 0 ? part / (part + transit) : Number.NaN);
  const duration = (key: keyof Times, label: string) =>
    numberColumn(
      key,
      'duration',
      rows.map((row) => row[key]),
      { label },
    );
  return [
    duration('elapseNs', 'Elapsed'),
    duration('transitNs', 'Transit'),
    duration('waitNs', 'Wait'),
    duration('synchronizationNs', 'Synchronization'),
    duration('idleNs', 'Idle'),
    numberColumn(
      'waitRatio',
      'ratio',
      rows.map(({ waitNs, transitNs }) => ratio(waitNs, transitNs)),
      {
        label: 'Wait ratio',
      },
    ),
    numberColumn(
      'synchronizationRatio',
      'ratio',
      rows.map(({ synchronizationNs, transitNs }) => ratio(synchronizationNs, transitNs)),
      { label: 'Synchronization ratio' },
    ),
  ];
}

/** Size, time and bandwidth of each transport that any of the rows used. */
export function transportColumns(rows: readonly (readonly CollectivePart[])[]): Column[] {
  const names = [
    ...new Set(rows.flatMap((ops) => ops.flatMap(({ bandwidths }) => bandwidths.map((own) => own.transport)))),
  ];
  names.sort((a, b) => Number(inSdma.has(a)) - Number(inSdma.has(b)) || a.localeCompare(b, 'en'));
  return names.flatMap((name) => {
    const sums = rows.map((ops) => {
      let [sizeBytes, transitNs, hasAny] = [0, 0, false];
      for (const { bandwidths } of ops) {
        for (const own of bandwidths) {
          if (own.transport !== name) continue;
          sizeBytes += own.sizeBytes;
          transitNs += own.transitNs;
          hasAny = true;
        }
      }
      return hasAny ? { sizeBytes, transitNs } : { sizeBytes: Number.NaN, transitNs: Number.NaN };
    });
    return [
      numberColumn(
        `${name} size`,
        'traffic',
        sums.map(({ sizeBytes }) => sizeBytes),
      ),
      numberColumn(
        `${name} time`,
        'duration',
        sums.map(({ transitNs }) => transitNs),
        { isHidden: true },
      ),
      numberColumn(
        `${name} bandwidth`,
        'GB/s',
        sums.map(({ sizeBytes, transitNs }) => (transitNs > 0 ? sizeBytes / transitNs : Number.NaN)),
      ),
    ];
  });
}

/** Without those in which no row has a value: a timeline tells of no waits. */
export function withValues(columns: readonly Column[]): Column[] {
  return columns.filter((column) => {
    if (column.kind !== 'number') return true;
    return column.values.length === 0 || !column.values.every(Number.isNaN);
  });
}
