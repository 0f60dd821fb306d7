import type { Scene } from '../scene';

export type BackendKind = 'pixi' | 'raster';

/** Fills the rectangles of a scene; the only code that touches WebGL or a pixel buffer. */
export interface TimelineBackend {
  readonly kind: BackendKind;
  /** Its own, below the overlay's; undefined: it fills the overlay's, before the overlay is drawn. */
  readonly canvas: HTMLCanvasElement | undefined;
  /** Size of the drawing area in device pixels. */
  resize(width: number, height: number): void;
  /**
   * Draws the scene so that its pixel (`offsetX`, `offsetY`) is the top left one of the area. Both are whole device pixels.
   * An unchanged `scene.version` means that only the offsets moved. Bands above 0 are not scrolled: they are drawn from the
   * area's top on, `fixedHeight` high, and all others below them.
   */
  draw(scene: Scene, offsetX: number, offsetY: number, fixedHeight: number): void;
  dispose(): void;
}
