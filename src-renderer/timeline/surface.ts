/**
 * The canvases: rectangles, drawn by a backend, and over them text, ruler and arrows. WebGL needs a canvas of its own below; without
 * a GPU all is drawn on one, since each that fills the window is copied and blended by the processor in every frame.
 */
import type { BackendKind, TimelineBackend } from '../ui/lanes/backends/backend';
import { chooseBackend } from '../ui/lanes/backends/choose';
import type { Gpu } from '../ui/lanes/backends/gpu';
import { createRasterBackend } from '../ui/lanes/backends/rasterBackend';
import { metrics } from './rows/metrics';

export class Surface {
  backend: TimelineBackend | undefined;
  /** CSS pixels, of the whole area. */
  width = 0;
  height = 0;
  pixelRatio = 1;
  private readonly starting: ReturnType<typeof setTimeout>;
  private isDisposed = false;
  private top: CanvasRenderingContext2D;

  /** `area` gets the canvases as its first children. Throws an Error where the browser gives no 2D canvas. */
  constructor(
    private readonly area: HTMLElement,
    wanted: string | undefined,
    gpu: Gpu,
    private readonly onChange: () => void,
  ) {
    this.top = this.addOverlay();
    // Asking for the GPU, if nobody has yet, takes some 20 ms: in a task of its own, behind the one that puts the timeline up.
    this.starting = setTimeout(() => {
      if (chooseBackend(() => gpu.probe(), wanted) === 'raster') this.startRaster();
      else void this.startPixi();
    });
  }

  get kind(): BackendKind | undefined {
    return this.backend?.kind;
  }

  /** What stands over the rectangles is drawn with it; another one once the backend is there. */
  get overlay(): CanvasRenderingContext2D {
    return this.top;
  }

  /** CSS pixels: the ruler, so that what is below it begins at a whole device pixel. */
  get rulerHeight(): number {
    return Math.round(metrics.rulerHeight * this.pixelRatio) / this.pixelRatio;
  }

  /** Whole device pixels that fit into the part below the ruler. */
  get deviceWidth(): number {
    return Math.floor(this.width * this.pixelRatio);
  }

  get deviceHeight(): number {
    return Math.max(0, Math.floor((this.height - this.rulerHeight) * this.pixelRatio));
  }

  /** Takes over the size of the area; true if it changed. */
  measure(): boolean {
    const { clientWidth, clientHeight } = this.area;
    const pixelRatio = this.area.ownerDocument.defaultView?.devicePixelRatio ?? 1;
    if (clientWidth === this.width && clientHeight === this.height && pixelRatio === this.pixelRatio) return false;
    this.width = clientWidth;
    this.height = clientHeight;
    this.pixelRatio = pixelRatio;
    this.fitBackend();
    this.fitOverlay();
    return true;
  }

  /** For the next picture, when the rectangles have been filled: in CSS pixels, and empty where they are on a canvas below. */
  startOverlay(): void {
    const { top, pixelRatio, backend } = this;
    top.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    if (backend === undefined || backend.canvas !== undefined) top.clearRect(0, 0, this.width, this.height);
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.starting);
    this.dropBackend();
    this.top.canvas.remove();
  }

  private addOverlay(settings?: CanvasRenderingContext2DSettings): CanvasRenderingContext2D {
    const context = this.addCanvas('timeline-overlay', this.area.firstChild).getContext('2d', settings);
    if (context === null) throw new Error('this browser has no 2D canvas');
    return context;
  }

  private addCanvas(className: string, before: ChildNode | null): HTMLCanvasElement {
    const canvas = this.area.ownerDocument.createElement('canvas');
    canvas.className = className;
    canvas.setAttribute('aria-hidden', 'true');
    this.area.insertBefore(canvas, before);
    return canvas;
  }

  private startRaster(): void {
    this.top.canvas.remove();
    // `willReadFrequently` keeps the canvas in main memory, where putImageData is a plain copy.
    this.top = this.addOverlay({ alpha: false, willReadFrequently: true });
    this.fitOverlay();
    this.setBackend(createRasterBackend(this.top));
  }

  private async startPixi(): Promise<void> {
    const canvas = this.addCanvas('timeline-base', this.top.canvas);
    // A context that is lost may come back or not; the raster backend is there at once.
    const fallBack = (): void => {
      this.dropBackend();
      if (!this.isDisposed) this.startRaster();
    };
    try {
      const { createPixiBackend } = await import('../ui/lanes/backends/pixiBackend');
      const backend = await createPixiBackend(canvas, fallBack);
      if (this.isDisposed) backend.dispose();
      else this.setBackend(backend);
    } catch {
      // No WebGL after all: expected on machines whose driver is blocked, and drawn without it.
      canvas.remove();
      fallBack();
    }
  }

  private setBackend(backend: TimelineBackend): void {
    this.backend = backend;
    this.area.dataset.backend = backend.kind;
    this.fitBackend();
    this.onChange();
  }

  private dropBackend(): void {
    this.backend?.dispose();
    this.backend?.canvas?.remove();
    this.backend = undefined;
  }

  private fitBackend(): void {
    if (this.backend === undefined || this.width === 0) return;
    const { canvas } = this.backend;
    this.backend.resize(Math.max(1, this.deviceWidth), Math.max(1, this.deviceHeight));
    if (canvas === undefined) return;
    this.setCssSize(canvas, this.deviceWidth, this.deviceHeight);
    canvas.style.top = `${this.rulerHeight}px`;
  }

  private fitOverlay(): void {
    const { canvas } = this.top;
    canvas.width = this.deviceWidth;
    canvas.height = Math.floor(this.height * this.pixelRatio);
    this.setCssSize(canvas, canvas.width, canvas.height);
  }

  private setCssSize(canvas: HTMLCanvasElement, deviceWidth: number, deviceHeight: number): void {
    // Layout counts in 64ths of a CSS pixel and rounds down: a hair less would leave the last device pixel half covered.
    const css = (devicePixels: number): string => `${Math.ceil((devicePixels / this.pixelRatio) * 64) / 64}px`;
    canvas.style.width = css(deviceWidth);
    canvas.style.height = css(deviceHeight);
  }
}
