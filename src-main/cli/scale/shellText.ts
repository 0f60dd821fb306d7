/** A word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
