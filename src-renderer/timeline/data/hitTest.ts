/** What lies under the pointer. Pure. */
import type { CounterCurve, CounterSeries, FoldedBusy } from '../../../src-contract';
import { sliceNear } from '../../ui/lanes/slices';
import { metrics } from '../rows/metrics';
import {
  type CounterRow,
  type GroupRow,
  type RankRow,
  type RowModel,
  rankStrips,
  rowIndexAt,
  type SliceRow,
  stripLanes,
} from '../rows/rows';
import { type DataWindow, quadsOfRow } from './dataWindow';
import { stepAt } from './layoutCounters';

export type Hit =
  | {
      readonly kind: 'quad';
      readonly row: SliceRow;
      /** Index into `DataWindow.quads`. */
      readonly quad: number;
      /** Row in the lane. */
      readonly laneRow: number;
    }
  | {
      readonly kind: 'counter';
      readonly row: CounterRow;
      readonly curve: CounterCurve;
      readonly series: CounterSeries;
      readonly step: number;
    }
  | {
      readonly kind: 'folded';
      readonly row: RankRow | GroupRow | SliceRow;
      /**
       * Share of the pixel's time that is busy, 0…1; the greatest of its groups for a folded rank. Undefined: nothing but counters is
       * folded.
       */
      readonly busyShare: number | undefined;
    };

export interface HitInput {
  readonly model: RowModel;
  readonly data: DataWindow | undefined;
  /** CSS pixels from the top of the row list. */
  readonly y: number;
  readonly ns: number;
  /** ns under one CSS pixel. */
  readonly nsPerPx: number;
}

export function hitTest(input: HitInput): Hit | undefined {
  const { model, data, y } = input;
  const index = rowIndexAt(model, y);
  if (index === undefined || data === undefined) return undefined;
  const row = model.rows[index];
  switch (row.kind) {
    case 'rank':
      return rankHit(row, data, input);
    case 'group':
      if (!row.isFolded) return undefined;
      return hasSlices(row)
        ? foldedHit(row, [data.folded(row.group.id)], input)
        : { kind: 'folded', row, busyShare: undefined };
    case 'kind':
      return undefined;
    case 'slices':
      return row.shownRows === 0 ? foldedHit(row, [data.folded(row.lane.id)], input) : quadHit(row, data, input);
    case 'counter':
      return counterHit(row, data, input);
  }
}

const hasSlices = ({ group }: GroupRow) => group.lanes.some(({ kind }) => kind === 'slices');

/** How busy the device is: compute and what no compute hides; else the busiest of the groups. */
function rankHit(row: RankRow, data: DataWindow, input: HitInput): Hit | undefined {
  const busy = stripLanes(row.rank).filter(({ timePart }) => timePart !== 'free');
  if (busy.length > 0) {
    const share = busy.reduce((sum, { id }) => sum + shareAt(data.folded(id), input.ns), 0);
    return { kind: 'folded', row, busyShare: Math.min(1, share) };
  }
  const strips = rankStrips(row).map((id) => data.folded(id));
  return strips.length > 0 ? foldedHit(row, strips, input) : undefined;
}

/** A quad at the pointer, or near it if it is too narrow to be met. */
function quadHit(row: SliceRow, data: DataWindow, { y, ns, nsPerPx }: HitInput): Hit | undefined {
  const laneRow = Math.floor((y - row.top - metrics.rowPadding) / row.rowHeight);
  const lane = data.lane(row.lane.id);
  if (lane === undefined) return undefined;
  const { first, end } = quadsOfRow(lane, laneRow);
  const quad = sliceNear(data.quads, first, end, ns, nsPerPx);
  return quad === undefined ? undefined : { kind: 'quad', row, quad, laneRow };
}

function counterHit(row: CounterRow, data: DataWindow, { y, ns }: HitInput): Hit | undefined {
  const seriesIndex = Math.floor((y - row.top - metrics.rowPadding) / row.stripHeight);
  const series = row.lane.series.at(seriesIndex);
  const curve = data.counters(row.lane.id).find((candidate) => candidate.series === seriesIndex);
  if (seriesIndex < 0 || series === undefined || curve === undefined || curve.startNs.length === 0) return undefined;
  const step = stepAt(curve, ns);
  if (curve.startNs[step] > ns || ns > row.rank.endNs) return undefined;
  return { kind: 'counter', row, curve, series, step };
}

function foldedHit(
  row: RankRow | GroupRow | SliceRow,
  busy: readonly (FoldedBusy | undefined)[],
  { ns }: HitInput,
): Hit {
  const busyShare = busy.reduce((greatest, folded) => Math.max(greatest, shareAt(folded, ns)), 0);
  return { kind: 'folded', row, busyShare };
}

function shareAt(folded: FoldedBusy | undefined, ns: number): number {
  if (folded === undefined) return 0;
  return (folded.busy[Math.floor((ns - folded.startNs) / folded.nsPerPixel)] ?? 0) / 255;
}
