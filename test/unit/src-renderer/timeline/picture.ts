/** Small dumps drawn in ASCII. */

import type {
  CounterLane,
  DumpId,
  FoldedBusy,
  LaneGroup,
  LaneId,
  RankIndex,
  RankState,
  SliceLane,
  ViewportQuery,
  ViewportResult,
} from '../../../../src-contract';
import { DataWindow } from '../../../../src-renderer/timeline/data/dataWindow';
import type { RowModel, RowWindow } from '../../../../src-renderer/timeline/rows/rows';
import { type Quad, QuadList } from '../../../fixtures/quadList';

/** One character is this many ns. */
export const charNs = 10;

/**
 * Rows of one lane: a run of a letter is a slice, `.` is idle, `!` a slice of no length at its character's start.
 *
 *     AAAABB..C      A [0, 40)  B [40, 60)  C [80, 90)
 */
export function quadsOf(rows: readonly string[], change: (quad: Quad) => Quad = (quad) => quad): readonly Quad[] {
  const quads: Quad[] = [];
  rows.forEach((picture, row) => {
    for (let at = 0; at < picture.length; ) {
      let end = at + 1;
      while (end < picture.length && picture[end] === picture[at]) end++;
      const letter = picture[at];
      if (letter !== '.') {
        const name = letter.charCodeAt(0);
        quads.push(
          change({
            startNs: at * charNs,
            endNs: letter === '!' ? at * charNs : end * charNs,
            row,
            slice: quads.length,
            sliceCount: 1,
            busy: 255,
            name,
            colour: name % 128,
          }),
        );
      }
      at = end;
    }
  });
  return quads;
}

export const pictureLane = 10 as LaneId;

/** A data window that holds one lane drawn as a picture. */
export function pictureWindow(
  rows: readonly string[],
  change?: (quad: Quad) => Quad,
  rest: Partial<ViewportResult> = {},
  nsPerPixel = 1,
): DataWindow {
  const list = new QuadList();
  for (const quad of quadsOf(rows, change)) list.add(quad);
  list.endLane();
  const query: ViewportQuery = {
    dump: 'd' as DumpId,
    startNs: 0,
    endNs: 1000,
    nsPerPixel,
    lanes: [pictureLane],
    folded: [],
    labelMinPixels: 20,
  };
  const lane = {
    lane: pictureLane,
    rank: 0 as RankIndex,
    generation: 1,
    firstQuad: 0,
    quadCount: list.length,
    laneRow: 0,
    firstRow: 0,
    rowCount: list.rowCount,
  };
  return new DataWindow(query, {
    startNs: 0,
    endNs: 1000,
    nsPerPixel,
    lanes: [lane],
    quads: list.packed(),
    counters: [],
    folded: [],
    names: [],
    ...rest,
  });
}

export function sliceLane(id: number, rowCount = 1, rest: Partial<SliceLane> = {}): SliceLane {
  return {
    id: id as LaneId,
    kind: 'slices',
    name: `lane ${id}`,
    startNs: 0,
    endNs: 1000,
    isComputed: false,
    tid: String(id),
    rowCount,
    sliceCount: 1,
    overlapCount: 0,
    ...rest,
  };
}

export function counterLane(id: number, seriesCount: number): CounterLane {
  return {
    id: id as LaneId,
    kind: 'counter',
    name: `counter ${id}`,
    startNs: 0,
    endNs: 1000,
    isComputed: false,
    series: Array.from({ length: seriesCount }, (_, at) => ({
      name: `series ${at}`,
      unit: 'MB/s',
      sampleCount: 3,
      minValue: 0,
      maxValue: 10,
    })),
  };
}

export function group(id: number, lanes: LaneGroup['lanes']): LaneGroup {
  return { id: id as LaneId, kind: 'other', name: `group ${id}`, pid: String(id), labels: '', lanes };
}

export function rank(index: number, groups: readonly LaneGroup[], rest: Partial<RankState> = {}): RankState {
  return {
    index: index as RankIndex,
    label: `Rank ${index}`,
    folder: '/dump',
    place: '/dump',
    status: 'ready',
    progress: { bytesDone: 0, bytesTotal: 0, eventsDone: 0 },
    generation: 1,
    startNs: 0,
    endNs: 1000,
    groups,
    eventCounts: {},
    flowCategories: [],
    files: [],
    skipped: [],
    notices: [],
    ...rest,
  };
}

export function foldedBusy(shares: readonly number[], rest: Partial<FoldedBusy> = {}): FoldedBusy {
  return {
    lane: pictureLane,
    startNs: 0,
    nsPerPixel: 1,
    busy: Uint8Array.from(shares),
    colour: new Uint8Array(shares.length),
    ...rest,
  };
}

/** Rows [first, end) of the list, and all of their height. */
export function windowOf(model: RowModel, first: number, end: number): RowWindow {
  const last = model.rows[Math.max(first, end - 1)];
  return { first, end, fixedEnd: 0, top: model.rows[first].top, bottom: last.top + last.height };
}
