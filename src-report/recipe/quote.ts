/**
 * Values of the user in code that somebody is going to run: a path with quotes, line breaks or `$()` stays a path. What has no
 * shape (control characters, marks that turn the direction of text) is written as an escape, so that what one reads is what runs.
 */

const shapeless = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const hasShapeless = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A string of Python. */
export function pythonString(text: string): string {
  return `"${text
    .replace(/["\\]/g, '\\$&')
    .replace(shapeless, (found) => `\\U${codeOf(found).toString(16).padStart(8, '0')}`)}"`;
}

/** One word of bash: as it is, in single quotes, or with escapes in `$'…'`. */
export function bashWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!hasShapeless.test(text)) return singleQuoted(text);
  return `$'${text.replace(/['\\]/g, '\\$&').replace(shapeless, bytesOf)}'`;
}

/** JSON as one word of bash that is read line by line; nothing in it has no shape but its line breaks. */
export function bashJson(value: unknown): string {
  return singleQuoted(jsonText(value, 2));
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** JSON, which is YAML and a literal of JavaScript too; in ASCII, as Python’s own `json.dumps` writes it. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `True` and `False`. */
export function pythonBoolean(value: boolean): string {
  return value ? 'True' : 'False';
}

/** Bytes, not `\u…`: bash writes those only where its locale has them. */
function bytesOf(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
