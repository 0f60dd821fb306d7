/**
 * A line as it may be printed to a terminal. Names come out of dumps, and of folders: control characters in them (ESC, CR,
 * LF, those of C1, which some terminals obey like ESC) and marks that turn the direction of what follows are written as
 * \u001b, which is also how JSON writes them. So whoever prints several lines prints them one by one.
 */
export function terminalLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
