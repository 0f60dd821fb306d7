/** Numbers as the HTML report writes them. NaN and ±∞ are nothing. */

export function msText(ns: number): string {
  return fixed(ns / 1e6, 3);
}

export function usText(ns: number): string {
  return fixed(ns / 1e3, 3);
}

/** An instant since the dump's start, to the ns. */
export function instantText(ns: number): string {
  return `${fixed(ns / 1e6, 6)} ms`;
}

export function shareText(share: number): string {
  return Number.isFinite(share) ? `${fixed(100 * share, 1)} %` : '';
}

function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '';
  const text = value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return text.replace('-', '−');
}
