/** The value of a JSON text that stands inside of another file; undefined where there is none, or it is no JSON. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
