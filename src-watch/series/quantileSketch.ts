/** How often values were how large: bins whose bounds grow by one percent, so that a percentile is right to half a percent. */

/** DDSketch (C. Masson, J. E. Rim, H. K. Lee, VLDB 2019): a value v > 0 is in bin ⌈log v / log γ⌉. */
const GAMMA = 1.01;
const LOG_GAMMA = Math.log(GAMMA);
/** With more bins two of them become one, and γ its square (UDDSketch, I. Epicoco and others, 2020). */
const MOST_BINS = 128;

/** `[bin, count, bin, count, …]`, bins ascending. */
type Bins = readonly number[];

export interface QuantileSketch {
  /** How often two bins have become one. */
  readonly halvings: number;
  readonly bins: Bins;
}

/** Values that are no positive numbers count as the least. */
export function sketchOf(value: number): QuantileSketch {
  return { halvings: 0, bins: [value > 1 ? Math.ceil(Math.log(value) / LOG_GAMMA) : 0, 1] };
}

export function merged(sketches: readonly QuantileSketch[]): QuantileSketch {
  const halvings = Math.max(0, ...sketches.map((own) => own.halvings));
  const bins = sketches.map((own) => halved(own.bins, halvings - own.halvings)).reduce(sum, []);
  return within({ halvings, bins });
}

function within({ halvings, bins }: QuantileSketch): QuantileSketch {
  if (bins.length <= 2 * MOST_BINS) return { halvings, bins };
  return within({ halvings: halvings + 1, bins: halved(bins, 1) });
}

/** As if γ had been raised to its square so many times. */
function halved(bins: Bins, times: number): Bins {
  if (times === 0) return bins;
  const next: number[] = [];
  for (let at = 0; at < bins.length; at += 2) {
    const bin = Math.ceil(bins[at] / 2 ** times);
    if (next.length > 0 && next[next.length - 2] === bin) next[next.length - 1] += bins[at + 1];
    else next.push(bin, bins[at + 1]);
  }
  return next;
}

function sum(a: Bins, b: Bins): Bins {
  if (a.length === 0) return b;
  const next: number[] = [];
  let [left, right] = [0, 0];
  while (left < a.length || right < b.length) {
    const order = (a[left] ?? Number.POSITIVE_INFINITY) - (b[right] ?? Number.POSITIVE_INFINITY);
    if (order < 0) next.push(a[left], a[left + 1]);
    else if (order > 0) next.push(b[right], b[right + 1]);
    else next.push(a[left], a[left + 1] + b[right + 1]);
    if (order <= 0) left += 2;
    if (order >= 0) right += 2;
  }
  return next;
}

/** By nearest rank: the least value that so much (0 to 1) of all are not above. NaN of nothing. */
export function quantile({ halvings, bins }: QuantileSketch, share: number): number {
  let count = 0;
  for (let at = 1; at < bins.length; at += 2) count += bins[at];
  const wanted = Math.max(1, Math.ceil(share * count));
  let seen = 0;
  for (let at = 0; at < bins.length; at += 2) {
    seen += bins[at + 1];
    if (seen >= wanted) return middleOf(bins[at], halvings);
  }
  return Number.NaN;
}

/** Of the bounds γ^(bin − 1) and γ^bin, as far from the one as from the other in proportion. */
function middleOf(bin: number, halvings: number): number {
  const gamma = GAMMA ** (2 ** halvings);
  return (2 * gamma ** bin) / (gamma + 1);
}
