import type { Theme } from '../../base/theme/theme';
import type { TimeRange } from '../../session/session';
import type { DataWindow } from '../dataWindow';
import type { Palette } from '../palette';
import type { LaneSpot, RowModel, RowWindow } from '../rows';
import type { Scene } from '../scene';

/** Everything the overlay draws from, for one frame. Lengths in CSS pixels unless said. */
export interface OverlayFrame {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  /** With the ruler. */
  readonly height: number;
  readonly rulerHeight: number;
  readonly pixelRatio: number;
  readonly view: TimeRange;
  readonly nsPerPx: number;
  /** Of the row list. */
  readonly scrollTop: number;
  readonly model: RowModel;
  readonly visible: RowWindow;
  readonly data: DataWindow | undefined;
  readonly scene: Scene;
  /** Device pixels: what of the scene is the top left pixel below the ruler. */
  readonly offsetX: number;
  readonly offsetY: number;
  readonly theme: Theme;
  readonly palette: Palette;
}

/** Where an instant is drawn, rounded down to a device pixel exactly as the rectangles are. */
export function xOf(frame: OverlayFrame, ns: number): number {
  const { scene, offsetX, pixelRatio } = frame;
  return (Math.floor((ns - scene.originNs) * scene.pxPerNs) - offsetX) / pixelRatio;
}

/** From the top of the row list to the top of the drawing area. */
export function yOf(frame: OverlayFrame, rowListY: number): number {
  return Math.round((rowListY - frame.scrollTop) * frame.pixelRatio) / frame.pixelRatio + frame.rulerHeight;
}

/** One device pixel. */
export function hairline(frame: OverlayFrame): number {
  return 1 / frame.pixelRatio;
}

/** A slice as far as outlines and arrows need it. */
export interface SlicePlace {
  readonly startNs: number;
  readonly endNs: number;
  readonly spot: LaneSpot;
}
