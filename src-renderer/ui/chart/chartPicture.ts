import type { LegendEntry } from './ChartLegend';
import type { ChartColours } from './chartColours';

const PADDING = 12;
const LINE_HEIGHT = 18;

/** The chart as a picture to pass on: its title and legend above what is drawn, on an opaque background. */
export function chartPicture(
  drawn: HTMLCanvasElement,
  cssWidth: number,
  title: string,
  legend: readonly LegendEntry[],
  colours: ChartColours,
  fontFamily: string,
): HTMLCanvasElement | undefined {
  const scale = drawn.width / Math.max(1, cssWidth);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const font = `12px ${fontFamily}`;
  context.font = font;
  const lines = legendLines(legend, cssWidth, (text) => context.measureText(text).width);
  const top = PADDING + LINE_HEIGHT * (1 + lines.length) + 4;
  canvas.width = Math.round((cssWidth + 2 * PADDING) * scale);
  canvas.height = Math.round((top + PADDING) * scale) + drawn.height;
  context.scale(scale, scale);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  context.fillStyle = colours.text;
  context.font = `600 ${font}`;
  context.fillText(title, PADDING, PADDING + LINE_HEIGHT / 2, cssWidth);
  context.font = font;
  for (const [row, line] of lines.entries()) {
    const y = PADDING + LINE_HEIGHT * (row + 1.5);
    for (const { entry, x } of line) {
      context.fillStyle = entry.colour;
      context.fillRect(PADDING + x, y - (entry.isLine ? 1 : 5), 10, entry.isLine ? 3 : 10);
      context.fillStyle = colours.muted;
      context.fillText(entry.name, PADDING + x + 16, y);
    }
  }
  context.drawImage(drawn, PADDING, top, cssWidth, drawn.height / scale);
  return canvas;
}

function legendLines(
  legend: readonly LegendEntry[],
  width: number,
  widthOf: (text: string) => number,
): readonly (readonly { readonly entry: LegendEntry; readonly x: number }[])[] {
  const lines: { entry: LegendEntry; x: number }[][] = [];
  let x = 0;
  for (const entry of legend) {
    const needed = widthOf(entry.name) + 16;
    if (lines.length === 0 || x + needed > width) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)!.push({ entry, x });
    x += needed + 16;
  }
  return lines;
}

/** PNG bytes; undefined where the canvas refuses. */
export function pictureBlob(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

/** False where the system or the browser refuses. */
export async function copyPicture(blob: Blob): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
    return true;
  } catch {
    return false;
  }
}
