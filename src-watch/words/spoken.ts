/** What is said in both languages at once, by those who do not know yet who listens. */
import { type Language, type WordId, words } from './words';

export type Spoken = Readonly<Record<Language, string>>;

type Values = Readonly<Record<string, string | number>>;

/** `values` may be another text in each language. */
export function spoken(id: WordId, values: Values | ((language: Language) => Values) = {}): Spoken {
  const valuesIn = (language: Language): Values => (typeof values === 'function' ? values(language) : values);
  return { en: words(id, valuesIn('en'), 'en'), zh: words(id, valuesIn('zh'), 'zh') };
}

/** What is the same in all languages: a request, the words of a system. */
export function plainly(text: string): Spoken {
  return { en: text, zh: text };
}

/** A failure that is told to the user. */
export class SpokenError extends Error {
  constructor(readonly said: Spoken) {
    super(said.en);
  }
}

/** What an error says; of one that nobody has put into words, its message. */
export function saidBy(error: unknown): Spoken {
  if (error instanceof SpokenError) return error.said;
  return plainly(error instanceof Error ? error.message : String(error));
}
