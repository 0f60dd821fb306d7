/** A picture of the view as a file: what is on screen, without what follows the pointer, with the titles of its lanes. */
import { fillPixels } from '../../ui/lanes/backends/rasterBackend';
import { sceneSvg } from '../../ui/lanes/sceneSvg';
import { SvgContext } from '../../ui/lanes/svgContext';
import type { PaintedPicture } from '../painter';
import { drawTitles, type PictureTitles } from './titles';

export interface ViewPicture {
  readonly painted: PaintedPicture;
  readonly titles: PictureTitles;
  /** Of the drawing beside the titles, with the ruler, in CSS pixels; `deviceWidth` and `deviceHeight` without it. */
  readonly width: number;
  readonly height: number;
  readonly deviceWidth: number;
  readonly deviceHeight: number;
  readonly pixelRatio: number;
}

export type PictureForm = 'png' | 'svg';

/** Rejects where the browser gives no 2D canvas, or has no memory for one of this size. */
export function pictureFile(picture: ViewPicture, form: PictureForm): Promise<Blob> {
  return form === 'png' ? pngOf(picture) : Promise.resolve(new Blob([svgOf(picture)], { type: 'image/svg+xml' }));
}

/** At the screen's own resolution: its pixels are the window's. */
function pngOf(picture: ViewPicture): Promise<Blob> {
  const { painted, titles, deviceWidth, deviceHeight, pixelRatio, height } = picture;
  const titlesWidth = Math.round(titles.width * pixelRatio);
  const { canvas, context } = newCanvas(titlesWidth + deviceWidth, Math.floor(height * pixelRatio));
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  drawTitles(context, titles);
  context.setTransform(1, 0, 0, 1, 0, 0);
  const image = context.createImageData(Math.max(1, deviceWidth), Math.max(1, deviceHeight));
  const pixels = new Uint32Array(image.data.buffer);
  const { scene, offsetX, offsetY, fixedHeight } = painted;
  fillPixels({ width: image.width, height: image.height, pixels }, scene, offsetX, offsetY, fixedHeight);
  context.putImageData(image, titlesWidth, Math.round(titles.rulerHeight * pixelRatio));
  context.setTransform(pixelRatio, 0, 0, pixelRatio, titlesWidth, 0);
  context.beginPath();
  context.rect(0, 0, picture.width, height);
  context.clip();
  painted.paintOverlay(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no memory for a picture of this size'))),
      'image/png',
    );
  });
}

/** One unit is a CSS pixel; the rectangles of the lanes are in device pixels, at which they were laid out. */
export function svgOf(picture: ViewPicture): string {
  const { painted, titles, deviceWidth, deviceHeight, pixelRatio, width, height } = picture;
  const { context: measuring } = newCanvas(1, 1);
  const [side, over] = [new SvgContext(measuring, 'titles'), new SvgContext(measuring, 'view')];
  drawTitles(side, titles);
  painted.paintOverlay(over);
  const whole = titles.width + width;
  const { scene, offsetX, offsetY, fixedHeight } = painted;
  const view = { offsetX, offsetY, fixedHeight, width: deviceWidth, height: deviceHeight };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${height}" viewBox="0 0 ${whole} ${height}">
<g>${side.text()}</g>
<svg x="${titles.width}" width="${width}" height="${height}">
<g shape-rendering="crispEdges" transform="translate(0 ${titles.rulerHeight}) scale(${1 / pixelRatio})">
${sceneSvg(scene, view)}
</g>
${over.text()}
</svg>
</svg>
`;
}

function newCanvas(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser has no 2D canvas');
  return { canvas, context };
}
