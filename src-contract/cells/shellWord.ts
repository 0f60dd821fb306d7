/**
 * A name or path as one word of a command line that somebody is to type: of `sh`, or of Windows, where no name has a
 * double quote in it.
 */
export function shellWord(text: string, isWindows: boolean): string {
  if (isWindows) return /^[\w@+=:,.\\/-]+$/.test(text) ? text : `"${text}"`;
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
