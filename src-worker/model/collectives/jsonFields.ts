/** Reading of parsed JSON by hand: a job of hundreds of ranks has too many entries for a schema to look at each. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Undefined for anything but an object. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Members of an object; of anything else none. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The number there; 0 where there is none, NaN where there is something else. */
export function numberAt(object: JsonObject, key: string): number {
  const value = object[key];
  if (typeof value === 'number') return value;
  return value === undefined ? 0 : Number.NaN;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
