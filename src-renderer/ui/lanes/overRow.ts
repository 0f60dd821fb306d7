/** One row of rectangles over another: what is found over what is greyed. */
import type { Scene } from './scene';

/** Where the rects, labels and spots of a row begin. */
export interface RowStart {
  readonly rect: number;
  readonly label: number;
}

export function rowStart({ rectCount, labelCount }: Scene): RowStart {
  return { rect: rectCount, label: labelCount };
}

/** A scene with a band like the last one of `scene`, for what comes over it. */
export function rowOver(scratch: Scene, scene: Scene): Scene {
  const band = scene.bandCount - 1;
  scratch.clear();
  scratch.originNs = scene.originNs;
  scratch.pxPerNs = scene.pxPerNs;
  scratch.minX = scene.minX;
  scratch.maxX = scene.maxX;
  scratch.addBand(scene.bandY[band], scene.bandHeight[band], scene.bandFillHeight[band], scene.bandColour[band]);
  return scratch;
}

/**
 * Puts the upper rects over those of the scene's last row. No two rects of a row may overlap: of the lower ones remains what the
 * upper ones leave.
 *
 *     lower  ████████████  ███
 *     upper      ▓▓▓ ▓▓▓▓▓▓▓
 *     row    ████▓▓▓█▓▓▓▓▓▓▓██
 *
 * `isShownAbove`: the upper row has the label of this lower slice.
 */
export function putOver(scene: Scene, start: RowStart, upper: Scene, isShownAbove: (slice: number) => boolean): void {
  const count = scene.rectCount - start.rect;
  const lowerX = scene.rectX.slice(start.rect, scene.rectCount);
  const lowerEnd = scene.rectEnd.slice(start.rect, scene.rectCount);
  const lowerColour = scene.rectColour.slice(start.rect, scene.rectCount);
  scene.rectCount = start.rect;
  let lower = 0;
  let from = Number.NEGATIVE_INFINITY;
  const addLower = (to: number) => {
    const x = Math.max(from, lowerX[lower]);
    const end = Math.min(to, lowerEnd[lower]);
    if (x < end) scene.addRect(x, end, lowerColour[lower]);
  };
  for (let rect = 0; rect < upper.rectCount; rect++) {
    const x = upper.rectX[rect];
    for (; lower < count && lowerEnd[lower] <= x; lower++) addLower(x);
    if (lower < count && lowerX[lower] < x) addLower(x);
    scene.addRect(x, upper.rectEnd[rect], upper.rectColour[rect]);
    from = upper.rectEnd[rect];
    while (lower < count && lowerEnd[lower] <= from) lower++;
  }
  for (; lower < count; lower++) addLower(Number.POSITIVE_INFINITY);
  // A band that has none begins where the next one does.
  scene.bandFirstRect[scene.bandCount] = scene.rectCount;

  let kept = start.label;
  for (let label = start.label; label < scene.labelCount; label++) {
    if (isShownAbove(scene.labelSlice[label])) continue;
    scene.labelX[kept] = scene.labelX[label];
    scene.labelEnd[kept] = scene.labelEnd[label];
    scene.labelBand[kept] = scene.labelBand[label];
    scene.labelSlice[kept] = scene.labelSlice[label];
    scene.labelGroup[kept] = scene.labelGroup[label];
    kept++;
  }
  scene.labelCount = kept;
  for (let label = 0; label < upper.labelCount; label++)
    scene.addLabel(upper.labelX[label], upper.labelEnd[label], upper.labelSlice[label], upper.labelGroup[label]);
  for (let spot = 0; spot < upper.spotCount; spot++)
    scene.addSpot(
      upper.spotX[spot],
      upper.spotEnd[spot],
      upper.spotY[spot],
      upper.spotBottom[spot],
      upper.spotColour[spot],
    );
}
