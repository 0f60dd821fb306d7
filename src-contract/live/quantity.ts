/** Large numbers as one types them. */

const PREFIXES: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };

/** "312T", "4.5e17", "128": NaN where it is none, or not above 0. */
export function quantityOf(text: string): number {
  const [, digits, prefix = ''] = /^(\d+(?:\.\d+)?(?:e\+?\d{1,2})?)\s?([KMGTPE])?$/i.exec(text.trim()) ?? [];
  const value = Number(digits) * PREFIXES[prefix.toUpperCase()];
  return value > 0 ? value : Number.NaN;
}

/** As one may type it: read again it is the same number. */
export function quantityText(value: number): string {
  return value >= 1e-6 && value < 1e6 ? String(value) : value.toExponential().replace('+', '');
}
