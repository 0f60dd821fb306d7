/** Rectangles of a row that shows, column by column, how much of the time goes where. */
import { busyLevels, type Palette, sliceColourIndex } from './palette';
import type { Scene } from './scene';

/** One column after the other: of each the shares (0…1) of some parts, drawn on top of one another. */
export interface ShareColumns {
  /** The first column begins here. */
  readonly startNs: number;
  readonly columnNs: number;
  /** What a share of all of a column is; 1 unless told. */
  readonly whole?: number;
  readonly parts: readonly {
    readonly values: ArrayLike<number>;
    /** Index into `Theme.sliceColours`. */
    readonly colour: number;
  }[];
}

/** Fills the last band. Several columns in one pixel: it shows the mean of its own. Pixels that are alike are one spot. */
export function layoutShares(
  scene: Scene,
  { startNs, columnNs, whole = 1, parts }: ShareColumns,
  palette: Palette,
): void {
  const { originNs, pxPerNs, minX, maxX } = scene;
  const band = scene.bandCount - 1;
  const [top, height] = [scene.bandY[band]!, scene.bandFillHeight[band]!];
  const count = parts[0]?.values.length ?? 0;
  const columnAt = (x: number) => Math.floor((originNs + x / pxPerNs - startNs) / columnNs);
  const colours = parts.map(({ colour }) => palette.slices[sliceColourIndex(0, colour, busyLevels - 1)]!);
  /** Of each part, where the run that is under way begins and what it reaches from and to. */
  const runs = parts.map(() => ({ x: minX, top: 0, bottom: 0 }));
  const end = (part: number, x: number) => {
    const run = runs[part]!;
    if (run.bottom > run.top) scene.addSpot(run.x, x, run.top, run.bottom, colours[part]!);
  };
  for (let x = minX; x < maxX; x++) {
    const first = Math.max(0, columnAt(x));
    const last = Math.min(count, Math.max(first + 1, columnAt(x + 1)));
    let sum = 0;
    for (let part = 0; part < parts.length; part++) {
      const bottom = top + height - Math.round(sum * height);
      let share = 0;
      for (let column = first; column < last; column++) share += parts[part]!.values[column]!;
      if (last > first) sum += share / (whole * (last - first));
      const partTop = top + height - Math.round(Math.min(1, sum) * height);
      const run = runs[part]!;
      if (run.top === partTop && run.bottom === bottom) continue;
      end(part, x);
      runs[part] = { x, top: partTop, bottom };
    }
  }
  for (let part = 0; part < parts.length; part++) end(part, maxX);
}
