/** Shapes, types and formats of a kernel's tensors as kernel_details.csv writes them. */

export type Shape = readonly number[];

/** `"4096,1024;;16"` → [[4096, 1024], [], [16]]; undefined where it is no list of shapes. */
export function parseShapes(text: string): readonly Shape[] | undefined {
  const bare = withoutQuotes(text);
  if (bare === '') return undefined;
  const shapes: Shape[] = [];
  for (const part of bare.split(';')) {
    const shape = part.trim() === '' ? [] : part.split(',').map(Number);
    if (shape.some((size) => !Number.isInteger(size) || size < 0)) return undefined;
    shapes.push(shape);
  }
  return shapes;
}

export function withoutQuotes(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** "FORMAT_ND;DT_BF16" → ["ND", "BF16"]: older files have prefixes, newer ones for some of the names only. */
export function parseNames(text: string): readonly string[] {
  return withoutQuotes(text)
    .split(';')
    .map((name) => name.trim().replace(/^(FORMAT|DT)_/, ''));
}

/** Formats whose shape is that of the blocks a tensor is padded to, not its own. */
export function isPadded(format: string): boolean {
  return /^(FRACTAL_|NC1HWC0|NDC1HWC0|C1HWNCoC0)/i.test(format);
}

/** Values that a tensor of this shape has; 1 for a scalar. */
export function sizeOf(shape: Shape): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** One TransData kernel: the same tensor in two formats. */
export interface Transformed {
  readonly fromFormat: string;
  readonly from: Shape;
  readonly toFormat: string;
  readonly to: Shape;
}

/**
 * Real shapes of padded tensors, learnt from the TransData kernels that pad and unpad them. One padded shape that stands
 * for two real ones tells nothing, and is left out.
 */
export class RealShapes {
  readonly #known = new Map<string, Shape | undefined>();

  constructor(transformed: Iterable<Transformed>) {
    for (const { fromFormat, from, toFormat, to } of transformed) {
      if (isPadded(toFormat) && !isPadded(fromFormat)) this.#learn(toFormat, to, from);
      else if (isPadded(fromFormat) && !isPadded(toFormat)) this.#learn(fromFormat, from, to);
    }
  }

  #learn(format: string, padded: Shape, real: Shape): void {
    const key = `${format} ${padded.join()}`;
    const known = this.#known.get(key);
    const isNew = !this.#known.has(key);
    this.#known.set(key, isNew || known?.join() === real.join() ? real : undefined);
  }

  /** The shape itself where the format does not pad; undefined where the real one is not known. */
  of(format: string, shape: Shape): Shape | undefined {
    return isPadded(format) ? this.#known.get(`${format} ${shape.join()}`) : shape;
  }
}
