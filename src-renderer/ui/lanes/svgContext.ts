/**
 * Writes SVG in place of drawing: what is drawn over the lanes, as elements in the order of the calls. One unit is one CSS
 * pixel. Of a canvas' context it has what that drawing uses (`DrawingContext`); text is measured by a real one.
 */

import type { DrawingContext } from './drawingContext';
import { parseCssColour } from './palette';

interface DrawingState {
  readonly fillStyle: string;
  readonly strokeStyle: string;
  readonly lineWidth: number;
  readonly lineCap: CanvasLineCap;
  readonly globalAlpha: number;
  readonly font: string;
  readonly textAlign: CanvasTextAlign;
  readonly textBaseline: CanvasTextBaseline;
  readonly openGroups: number;
}

const anchors: Readonly<Record<CanvasTextAlign, string>> = {
  left: 'start',
  start: 'start',
  center: 'middle',
  right: 'end',
  end: 'end',
};

export class SvgContext implements DrawingContext {
  fillStyle = '#000';
  strokeStyle = '#000';
  lineWidth = 1;
  lineCap: CanvasLineCap = 'butt';
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly #parts: string[] = [];
  readonly #states: DrawingState[] = [];
  readonly #measuring: CanvasRenderingContext2D;
  readonly #clipName: string;
  #path = '';
  #clips = 0;
  #openGroups = 0;

  /** `clipName` begins the ids of what is clipped: unique within the picture. */
  constructor(measuring: CanvasRenderingContext2D, clipName: string) {
    this.#measuring = measuring;
    this.#clipName = clipName;
  }

  /** All that was drawn so far; groups that a clip has opened are closed. */
  text(): string {
    return this.#parts.join('\n') + '</g>'.repeat(this.#openGroups);
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineCap, globalAlpha, font, textAlign, textBaseline } = this;
    const openGroups = this.#openGroups;
    const look = { fillStyle, strokeStyle, lineWidth, lineCap, globalAlpha, font, textAlign, textBaseline };
    this.#states.push({ ...look, openGroups });
  }

  restore(): void {
    const state = this.#states.pop();
    if (state === undefined) return;
    const { openGroups, ...look } = state;
    Object.assign(this, look);
    for (; this.#openGroups > openGroups; this.#openGroups--) this.#parts.push('</g>');
  }

  /** To the path, until the state is restored. */
  clip(): void {
    const id = `${this.#clipName}-${this.#clips++}`;
    this.#parts.push(`<clipPath id="${id}"><path d="${this.#path}"/></clipPath>`, `<g clip-path="url(#${id})">`);
    this.#openGroups++;
  }

  beginPath(): void {
    this.#path = '';
  }

  closePath(): void {
    this.#path += 'Z';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${short(x)} ${short(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${short(x)} ${short(y)}`;
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#path += `C${[x1, y1, x2, y2, x, y].map(short).join(' ')}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }

  /** With one radius for all corners. */
  roundRect(x: number, y: number, width: number, height: number, radius = 0): void {
    const r = Math.max(0, Math.min(radius, width / 2, height / 2));
    const corner = (dx: number, dy: number) => `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}`;
    const [across, down] = [width - 2 * r, height - 2 * r];
    this.#path +=
      `M${short(x + r)} ${short(y)}h${short(across)}${corner(r, r)}v${short(down)}${corner(-r, r)}` +
      `h${short(-across)}${corner(-r, -r)}v${short(-down)}${corner(r, -r)}Z`;
  }

  /** Whole circles, whatever the angles. */
  arc(x: number, y: number, radius: number): void {
    const half = (dx: number) => `a${short(radius)} ${short(radius)} 0 0 1 ${short(dx)} 0`;
    this.#path += `M${short(x - radius)} ${short(y)}${half(2 * radius)}${half(-2 * radius)}Z`;
  }

  fill(): void {
    this.#parts.push(`<path d="${this.#path}" ${this.#fill()}/>`);
  }

  stroke(): void {
    this.#parts.push(`<path d="${this.#path}" fill="none" ${this.#stroke()}/>`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.#parts.push(`<rect ${place(x, y, width, height)} ${this.#fill()}/>`);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    if (width < 0 || height < 0) return;
    this.#parts.push(`<rect ${place(x, y, width, height)} fill="none" ${this.#stroke()}/>`);
  }

  fillText(text: string, x: number, y: number): void {
    const baseline = this.textBaseline === 'middle' ? ' dominant-baseline="central"' : '';
    const at = `x="${short(x)}" y="${short(y)}" text-anchor="${anchors[this.textAlign]}"${baseline}`;
    this.#parts.push(`<text ${at} style="font:${xmlText(this.font)}" ${this.#fill()}>${xmlText(text)}</text>`);
  }

  measureText(text: string): TextMetrics {
    this.#measuring.font = this.font;
    return this.#measuring.measureText(text);
  }

  #fill(): string {
    return paint('fill', this.fillStyle, this.globalAlpha);
  }

  #stroke(): string {
    const cap = this.lineCap === 'butt' ? '' : ` stroke-linecap="${this.lineCap}"`;
    return `${paint('stroke', this.strokeStyle, this.globalAlpha)} stroke-width="${short(this.lineWidth)}"${cap}`;
  }
}

/** What XML may not hold is replaced: names in a dump have whatever was written there. */
export function xmlText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them, and halves of surrogate pairs
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** Programs that draw SVG differ in what they read of CSS' colours; this all of them do. */
function paint(attribute: 'fill' | 'stroke', colour: string, alpha: number): string {
  const { red, green, blue, alpha: own } = parseCssColour(colour);
  const hex = [red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');
  const opacity = own * alpha;
  return `${attribute}="#${hex}"${opacity < 1 ? ` ${attribute}-opacity="${short(opacity)}"` : ''}`;
}

function place(x: number, y: number, width: number, height: number): string {
  return `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
}

/** Thousandths of a pixel. */
function short(length: number): string {
  return String(Math.round(length * 1000) / 1000);
}
