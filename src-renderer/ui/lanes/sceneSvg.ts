/** The rectangles of a scene as SVG, in device pixels: what the backends fill, as far as it is on screen. */
import { firstEndAfter, type Scene } from './scene';

interface SceneView {
  /** What of the scene is the top left pixel. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Of the bands that are not scrolled. */
  readonly fixedHeight: number;
  readonly width: number;
  readonly height: number;
}

/** Paths of one colour each, in the order in which they are to be filled; no edge of them is to be smoothed. */
export function sceneSvg(scene: Scene, view: SceneView): string {
  const { offsetY, fixedHeight, width, height } = view;
  const paths = new Paths();
  paths.add(0, 0, width, height, scene.background);
  const fixedBands = fixedHeight > 0 ? scene.bandsAbove0 : 0;
  addBands(paths, scene, view, { from: 0, end: fixedBands, top: 0, bottom: fixedHeight, offsetY: -fixedHeight });
  const scrolled = { from: fixedBands, end: scene.bandCount, top: fixedHeight, bottom: height };
  addBands(paths, scene, view, { ...scrolled, offsetY: offsetY - fixedHeight });
  return paths.text();
}

interface BandSpan {
  readonly from: number;
  readonly end: number;
  /** Nothing of these bands is above or below. */
  readonly top: number;
  readonly bottom: number;
  readonly offsetY: number;
}

function addBands(paths: Paths, scene: Scene, { offsetX, width }: SceneView, span: BandSpan): void {
  const cut = (y: number) => Math.max(span.top, Math.min(span.bottom, y - span.offsetY));
  for (let band = span.from; band < span.end; band++) {
    const bandY = scene.bandY[band];
    const [top, bottom] = [cut(bandY), cut(bandY + scene.bandHeight[band])];
    if (top >= bottom) continue;
    paths.add(0, top, width, bottom, scene.bandColour[band]);
    const fillBottom = cut(bandY + scene.bandFillHeight[band]);
    const lastRect = scene.bandFirstRect[band + 1];
    for (let at = firstEndAfter(scene.rectEnd, scene.bandFirstRect[band], lastRect, offsetX); at < lastRect; at++) {
      const x = Math.max(0, scene.rectX[at] - offsetX);
      if (x >= width) break;
      paths.add(x, top, Math.min(width, scene.rectEnd[at] - offsetX), fillBottom, scene.rectColour[at]);
    }
    for (let at = scene.bandFirstSpot[band]; at < scene.bandFirstSpot[band + 1]; at++) {
      const x = Math.max(0, scene.spotX[at] - offsetX);
      const end = Math.min(width, scene.spotEnd[at] - offsetX);
      paths.add(x, cut(scene.spotY[at]), end, cut(scene.spotBottom[at]), scene.spotColour[at]);
    }
  }
}

/** Neighbours of one colour share a path. */
class Paths {
  readonly #parts: string[] = [];
  #colour: number | undefined;
  #path: string[] = [];

  /** `colour`: packed, as the backends have it (0xAABBGGRR). */
  add(x: number, top: number, end: number, bottom: number, colour: number): void {
    if (x >= end || top >= bottom) return;
    if (colour !== this.#colour) {
      this.#finish();
      this.#colour = colour;
    }
    this.#path.push(`M${x} ${top}H${end}V${bottom}H${x}Z`);
  }

  text(): string {
    this.#finish();
    this.#colour = undefined;
    return this.#parts.join('\n');
  }

  #finish(): void {
    if (this.#colour === undefined || this.#path.length === 0) return;
    const hex = [0, 8, 16].map((shift) => (((this.#colour ?? 0) >>> shift) & 0xff).toString(16).padStart(2, '0'));
    this.#parts.push(`<path fill="#${hex.join('')}" d="${this.#path.join('')}"/>`);
    this.#path = [];
  }
}
