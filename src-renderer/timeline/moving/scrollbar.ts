/** The timeline's own vertical scrollbar: a thumb in a track, kept by the controller. */
import { wheelEffect, wheelOf } from '../../ui/lanes/gestures';

const shortestThumb = 28;

export class Scrollbar {
  private readonly thumb: HTMLElement;
  private readonly listeners = new AbortController();
  private grabbed: { readonly clientY: number; readonly scrollTop: number } | undefined;
  private scrollTop = 0;
  private total = 0;
  private page = 0;

  /** The wheel scrolls over `track` and over `side`, which moves along. */
  constructor(
    private readonly track: HTMLElement,
    side: HTMLElement,
    private readonly scrollTo: (top: number) => void,
  ) {
    this.thumb = track.ownerDocument.createElement('div');
    this.thumb.className = 'timeline-scroll-thumb';
    track.replaceChildren(this.thumb);
    const { signal } = this.listeners;
    track.addEventListener('pointerdown', (event) => this.down(event), { signal });
    track.addEventListener('pointermove', (event) => this.move(event), { signal });
    track.addEventListener('pointerup', () => this.release(), { signal });
    track.addEventListener('pointercancel', () => this.release(), { signal });
    for (const element of [track, side]) {
      element.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    }
  }

  /** All in CSS pixels; `page` is how much of `total` is on screen. */
  update(scrollTop: number, page: number, total: number): void {
    if (scrollTop === this.scrollTop && page === this.page && total === this.total) return;
    this.scrollTop = scrollTop;
    this.page = page;
    this.total = total;
    const isNeeded = total > page;
    this.thumb.hidden = !isNeeded;
    this.track.setAttribute('aria-valuemax', String(Math.max(0, Math.round(total - page))));
    this.track.setAttribute('aria-valuenow', String(Math.round(scrollTop)));
    if (!isNeeded) return;
    this.thumb.style.height = `${this.thumbHeight()}px`;
    this.thumb.style.transform = `translateY(${(scrollTop / (total - page)) * (page - this.thumbHeight())}px)`;
  }

  dispose(): void {
    this.listeners.abort();
    this.thumb.remove();
  }

  private thumbHeight(): number {
    return Math.min(this.page, Math.max(shortestThumb, (this.page / this.total) * this.page));
  }

  /** Pixels of rows for one pixel of thumb. */
  private gain(): number {
    return (this.total - this.page) / Math.max(1, this.page - this.thumbHeight());
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.total <= this.page) return;
    this.track.setPointerCapture(event.pointerId);
    let { scrollTop } = this;
    if (event.target !== this.thumb) {
      // A press beside the thumb brings its middle there.
      const y = event.clientY - this.track.getBoundingClientRect().top;
      scrollTop = (y - this.thumbHeight() / 2) * this.gain();
      this.scrollTo(scrollTop);
    }
    this.grabbed = { clientY: event.clientY, scrollTop };
  }

  private move(event: PointerEvent): void {
    if (this.grabbed === undefined) return;
    this.scrollTo(this.grabbed.scrollTop + (event.clientY - this.grabbed.clientY) * this.gain());
  }

  private wheel(event: WheelEvent): void {
    // Ctrl + wheel zooms the timeline, elsewhere it must not zoom the page by surprise.
    event.preventDefault();
    const effect = wheelEffect({ ...wheelOf(event), ctrlKey: false });
    if (effect.kind === 'move') this.scrollTo(this.scrollTop + effect.scrollPx);
  }

  private release(): void {
    this.grabbed = undefined;
  }
}
