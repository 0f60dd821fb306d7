/** From a calm colour to one that stands out. Pure. */
import { contrast, oklchToPacked, packedToHex } from '../../../base/theme/colour';
import type { ThemeName } from '../../../base/theme/theme';
import type { HeatMapProps } from '../chartProps';

export const RAMP_STEPS = 256;

/** Lightness, chroma and hue (OKLCH) of both ends: calm, and standing out. */
const ends: Record<ThemeName, readonly [calm: Lch, loud: Lch]> = {
  dark: [
    { lightness: 0.28, chroma: 0.035, hueDegrees: 262 },
    { lightness: 0.84, chroma: 0.15, hueDegrees: 72 },
  ],
  light: [
    { lightness: 0.95, chroma: 0.02, hueDegrees: 255 },
    { lightness: 0.47, chroma: 0.17, hueDegrees: 32 },
  ],
};

interface Lch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hueDegrees: number;
}

/**
 * A straight line in OKLab from a bluish grey to a warm colour. Lightness runs one way all along, so that order is seen with
 * any colour vision.
 */
export function heatRamp(theme: ThemeName): Uint32Array {
  const [from, to] = ends[theme];
  const axis = ({ chroma, hueDegrees }: Lch, turn: (angle: number) => number) =>
    chroma * turn((hueDegrees * Math.PI) / 180);
  return Uint32Array.from({ length: RAMP_STEPS }, (_, step) => {
    const t = step / (RAMP_STEPS - 1);
    const between = (one: number, other: number) => one + (other - one) * t;
    const a = between(axis(from, Math.cos), axis(to, Math.cos));
    const b = between(axis(from, Math.sin), axis(to, Math.sin));
    const hueDegrees = (Math.atan2(b, a) * 180) / Math.PI;
    return oklchToPacked(between(from.lightness, to.lightness), Math.hypot(a, b), hueDegrees);
  });
}

/** CSS colour of text on that step: whichever of black and white is read better. */
export function textOn(packed: number): string {
  return contrast(packed, 0x000000) >= contrast(packed, 0xffffff) ? '#000000' : '#ffffff';
}

export const rampCss = (ramp: Uint32Array, step: number) => packedToHex(ramp[step]!);

export interface HeatScale {
  readonly min: number;
  readonly max: number;
  /** 0 … 255 for a value; undefined for NaN. */
  stepOf(value: number): number | undefined;
  /** The value at a share of the scale. */
  valueAt(share: number): number;
}

/** How values become steps of the ramp: the end that is worse stands out. */
export function heatScale({
  values,
  min,
  max,
  scale = 'linear',
  worse = 'high',
}: Pick<HeatMapProps, 'values' | 'min' | 'max' | 'scale' | 'worse'>): HeatScale {
  const isLog = scale === 'log';
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (Number.isNaN(value) || (isLog && value <= 0)) continue;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (least > greatest) [least, greatest] = [0, 1];
  const [low, high] = [min ?? least, max ?? greatest];
  const [from, to] = isLog ? [Math.log(low), Math.log(high)] : [low, high];
  const span = to - from;
  const shareOf = (value: number) => {
    if (isLog && value <= 0) return 0;
    // All values are the same: nothing stands out.
    if (!(span > 0)) return worse === 'high' ? 0 : 1;
    return Math.max(0, Math.min(1, ((isLog ? Math.log(value) : value) - from) / span));
  };
  return {
    min: low,
    max: high,
    stepOf: (value) => {
      if (Number.isNaN(value)) return undefined;
      const share = shareOf(value);
      return Math.round((worse === 'high' ? share : 1 - share) * (RAMP_STEPS - 1));
    },
    valueAt: (share) => (isLog ? Math.exp(from + share * span) : from + share * span),
  };
}
