/** The two canvases: rectangles below, drawn by a backend, and the overlay with text, ruler and arrows above. */
import type { BackendKind, TimelineBackend } from '../ui/lanes/backends/backend';
import { chooseBackend, probeGpu } from '../ui/lanes/backends/choose';
import { createRasterBackend } from '../ui/lanes/backends/rasterBackend';
import { metrics } from './metrics';

export class Surface {
  backend: TimelineBackend | undefined;
  readonly overlay: CanvasRenderingContext2D;
  /** CSS pixels, of the whole area. */
  width = 0;
  height = 0;
  pixelRatio = 1;
  private readonly starting: ReturnType<typeof setTimeout>;
  private isDisposed = false;

  /** `area` gets the canvases as its first children. Throws an Error where the browser gives no 2D canvas. */
  constructor(
    private readonly area: HTMLElement,
    wanted: string | undefined,
    private readonly onChange: () => void,
  ) {
    const canvas = this.addCanvas('timeline-overlay', area.firstChild);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser has no 2D canvas');
    this.overlay = context;
    // Asking for the GPU takes some 20 ms: in a task of its own, behind the one that puts the timeline up.
    this.starting = setTimeout(() => {
      if (chooseBackend(probeGpu(area.ownerDocument), wanted) === 'raster') this.startRaster();
      else void this.startPixi();
    });
  }

  get kind(): BackendKind | undefined {
    return this.backend?.kind;
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
    const { canvas } = this.overlay;
    canvas.width = this.deviceWidth;
    canvas.height = Math.floor(clientHeight * pixelRatio);
    this.setCssSize(canvas, canvas.width, canvas.height);
    return true;
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.starting);
    this.dropBackend();
    this.overlay.canvas.remove();
  }

  private addCanvas(className: string, before: ChildNode | null): HTMLCanvasElement {
    const canvas = this.area.ownerDocument.createElement('canvas');
    canvas.className = className;
    canvas.setAttribute('aria-hidden', 'true');
    this.area.insertBefore(canvas, before);
    return canvas;
  }

  private addBaseCanvas(): HTMLCanvasElement {
    return this.addCanvas('timeline-base', this.overlay.canvas);
  }

  private startRaster(): void {
    this.setBackend(createRasterBackend(this.addBaseCanvas()));
  }

  private async startPixi(): Promise<void> {
    const canvas = this.addBaseCanvas();
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
    this.backend?.canvas.remove();
    this.backend = undefined;
  }

  private fitBackend(): void {
    if (this.backend === undefined || this.width === 0) return;
    const { canvas } = this.backend;
    this.backend.resize(Math.max(1, this.deviceWidth), Math.max(1, this.deviceHeight));
    this.setCssSize(canvas, this.deviceWidth, this.deviceHeight);
    canvas.style.top = `${this.rulerHeight}px`;
  }

  private setCssSize(canvas: HTMLCanvasElement, deviceWidth: number, deviceHeight: number): void {
    // Layout counts in 64ths of a CSS pixel and rounds down: a hair less would leave the last device pixel half covered.
    const css = (devicePixels: number): string => `${Math.ceil((devicePixels / this.pixelRatio) * 64) / 64}px`;
    canvas.style.width = css(deviceWidth);
    canvas.style.height = css(deviceHeight);
  }
}
