/**
 * Colour arithmetic for the tokens and their tests: OKLCH to sRGB, WCAG contrast, and how a colour looks to someone with
 * a colour vision deficiency. Colours are packed as 0xRRGGBB; linear RGB is a triple in 0…1.
 */

export type Triple = readonly [number, number, number];

function toGamma(channel: number): number {
  const value = Math.min(1, Math.max(0, channel));
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

export function linearToPacked([red, green, blue]: Triple): number {
  const byte = (channel: number) => Math.round(toGamma(channel) * 255);
  return byte(red) * 65536 + byte(green) * 256 + byte(blue);
}

export function packedToLinear(packed: number): Triple {
  const byte = (shift: number) => toLinear(((packed >> shift) & 255) / 255);
  return [byte(16), byte(8), byte(0)];
}

/** OKLCH (lightness 0…1, chroma, hue in degrees) to 0xRRGGBB; colours outside sRGB are clipped. Björn Ottosson, 2020. */
export function oklchToPacked(lightness: number, chroma: number, hueDegrees: number): number {
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180);
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return linearToPacked([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}

/** Linear RGB to OKLab, in which equal distances look about equally different. */
export function linearToOklab([red, green, blue]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** WCAG 2 relative luminance, 0…1. */
export function luminance(packed: number): number {
  const [red, green, blue] = packedToLinear(packed);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast ratio, 1…21. */
export function contrast(one: number, other: number): number {
  const lighter = Math.max(luminance(one), luminance(other));
  const darker = Math.min(luminance(one), luminance(other));
  return (lighter + 0.05) / (darker + 0.05);
}

/** '#rrggbb' to 0xRRGGBB. */
export function hexToPacked(hex: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`Not a #rrggbb colour: ${hex}`);
  return Number.parseInt(hex.slice(1), 16);
}

/** 0xRRGGBB to '#rrggbb'. */
export function packedToHex(packed: number): string {
  return `#${packed.toString(16).padStart(6, '0')}`;
}

export type Vision = 'full' | 'deuteranopia' | 'protanopia';

/** Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB. */
const VISION_MATRICES: Record<Exclude<Vision, 'full'>, readonly [Triple, Triple, Triple]> = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

/** The colour (linear RGB) as someone with that vision sees it. */
export function simulateVision(colour: Triple, vision: Vision): Triple {
  if (vision === 'full') return colour;
  const channel = (row: Triple) =>
    Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]));
  const [red, green, blue] = VISION_MATRICES[vision];
  return [channel(red), channel(green), channel(blue)];
}

/** How different two colours look to that vision: distance in OKLab × 100. About 2 is just noticeable side by side. */
export function perceivedDifference(one: number, other: number, vision: Vision): number {
  const a = linearToOklab(simulateVision(packedToLinear(one), vision));
  const b = linearToOklab(simulateVision(packedToLinear(other), vision));
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
