import type { Theme } from '../../base/theme/theme';
import type { TimeRange } from '../../base/timeRange';
import type { TimeScale } from '../../base/timeScale';
import type { DrawingContext } from './drawingContext';
import type { Palette } from './palette';
import type { Scene } from './scene';

/** Everything that is drawn over the rectangles of lanes is drawn from this, for one frame. Lengths in CSS pixels unless said. */
export interface LaneFrame {
  readonly context: DrawingContext;
  readonly width: number;
  /** With the ruler. */
  readonly height: number;
  readonly rulerHeight: number;
  readonly pixelRatio: number;
  readonly view: TimeRange;
  /** How instants are written; absent: since the start. */
  readonly times?: TimeScale;
  readonly nsPerPx: number;
  /** Of the rows. */
  readonly scrollTop: number;
  /** Rows above the list's top are not scrolled: how high they are together, in whole device pixels. */
  readonly fixedHeight: number;
  readonly scene: Scene;
  /** Device pixels: what of the scene is the top left pixel below the ruler. */
  readonly offsetX: number;
  readonly offsetY: number;
  readonly theme: Theme;
  readonly palette: Palette;
}

/** Where an instant is drawn, rounded down to a device pixel exactly as the rectangles are. */
export function xOf(frame: LaneFrame, ns: number): number {
  const { scene, offsetX, pixelRatio } = frame;
  return (Math.floor((ns - scene.originNs) * scene.pxPerNs) - offsetX) / pixelRatio;
}

/** From the top of the rows to the top of the drawing area. */
export function yOf(frame: LaneFrame, rowListY: number): number {
  const { pixelRatio, rulerHeight, fixedHeight } = frame;
  const scrolled = rowListY < 0 ? rowListY : rowListY - frame.scrollTop;
  return Math.round(scrolled * pixelRatio) / pixelRatio + rulerHeight + fixedHeight;
}

/** The same of what a scene has: device pixels from the top of the rows. */
export function yOfDevice({ pixelRatio, rulerHeight, fixedHeight, offsetY }: LaneFrame, sceneY: number): number {
  return (sceneY < 0 ? sceneY : sceneY - offsetY) / pixelRatio + rulerHeight + fixedHeight;
}

/** One device pixel. */
export function hairline(frame: LaneFrame): number {
  return 1 / frame.pixelRatio;
}

/** A slice as far as outlines need it; `y` from the top of the rows. */
export interface SlicePlace {
  readonly startNs: number;
  readonly endNs: number;
  readonly spot: { readonly y: number; readonly height: number };
}
