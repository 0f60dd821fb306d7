import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useTheme } from '../../base/theme/useTheme';
import { AXIS_LABEL_SIZE } from './axisTicks';
import { sizedContext } from './sizedContext';
import { usePixelRatio } from './usePixelRatio';
import type { PlotSize } from './usePlotSize';

/** Draws in CSS pixels of the plot, on what is blank; the typeface of axes is set. */
export type DrawChart = (context: CanvasRenderingContext2D) => void;

/** What a chart shows right now, to be drawn once more: for a picture. */
export interface ChartDrawing {
  readonly size: PlotSize;
  readonly fontFamily: string;
  readonly draw: DrawChart;
}

interface ChartCanvasProps {
  readonly size: PlotSize;
  /** Of a picture of it, where it is but a part of the plot. Default: its own. */
  readonly pictureSize?: PlotSize;
  /** Draws anew when it is another one. Build it with `useMemo`. */
  readonly draw: DrawChart;
  /** Holds what is drawn as long as it is in the document. */
  readonly drawing: RefObject<ChartDrawing | undefined>;
}

/** The canvas of a chart. Nothing in it takes the pointer or the focus: that is what stands around it (`ChartBox`). */
export function ChartCanvas({ size, pictureSize = size, draw, drawing }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pixelRatio = usePixelRatio();
  const { fontFamily } = useTheme();
  const { width, height } = size;
  useLayoutEffect(() => {
    drawOn(canvas.current, { size: { width, height }, fontFamily, draw }, pixelRatio);
  }, [draw, width, height, fontFamily, pixelRatio]);
  const { width: pictureWidth, height: pictureHeight } = pictureSize;
  useLayoutEffect(() => {
    drawing.current = { size: { width: pictureWidth, height: pictureHeight }, fontFamily, draw };
    return () => {
      drawing.current = undefined;
    };
  }, [drawing, draw, pictureWidth, pictureHeight, fontFamily]);
  return <canvas ref={canvas} className="chart-canvas" style={{ width, height }} aria-hidden />;
}

/** Fine enough to be read where a picture is scaled. */
const PICTURE_PIXEL_RATIO = 2;

/** The drawing on a canvas of its own, for a picture; undefined while there is none. */
export function pictureOf({ current }: RefObject<ChartDrawing | undefined>): HTMLCanvasElement | undefined {
  if (!current) return undefined;
  const canvas = document.createElement('canvas');
  drawOn(canvas, current, PICTURE_PIXEL_RATIO);
  return canvas;
}

function drawOn(canvas: HTMLCanvasElement | null, { size, fontFamily, draw }: ChartDrawing, pixelRatio: number): void {
  const context = sizedContext(canvas, size, pixelRatio);
  if (!context) return;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  context.font = `${AXIS_LABEL_SIZE}px ${fontFamily}`;
  context.textBaseline = 'middle';
  draw(context);
}
