import type { PlotSize } from './usePlotSize';

/** To draw with on a canvas of as many pixels as the screen has there; setting its size, even to the same, clears it. */
export function sizedContext(
  canvas: HTMLCanvasElement | null,
  size: PlotSize,
  pixelRatio: number,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return undefined;
  const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return context;
}
