import type { Theme } from '../../base/theme/theme';
import type { TimeRange } from '../../base/timeRange';
import type { Palette } from './palette';
import type { Scene } from './scene';

/** Everything that is drawn over the rectangles of lanes is drawn from this, for one frame. Lengths in CSS pixels unless said. */
export interface LaneFrame {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  /** With the ruler. */
  readonly height: number;
  readonly rulerHeight: number;
  readonly pixelRatio: number;
  readonly view: TimeRange;
  readonly nsPerPx: number;
  /** Of the rows. */
  readonly scrollTop: number;
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
  return Math.round((rowListY - frame.scrollTop) * frame.pixelRatio) / frame.pixelRatio + frame.rulerHeight;
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
