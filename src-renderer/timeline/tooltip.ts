/** The note beside the pointer. Its text is set as text: names come from the dump. */
export interface TooltipText {
  readonly title: string;
  /** What the title is about: duration and start, or value. */
  readonly lines: readonly string[];
  /** Where it is: rank, group, lane. */
  readonly place: string;
}

const pointerGap = 14;
const edgeGap = 6;

export class Tooltip {
  private readonly title: HTMLElement;
  private readonly lines: HTMLElement;
  private readonly place: HTMLElement;
  private shown = '';

  constructor(private readonly element: HTMLElement) {
    const part = (className: string): HTMLElement => {
      const child = element.ownerDocument.createElement('div');
      child.className = className;
      element.append(child);
      return child;
    };
    element.replaceChildren();
    this.title = part('timeline-tooltip-title');
    this.lines = part('timeline-tooltip-lines');
    this.place = part('timeline-tooltip-place');
    this.hide();
  }

  /** At (x, y) of the drawing area, which is `width` × `height`; turned to the side where it fits. */
  show(text: TooltipText, x: number, y: number, width: number, height: number): void {
    const key = [text.title, ...text.lines, text.place].join('\n');
    if (key !== this.shown) {
      this.shown = key;
      this.title.textContent = text.title;
      this.lines.textContent = text.lines.join('\n');
      this.place.textContent = text.place;
      this.element.hidden = false;
    }
    const { offsetWidth, offsetHeight } = this.element;
    const fitsRight = x + pointerGap + offsetWidth + edgeGap <= width;
    const left = fitsRight ? x + pointerGap : Math.max(edgeGap, x - pointerGap - offsetWidth);
    const below = y + pointerGap + offsetHeight + edgeGap <= height;
    const top = below ? y + pointerGap : Math.max(edgeGap, y - pointerGap - offsetHeight);
    this.element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide(): void {
    if (this.shown === '' && this.element.hidden) return;
    this.shown = '';
    this.element.hidden = true;
  }
}
