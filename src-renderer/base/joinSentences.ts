/** Sentences one behind the other: with a space between them, but none behind a Chinese full stop. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.join(' ').replace(/([。！？]) /g, '$1');
}
