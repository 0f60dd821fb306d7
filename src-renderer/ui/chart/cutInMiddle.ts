/** The text if it is at most `width` wide, else its beginning and end with "…" between: what tells names apart is often last. */
export function cutInMiddle(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = [...text];
  const cut = (kept: number) =>
    `${letters.slice(0, Math.ceil(kept / 2)).join('')}…${letters.slice(letters.length - Math.floor(kept / 2)).join('')}`;
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const kept = (fits + tooMany) >>> 1;
    if (measure(cut(kept)) <= width) fits = kept;
    else tooMany = kept;
  }
  return cut(fits);
}
