/** Draws a frame: lays out what changed, lets the backend fill it, and draws the overlay. */
import type { ChosenSlice, LaneId, RankIndex, SliceDetails, SliceRef } from '../../src-contract';
import { isLaunchCall } from '../../src-contract/launchArrows';
import type { Theme } from '../base/theme/theme';
import { orderedRange, type TimeRange } from '../base/timeRange';
import type { TimeScale } from '../base/timeScale';
import type { TimelineMark } from '../session/sessionState';
import type { DrawingContext } from '../ui/lanes/drawingContext';
import type { GestureState } from '../ui/lanes/gestures';
import {
  drawLabels,
  drawOutline,
  type LabelFonts,
  makeFonts,
  regularLabelSize,
  type SliceNames,
  textFit,
} from '../ui/lanes/labels';
import { greyedLabel, makePalette, type Palette } from '../ui/lanes/palette';
import { drawGrid, drawPointerTime, drawRange, drawRuler, drawZoomBox, frameTicks } from '../ui/lanes/ruler';
import { Scene } from '../ui/lanes/scene';
import type { TextFit } from '../ui/lanes/textFit';
import type { ShownFlows } from './data/dataSource';
import type { DataWindow } from './data/dataWindow';
import type { Hit } from './data/hitTest';
import { counterStrip, deviceExtent, layoutScene } from './data/layout';
import { drawMarksInRuler, drawMarksOverLanes } from './marks/drawMarks';
import type { MarkBox, ShownMark } from './marks/shownMarks';
import { ArrowList, addArrow, addSelectedArrows, drawArrows, styleForCount } from './overlay/arrows';
import { drawCounterDot } from './overlay/counterDot';
import type { OverlayFrame } from './overlay/frame';
import { drawMarks, drawRulerMarks } from './overlay/marks';
import { drawPartial, drawRegion, drawRowLines } from './overlay/rowMarks';
import { laneSpot, type RowModel, type RowWindow } from './rows/rows';
import type { Surface } from './surface';

export interface PaintInput {
  readonly view: TimeRange;
  readonly scrollTop: number;
  readonly model: RowModel;
  /** On screen. */
  readonly visible: RowWindow;
  /** On screen and around. */
  readonly around: RowWindow;
  readonly data: DataWindow | undefined;
  /** What is found, where all else is greyed. */
  readonly found: DataWindow | undefined;
  readonly flows: ShownFlows | undefined;
  readonly flowColours: ReadonlyMap<string, string>;
  /** A launch whose task starts sooner than that has the device waiting for the host; 0: not known (yet). */
  readonly nearVerticalNs: number;
  readonly selectedSlice: SliceRef | undefined;
  readonly selectedDetails: SliceDetails | undefined;
  /** Several that are selected at once. */
  readonly chosen: readonly ChosenSlice[];
  /** On the other side of the comparison, of the selected slice. */
  readonly match: SliceDetails | undefined;
  readonly selectedRange: TimeRange | undefined;
  /** Of the selected range; undefined: all. */
  readonly selectedLanes: ReadonlySet<LaneId> | undefined;
  /** How instants are written. */
  readonly times: TimeScale;
  readonly marks: readonly TimelineMark[];
  readonly userMarks: readonly ShownMark[];
  /** In the ruler. */
  readonly findingMarks: readonly TimeRange[];
  readonly hit: Hit | undefined;
  readonly pointer: { readonly x: number; readonly y: number; readonly ns: number } | undefined;
  readonly gesture: GestureState;
}

/** Arrows of the whole categories: how many the Engine sent, and how many there are in the window. */
export interface ArrowCounts {
  readonly shown: number;
  readonly total: number;
  /** Of those sent, arrows that cross the view with neither end in it; they are left out. */
  readonly through: number;
}

const noArrows: ArrowCounts = { shown: 0, total: 0, through: 0 };

/** Device pixels: what of the scene is the top left pixel below the ruler, and the height of what is not scrolled. */
interface SceneOffsets {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly fixedHeight: number;
}

/** Valid until something else is painted. */
export interface PaintedPicture extends SceneOffsets {
  readonly scene: Scene;
  paintOverlay(context: DrawingContext): void;
}

/** While the zoom stands still, this many widths beyond each edge are laid out, so that panning only moves pixels. */
const settledMargin = 1;
/** Origins further away than this (device pixels) are renewed: float32 holds whole numbers up to 2^24. */
const farthestOffset = 2 ** 21;

export class Painter {
  private readonly scene = new Scene();
  private readonly over = new Scene();
  private readonly arrows = new ArrowList();
  /** Of those the ones on whose end the device has waited. */
  private readonly steepArrows = new ArrowList();
  private palette: Palette;
  private fonts: LabelFonts;
  private rulerFit: TextFit;
  private theme: Theme;
  /** What the scene was laid out from. */
  private laidModel: RowModel | undefined;
  private laidData: DataWindow | undefined;
  private laidFound: DataWindow | undefined;
  private laidRatio = 0;
  /** The user's marks in the ruler, as they were drawn last. */
  markBoxes: readonly MarkBox[] = [];

  constructor(
    private readonly surface: Surface,
    theme: Theme,
  ) {
    this.theme = theme;
    this.palette = makePalette(theme);
    this.fonts = makeFonts(surface.overlay, theme);
    this.rulerFit = textFit(surface.overlay, regularLabelSize, theme);
  }

  get shownTheme(): Theme {
    return this.theme;
  }

  setTheme(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.palette = makePalette(theme);
    this.fonts = makeFonts(this.surface.overlay, theme);
    this.rulerFit = textFit(this.surface.overlay, regularLabelSize, theme);
    this.laidModel = undefined;
  }

  paint(input: PaintInput): ArrowCounts {
    const { surface, scene } = this;
    const offsets = this.layOut(input);
    surface.backend?.draw(scene, offsets.offsetX, offsets.offsetY, offsets.fixedHeight);
    surface.startOverlay();
    return this.paintOverlay(this.frame(surface.overlay, input, offsets), input);
  }

  /** The same for a picture that is kept: what there is to fill, and how to draw on something else what stands over it. */
  picture(input: PaintInput): PaintedPicture {
    const offsets = this.layOut(input);
    return {
      ...offsets,
      scene: this.scene,
      paintOverlay: (context) => {
        this.paintOverlay(this.frame(context, input, offsets), input);
      },
    };
  }

  private layOut(input: PaintInput): SceneOffsets {
    const { pixelRatio } = this.surface;
    return {
      offsetX: this.layOutScene(input),
      offsetY: Math.round(input.scrollTop * pixelRatio),
      fixedHeight: -Math.round(-input.model.fixedHeight * pixelRatio),
    };
  }

  /** Lays the scene out again if it does not hold what is to be seen; returns the view's offset in device pixels. */
  private layOutScene(input: PaintInput): number {
    const { scene, surface } = this;
    const { view, model, data, found, visible, around } = input;
    const width = Math.max(1, surface.deviceWidth);
    const wantedPxPerNs = width / (view.endNs - view.startNs);
    // Rounding makes a panned view longer or shorter by next to nothing; that is no zoom.
    const isZoomed = Math.abs(wantedPxPerNs / scene.pxPerNs - 1) * width > 0.05 || scene.pxPerNs === 0;
    const pxPerNs = isZoomed ? wantedPxPerNs : scene.pxPerNs;
    let offsetX = Math.round((view.startNs - scene.originNs) * pxPerNs);
    const isChanged =
      isZoomed ||
      model !== this.laidModel ||
      data !== this.laidData ||
      found !== this.laidFound ||
      surface.pixelRatio !== this.laidRatio;
    const { top, bottom } = deviceExtent(model, visible, surface.pixelRatio);
    const isCovered =
      scene.minX <= offsetX && scene.maxX >= offsetX + width && scene.minY <= top && scene.maxY >= bottom;
    if (!isChanged && isCovered) return offsetX;

    let { originNs } = scene;
    if (isZoomed) {
      originNs = view.startNs;
      offsetX = 0;
    } else if (Math.abs(offsetX) > farthestOffset) {
      // By whole pixels, so that nothing is rounded differently than before.
      originNs += offsetX / pxPerNs;
      offsetX = 0;
    }
    const margin = isZoomed ? 0 : Math.round(width * settledMargin);
    layoutScene(scene, {
      model,
      rows: isZoomed ? visible : around,
      data,
      found,
      over: this.over,
      palette: this.palette,
      pixelRatio: surface.pixelRatio,
      originNs,
      pxPerNs,
      minX: offsetX - margin,
      maxX: offsetX + width + margin,
    });
    this.laidModel = model;
    this.laidData = data;
    this.laidFound = found;
    this.laidRatio = surface.pixelRatio;
    return offsetX;
  }

  private frame(
    context: DrawingContext,
    input: PaintInput,
    { offsetX, offsetY, fixedHeight }: SceneOffsets,
  ): OverlayFrame {
    const { surface } = this;
    return {
      context,
      width: surface.width,
      height: surface.height,
      rulerHeight: surface.rulerHeight,
      pixelRatio: surface.pixelRatio,
      view: input.view,
      times: input.times,
      nsPerPx: (input.view.endNs - input.view.startNs) / Math.max(1, surface.width),
      scrollTop: input.scrollTop,
      fixedHeight: fixedHeight / surface.pixelRatio,
      model: input.model,
      visible: input.visible,
      data: input.data,
      scene: this.scene,
      offsetX,
      offsetY,
      theme: this.theme,
      palette: this.palette,
    };
  }

  private paintOverlay(frame: OverlayFrame, input: PaintInput): ArrowCounts {
    const { height, rulerHeight } = frame;
    const ticks = frameTicks(frame, this.rulerFit);

    // What is drawn over scrolled rows ends where the lanes begin that are not; an arrow from one to the other is in both.
    const fixedEnd = rulerHeight + frame.fixedHeight;
    const counts = this.paintRows(frame, input, ticks, fixedEnd, height);
    if (frame.fixedHeight > 0) this.paintRows(frame, input, ticks, rulerHeight, fixedEnd);

    const { gesture, pointer } = input;
    drawRuler(frame, ticks, { range: input.selectedRange, pointerNs: pointer?.ns });
    if (input.findingMarks.length > 0) drawRulerMarks(frame, input.findingMarks, frame.theme.timeline.finding);
    if (input.selectedRange !== undefined) drawRange(frame, input.selectedRange, input.selectedLanes === undefined);
    this.markBoxes = input.userMarks.length > 0 ? drawMarksInRuler(frame, input.userMarks, this.rulerFit) : [];
    if (gesture.kind === 'dragging' && gesture.drag === 'box') drawZoomBox(frame, gesture.from.x, gesture.to.x);
    if (gesture.kind === 'dragging' && (gesture.drag === 'shift' || gesture.drag === 'shiftLane'))
      drawRange(frame, orderedRange(gesture.from.ns, gesture.to.ns), false);
    if (pointer !== undefined) drawPointerTime(frame, pointer.ns);
    return counts;
  }

  /** What stands over the rows, between these heights. */
  private paintRows(
    frame: OverlayFrame,
    input: PaintInput,
    ticks: ReturnType<typeof frameTicks>,
    top: number,
    bottom: number,
  ): ArrowCounts {
    const { context, width } = frame;
    context.save();
    context.beginPath();
    context.rect(0, top, width, bottom - top);
    context.clip();
    drawGrid(frame, ticks);
    drawRowLines(frame);
    drawPartial(frame);
    if (input.data !== undefined) drawLabels(frame, this.fonts, labelsOf(input.data, input.found));
    this.drawHover(frame, input);
    const counts = this.drawFlows(frame, input);
    this.drawSelection(frame, input);
    if (input.marks.length > 0) drawMarks(frame, input.marks);
    if (input.userMarks.length > 0) drawMarksOverLanes(frame, input.userMarks);
    if (input.selectedRange !== undefined && input.selectedLanes !== undefined)
      drawRegion(frame, input.selectedRange, input.selectedLanes);
    context.restore();
    return counts;
  }

  private drawHover(frame: OverlayFrame, input: PaintInput): void {
    const { hit, pointer } = input;
    if (hit?.kind === 'quad' && frame.data !== undefined) {
      const { startNs, endNs } = frame.data.quads;
      const spot = laneSpot(frame.model, hit.row.lane.id, hit.laneRow);
      if (spot === undefined) return;
      const place = { startNs: startNs[hit.quad], endNs: endNs[hit.quad], spot };
      drawOutline(frame, place, frame.theme.timeline.hover, 1);
    } else if (hit?.kind === 'counter' && pointer !== undefined) {
      const strip = counterStrip(hit.row, hit.curve.series, frame.pixelRatio);
      drawCounterDot(frame, pointer.x, strip, hit.curve, hit.step, hit.series);
    }
  }

  private drawFlows(frame: OverlayFrame, input: PaintInput): ArrowCounts {
    const { flows } = input;
    if (flows === undefined) return noArrows;
    const { arrows, query } = flows;
    let through = 0;
    for (let category = 0; category < query.categories.length; category++) {
      this.arrows.clear();
      this.steepArrows.clear();
      const steepNs = isLaunchCall(query.categories[category]) ? input.nearVerticalNs : 0;
      for (let at = 0; at < arrows.fromNs.length; at++) {
        if (arrows.category[at] !== category) continue;
        const ends = {
          fromNs: arrows.fromNs[at],
          toNs: arrows.toNs[at],
          fromLane: arrows.fromLane[at] as LaneId,
          toLane: arrows.toLane[at] as LaneId,
          fromRow: arrows.fromRow[at],
          toRow: arrows.toRow[at],
        };
        const delayNs = ends.toNs - ends.fromNs;
        const list = delayNs >= 0 && delayNs < steepNs ? this.steepArrows : this.arrows;
        addArrow(list, frame, ends, arrows.arrowCount[at], false);
      }
      through += this.arrows.throughCount + this.steepArrows.throughCount;
      const colour = input.flowColours.get(query.categories[category]) ?? frame.theme.timeline.selection;
      const count = this.arrows.count + this.steepArrows.count;
      drawArrows(frame, this.arrows, styleForCount(count, colour));
      const steep = styleForCount(count, frame.theme.timeline.finding);
      // Thicker as well: some eyes hardly tell this colour from those of categories.
      drawArrows(frame, this.steepArrows, { ...steep, lineWidth: steep.lineWidth + 1 });
    }
    const shown = arrows.arrowCount.reduce((sum, count) => sum + count, 0);
    return { shown, total: arrows.totalCount, through };
  }

  private drawSelection(frame: OverlayFrame, input: PaintInput): void {
    const { selectedDetails, selectedSlice, match } = input;
    const { timeline } = frame.theme;
    for (const { lane, row, startNs, durationNs } of input.chosen) {
      const spot = laneSpot(frame.model, lane, row);
      if (spot !== undefined) drawOutline(frame, { startNs, endNs: startNs + durationNs, spot }, timeline.selection, 2);
    }
    if (selectedSlice === undefined || selectedDetails === undefined) return;
    for (const link of selectedDetails.links) {
      const spot = laneSpot(frame.model, link.other.lane, link.other.row);
      if (spot === undefined || spot.isHidden) continue;
      const { startNs, durationNs } = link.other;
      drawOutline(frame, { startNs, endNs: startNs + durationNs, spot }, timeline.hover, 1);
    }
    const spot = laneSpot(frame.model, selectedDetails.lane, selectedDetails.row);
    if (spot !== undefined) {
      const { startNs, durationNs } = selectedDetails;
      drawOutline(frame, { startNs, endNs: startNs + durationNs, spot }, timeline.selection, 2);
    }
    this.arrows.clear();
    addSelectedArrows(this.arrows, frame, selectedDetails);
    if (match) this.addMatch(frame, selectedDetails, match);
    const many = styleForCount(this.arrows.count, timeline.selection);
    const opacity = Math.max(many.opacity, 0.5);
    drawArrows(frame, this.arrows, { ...many, opacity, lineWidth: 1.5, halo: timeline.laneBackground });
  }

  /** A line from the middle of the selected slice to that of its match, which is outlined as the slice is. */
  private addMatch(frame: OverlayFrame, own: SliceDetails, match: SliceDetails): void {
    const spot = laneSpot(frame.model, match.lane, match.row);
    if (spot === undefined) return;
    const { startNs, durationNs } = match;
    drawOutline(frame, { startNs, endNs: startNs + durationNs, spot }, frame.theme.timeline.selection, 2);
    const ends = {
      fromNs: own.startNs + own.durationNs / 2,
      toNs: startNs + durationNs / 2,
      fromLane: own.lane,
      toLane: match.lane,
      fromRow: own.row,
      toRow: match.row,
    };
    addArrow(this.arrows, frame, ends, 1, true);
  }
}

/** Those of what is found are numbered behind all others, which are greyed then. */
function labelsOf(data: DataWindow, found: DataWindow | undefined): SliceNames {
  const { colour, name } = data.quads;
  if (found === undefined)
    return {
      colourOf: (quad) => colour[quad],
      nameOf: (rank, quad) => data.nameOf(rank as RankIndex, name[quad]),
    };
  const first = colour.length;
  return {
    colourOf: (quad) => (quad < first ? greyedLabel : found.quads.colour[quad - first]),
    nameOf: (rank, quad) =>
      quad < first
        ? data.nameOf(rank as RankIndex, name[quad])
        : found.nameOf(rank as RankIndex, found.quads.name[quad - first]),
  };
}
