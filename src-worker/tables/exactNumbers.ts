const NUMBER = /\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

/**
 * JSON whose numbers of that key are texts with the digits that they had: µs since 1970 as a number lose up to 125 ns. A key within a text is
 * none, since its quotes are escaped there.
 */
export function withExactNumbers(text: string, key: string): string {
  const quoted = JSON.stringify(key);
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + quoted.length)) {
    NUMBER.lastIndex = at + quoted.length;
    const [whole, digits] = NUMBER.exec(text) ?? [];
    if (whole === undefined || digits === undefined) continue;
    const end = at + quoted.length + whole.length;
    parts.push(text.slice(copied, end - digits.length), '"', digits, '"');
    copied = end;
  }
  if (parts.length === 0) return text;
  // All at once: what is put together of two is copied once more when it is parsed.
  parts.push(text.slice(copied));
  return parts.join('');
}
