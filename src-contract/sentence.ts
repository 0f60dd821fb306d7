/** What fills a sentence. */
export type SentenceParams = Readonly<Record<string, string | number>>;

/** `{name}`, or `{name|slice|slices}` for a number with its noun. */
const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;

/** An English sentence with its places filled. */
export function filled(sentence: string, params: SentenceParams): string {
  return sentence.replace(PLACE, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    const text = typeof value === 'number' ? value.toLocaleString('en') : value;
    return one === undefined ? text : `${text} ${value === 1 ? one : many}`;
  });
}
