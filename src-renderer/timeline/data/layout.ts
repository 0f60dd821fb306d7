/** Turns the data at hand into the rectangles to fill; see scene.ts. */
import type { LaneId } from '../../../src-contract';
import { layoutShares } from '../../ui/lanes/layoutShares';
import { type LayoutScale, layoutFoldedBusy, layoutScale, layoutSliceRow } from '../../ui/lanes/layoutSlices';
import { putOver, type RowStart, rowOver, rowStart } from '../../ui/lanes/overRow';
import type { Palette } from '../../ui/lanes/palette';
import type { Scene } from '../../ui/lanes/scene';
import { metrics } from '../rows/metrics';
import {
  busyGroups,
  type CounterRow,
  eachRow,
  foldedCounters,
  type GroupRow,
  laneRowsBetween,
  type RankRow,
  type RowModel,
  type RowSpan,
  type RowWindow,
  type SliceRow,
  stripLanes,
} from '../rows/rows';
import { type DataWindow, type LaneData, quadsOfRow } from './dataWindow';
import { layoutCounter } from './layoutCounters';

export interface LayoutInput {
  readonly model: RowModel;
  readonly rows: RowWindow;
  readonly data: DataWindow | undefined;
  /** What is found: all else is greyed. Its slices' labels are numbered behind those of `data`. */
  readonly found?: DataWindow | undefined;
  /** Where its rows are laid out, until they are put over the others. */
  readonly over?: Scene;
  readonly palette: Palette;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Time of x = 0. */
  readonly originNs: number;
  /** Device pixels per ns. */
  readonly pxPerNs: number;
  /** Device pixels from `originNs`. */
  readonly minX: number;
  readonly maxX: number;
}

/** Device pixels from the top of the list that the scrolled rows of a window take up in it. */
export function deviceExtent(model: RowModel, rows: RowWindow, pixelRatio: number): { top: number; bottom: number } {
  if (rows.end <= rows.first) return { top: 0, bottom: 0 };
  const last = model.rows[rows.end - 1];
  return {
    top: Math.round(Math.max(rows.top, model.rows[rows.first].top) * pixelRatio),
    bottom: Math.round(Math.min(rows.bottom, last.top + last.height) * pixelRatio),
  };
}

/** Lays the rows out anew. What is drawn reaches from `minX` to `maxX`, clipped there. */
export function layoutScene(scene: Scene, input: LayoutInput): void {
  const { model, rows, palette, pixelRatio } = input;
  scene.clear();
  scene.originNs = input.originNs;
  scene.pxPerNs = input.pxPerNs;
  scene.minX = input.minX;
  scene.maxX = input.maxX;
  scene.background = palette.background;
  const device = (cssPixels: number): number => Math.round(cssPixels * pixelRatio);
  const scale = layoutScale(palette, pixelRatio);
  const extent = deviceExtent(model, rows, pixelRatio);
  scene.minY = extent.top;
  scene.maxY = extent.bottom;
  eachRow(model, rows, (row, index, top, windowBottom) => {
    const y = device(row.top);
    const bottom = device(row.top + row.height);
    switch (row.kind) {
      case 'rank':
        if (stripLanes(row.rank).length > 0) layoutRankStrip(scene, input, row, y, bottom);
        else if (row.isFolded) layoutFoldedRank(scene, input, row, y, bottom);
        else scene.addBand(y, bottom - y, 0, palette.background);
        break;
      case 'group':
        if (row.isFolded && foldedCounters(row.group).length > 0) layoutFoldedCounters(scene, input, row, y, bottom);
        else if (row.isFolded) layoutFoldedLane(scene, input, row.group.id, y, bottom, 0);
        else scene.addBand(y, bottom - y, 0, palette.background);
        break;
      case 'kind':
        scene.addBand(y, bottom - y, 0, palette.background);
        break;
      case 'slices':
        if (row.shownRows === 0) layoutFoldedLane(scene, input, row.lane.id, y, bottom, index & 1);
        else layoutSliceLane(scene, input, row, laneRowsBetween(row, top, windowBottom), y, bottom, index & 1, scale);
        break;
      case 'counter':
        layoutCounterLane(scene, input, row, y, bottom, index & 1);
        break;
    }
  });
}

function layoutSliceLane(
  scene: Scene,
  input: LayoutInput,
  row: SliceRow,
  // A lane can be much taller than the screen.
  { first, end }: RowSpan,
  y: number,
  bottom: number,
  parity: number,
  scale: LayoutScale,
): void {
  const background = input.palette.lanes[parity];
  const lower = input.found === undefined ? scale : { ...scale, palette: greyedPalette(scale.palette) };
  const lane = input.data?.lane(row.lane.id);
  const padded = row.top + metrics.rowPadding;
  let from = Math.round((padded + first * row.rowHeight) * input.pixelRatio);
  scene.addBand(y, from - y, 0, background);
  for (let at = first; at < end; at++) {
    const to = Math.round((padded + (at + 1) * row.rowHeight) * input.pixelRatio);
    scene.addBand(from, to - from, to - from - 1, background);
    if (lane !== undefined && input.data !== undefined) {
      const start = rowStart(scene);
      layoutQuads(scene, input.data, lane, at, parity, lower);
      putFoundOver(scene, start, input, row.lane.id, at, parity, scale);
    }
    from = to;
  }
  scene.addBand(from, bottom - from, 0, background);
}

function layoutQuads(
  scene: Scene,
  data: DataWindow,
  lane: LaneData,
  laneRow: number,
  parity: number,
  scale: LayoutScale,
): void {
  const quads = quadsOfRow(lane, laneRow);
  const row = { ...quads, group: lane.quads.rank, nsPerPixel: data.query.nsPerPixel };
  layoutSliceRow(scene, data.quads, row, parity, scale);
}

function greyedPalette(palette: Palette): Palette {
  return { ...palette, slices: palette.greyed };
}

function putFoundOver(
  scene: Scene,
  start: RowStart,
  { data, found, over }: LayoutInput,
  id: LaneId,
  laneRow: number,
  parity: number,
  scale: LayoutScale,
): void {
  const lane = found?.lane(id);
  if (lane === undefined || found === undefined || data === undefined || over === undefined) return;
  const upper = rowOver(over, scene);
  layoutQuads(upper, found, lane, laneRow, parity, scale);
  if (upper.rectCount === 0) return;
  const slices = new Set<number>();
  const firstFound = data.quads.slice.length;
  for (let label = 0; label < upper.labelCount; label++) {
    slices.add(found.quads.slice[upper.labelSlice[label]]);
    upper.labelSlice[label] += firstFound;
  }
  putOver(scene, start, upper, (quad) => slices.has(data.quads.slice[quad]));
}

/** Where a folded lane is busy; where anything is found in it, over all else in grey. */
function layoutFolded(scene: Scene, input: LayoutInput, id: LaneId, parity: number): void {
  const { data, found, over, palette } = input;
  const start = rowStart(scene);
  const busy = data?.folded(id);
  if (busy !== undefined) layoutFoldedBusy(scene, busy, parity, found ? greyedPalette(palette) : palette);
  const foundBusy = found?.folded(id);
  if (foundBusy === undefined || over === undefined) return;
  const upper = rowOver(over, scene);
  layoutFoldedBusy(upper, foundBusy, parity, palette);
  if (upper.rectCount > 0) putOver(scene, start, upper, () => false);
}

/** One strip where the lane or group is busy, with a little space around it. */
function layoutFoldedLane(
  scene: Scene,
  input: LayoutInput,
  lane: LaneId,
  y: number,
  bottom: number,
  parity: number,
): void {
  const padding = Math.round(metrics.rowPadding * input.pixelRatio);
  const background = input.palette.lanes[parity];
  scene.addBand(y, padding, 0, background);
  scene.addBand(y + padding, bottom - y - padding, bottom - y - 2 * padding, background);
  layoutFolded(scene, input, lane, parity);
}

/** The first series of a group's counters, squeezed one above the other. */
function layoutFoldedCounters(scene: Scene, input: LayoutInput, row: GroupRow, y: number, bottom: number): void {
  scene.addBand(y, bottom - y, 0, input.palette.lanes[0]);
  const padding = Math.round(metrics.rowPadding * input.pixelRatio);
  const lanes = foldedCounters(row.group);
  const available = bottom - y - 2 * padding;
  lanes.forEach((lane, at) => {
    const curve = input.data?.counters(lane.id).find(({ series }) => series === 0);
    const series = lane.series.at(0);
    if (curve === undefined || series === undefined) return;
    const top = y + padding + Math.round((at * available) / lanes.length);
    const end = y + padding + Math.round(((at + 1) * available) / lanes.length);
    layoutCounter(scene, curve, series, top, end, row.rank.endNs, 0, input.palette);
  });
}

/** One strip: how much of each pixel's time is compute, communication that nothing hides, and nothing. */
function layoutRankStrip(scene: Scene, input: LayoutInput, row: RankRow, y: number, bottom: number): void {
  const padding = Math.round(2 * metrics.rowPadding * input.pixelRatio);
  const background = row.isFolded ? input.palette.lanes[0] : input.palette.background;
  scene.addBand(y, padding, 0, background);
  scene.addBand(y + padding, bottom - y - 2 * padding, bottom - y - 2 * padding, background);
  const busy = stripLanes(row.rank).flatMap(({ id }) => input.data?.folded(id) ?? []);
  if (busy.length > 0) {
    const [{ startNs, nsPerPixel: columnNs }] = busy;
    const parts = busy.map(({ busy: values, colour }) => ({ values, colour: colour[values.findIndex(isBusy)] ?? 0 }));
    layoutShares(scene, { startNs, columnNs, whole: 255, parts }, input.palette);
  }
  scene.addBand(bottom - padding, padding, 0, background);
}

const isBusy = (share: number): boolean => share > 0;

/** One thin strip for each group that has slices. */
function layoutFoldedRank(scene: Scene, input: LayoutInput, row: RankRow, y: number, bottom: number): void {
  const padding = Math.round(metrics.rowPadding * input.pixelRatio);
  const background = input.palette.lanes[0];
  const groups = busyGroups(row.rank);
  const available = bottom - y - 2 * padding;
  scene.addBand(y, padding, 0, background);
  let from = y + padding;
  for (let at = 0; at < groups.length; at++) {
    const to = y + padding + Math.round(((at + 1) * available) / groups.length);
    const gap = to - from > 3 ? 1 : 0;
    scene.addBand(from, to - from, to - from - gap, background);
    layoutFolded(scene, input, groups[at].id, 0);
    from = to;
  }
  scene.addBand(from, bottom - from, 0, background);
}

/** Device pixels of series `series` of a counter row: [top, bottom). */
export function counterStrip(row: CounterRow, series: number, pixelRatio: number): { top: number; bottom: number } {
  const top = row.top + metrics.rowPadding + series * row.stripHeight;
  const gap = row.isFolded ? 0 : 1;
  return {
    top: Math.round((top + gap) * pixelRatio),
    bottom: Math.round((top + row.stripHeight) * pixelRatio),
  };
}

function layoutCounterLane(
  scene: Scene,
  input: LayoutInput,
  row: CounterRow,
  y: number,
  bottom: number,
  parity: number,
): void {
  scene.addBand(y, bottom - y, 0, input.palette.lanes[parity]);
  for (const curve of input.data?.counters(row.lane.id) ?? []) {
    const series = row.lane.series.at(curve.series);
    if (series === undefined) continue;
    const strip = counterStrip(row, curve.series, input.pixelRatio);
    const { top, bottom: stripBottom } = strip;
    layoutCounter(scene, curve, series, top, stripBottom, row.rank.endNs, parity, input.palette);
  }
}
