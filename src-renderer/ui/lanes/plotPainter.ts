/** Draws lanes as the timeline draws them, on one canvas: for views that have a few lanes of their own. */
import type { Theme } from '../../base/theme/theme';
import type { TimeRange } from '../../base/timeRange';
import { fillPixels } from './backends/rasterBackend';
import type { LaneFrame } from './frame';
import { drawLabels, drawOutline, type LabelFonts, makeFonts, type SliceNames } from './labels';
import { layoutShares, type ShareColumns } from './layoutShares';
import { layoutScale, layoutSliceRow } from './layoutSlices';
import { makePalette, type Palette } from './palette';
import { type PlotLayout, RULER_HEIGHT, rowY } from './plotLayout';
import { drawGrid, drawPointerTime, drawRange, drawRuler, frameTicks } from './ruler';
import { Scene } from './scene';
import type { SliceColumns } from './slices';

/** A row of a lane: slices `first … end - 1` of the columns, or shares of columns of time. */
export type PlotRow =
  | { readonly kind: 'slices'; readonly first: number; readonly end: number }
  | { readonly kind: 'shares'; readonly columns: ShareColumns };

export interface PlotLane {
  readonly label: string;
  readonly rows: readonly PlotRow[];
}

/** All that a view gives. */
export interface PlotLanes {
  readonly lanes: readonly PlotLane[];
  readonly columns: SliceColumns;
  nameOf(slice: number): string;
}

export interface PlotPicture {
  readonly plot: PlotLanes;
  readonly layout: PlotLayout;
  readonly view: TimeRange;
  readonly outlined: { readonly slice: number; readonly lane: number; readonly row: number } | undefined;
  readonly range: TimeRange | undefined;
  readonly pointerNs: number | undefined;
  /** Over the slices: what only this view marks. */
  readonly decorate: ((frame: LaneFrame, layout: PlotLayout) => void) | undefined;
}

/** CSS pixels that a name needs. */
const LEAST_LABEL_HEIGHT = 12;

export class PlotPainter {
  readonly #scene = new Scene();
  #theme: Theme | undefined;
  #palette: Palette | undefined;
  #fonts: LabelFonts | undefined;
  #image: ImageData | undefined;

  /** `context` is of a canvas of the size that the layout was made for, in device pixels. */
  paint(context: CanvasRenderingContext2D, picture: PlotPicture, theme: Theme, pixelRatio: number): void {
    if (theme !== this.#theme || this.#palette === undefined || this.#fonts === undefined) {
      this.#theme = theme;
      this.#palette = makePalette(theme);
      this.#fonts = makeFonts(context, theme);
    }
    const { layout, view, plot } = picture;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    this.#layout(picture, this.#palette, pixelRatio);
    this.#fill(context, layout, pixelRatio);
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    drawNames(context, plot.lanes, layout, theme);
    context.translate(layout.left, 0);
    context.beginPath();
    context.save();
    context.rect(0, 0, layout.width, RULER_HEIGHT + layout.height);
    context.clip();
    this.#overlay(
      {
        context,
        width: layout.width,
        height: RULER_HEIGHT + layout.height,
        rulerHeight: RULER_HEIGHT,
        pixelRatio,
        view,
        nsPerPx: (view.endNs - view.startNs) / layout.width,
        scrollTop: layout.scroll,
        fixedHeight: 0,
        scene: this.#scene,
        offsetX: 0,
        offsetY: Math.round(layout.scroll * pixelRatio),
        theme,
        palette: this.#palette,
      },
      this.#fonts,
      picture,
    );
    context.restore();
  }

  /** The rows on screen as rectangles. */
  #layout({ plot, layout, view }: PlotPicture, palette: Palette, pixelRatio: number): void {
    const scene = this.#scene;
    const device = (cssPixels: number): number => Math.round(cssPixels * pixelRatio);
    scene.clear();
    scene.originNs = view.startNs;
    scene.pxPerNs = device(layout.width) / (view.endNs - view.startNs);
    scene.minX = 0;
    scene.maxX = device(layout.width);
    scene.background = palette.background;
    const scale = layoutScale(palette, pixelRatio);
    plot.lanes.forEach(({ rows }, lane) => {
      if (layout.laneTops[lane + 1]! <= layout.scroll) return;
      if (layout.laneTops[lane]! >= layout.scroll + layout.height) return;
      rows.forEach((row, at) => {
        const top = device(layout.laneTops[lane]! + at * layout.rowHeight);
        const bottom = device(layout.laneTops[lane]! + (at + 1) * layout.rowHeight);
        scene.addBand(top, bottom - top, bottom - top - 1, palette.lanes[0]);
        if (row.kind === 'shares') layoutShares(scene, row.columns, palette);
        else layoutSliceRow(scene, plot.columns, { ...row, group: lane, nsPerPixel: 0 }, 0, scale);
      });
    });
  }

  #fill(context: CanvasRenderingContext2D, layout: PlotLayout, pixelRatio: number): void {
    const [width, height] = [Math.round(layout.width * pixelRatio), Math.round(layout.height * pixelRatio)];
    if (width < 1 || height < 1) return;
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = context.createImageData(width, height);
    }
    const pixels = new Uint32Array(this.#image.data.buffer);
    fillPixels({ width, height, pixels }, this.#scene, 0, Math.round(layout.scroll * pixelRatio));
    const [left, top] = [Math.round(layout.left * pixelRatio), Math.round(RULER_HEIGHT * pixelRatio)];
    context.putImageData(this.#image, left, top);
  }

  #overlay(frame: LaneFrame, fonts: LabelFonts, picture: PlotPicture): void {
    const { plot, layout, outlined, range, pointerNs } = picture;
    const ticks = frameTicks(frame, fonts.regular);
    const names: SliceNames = {
      colourOf: (slice) => plot.columns.colour[slice],
      nameOf: (_, slice) => plot.nameOf(slice),
    };
    drawGrid(frame, ticks);
    drawLabels(frame, fonts, names);
    picture.decorate?.(frame, layout);
    if (outlined !== undefined) {
      const { startNs, endNs } = plot.columns;
      const y = rowY(layout, outlined.lane, outlined.row) - RULER_HEIGHT + layout.scroll;
      const spot = { y, height: layout.rowHeight - 1 };
      const place = { startNs: startNs[outlined.slice]!, endNs: endNs[outlined.slice]!, spot };
      drawOutline(frame, place, frame.theme.timeline.selection, 2);
    }
    drawRuler(frame, ticks, { range, pointerNs });
    if (range !== undefined) drawRange(frame, range);
    if (pointerNs !== undefined) drawPointerTime(frame, pointerNs);
  }
}

/** Where rows are lower than letters, every so many lanes have their name. */
function drawNames(
  context: CanvasRenderingContext2D,
  lanes: readonly PlotLane[],
  layout: PlotLayout,
  { timeline, fontFamily }: Theme,
): void {
  context.save();
  context.beginPath();
  // A name is higher than a narrow lane: half a letter more.
  context.rect(0, RULER_HEIGHT - LEAST_LABEL_HEIGHT / 2, layout.left, layout.height + LEAST_LABEL_HEIGHT / 2);
  context.clip();
  context.font = `11px ${fontFamily}`;
  context.fillStyle = timeline.rulerText;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  let freeFrom = Number.NEGATIVE_INFINITY;
  lanes.forEach(({ label }, lane) => {
    const y = (rowY(layout, lane, 0) + rowY(layout, lane + 1, 0)) / 2;
    if (y < freeFrom || y < 0 || y > RULER_HEIGHT + layout.height + LEAST_LABEL_HEIGHT) return;
    freeFrom = y + LEAST_LABEL_HEIGHT;
    context.fillText(label, layout.left - 8, y, layout.left - 12);
  });
  context.restore();
}
