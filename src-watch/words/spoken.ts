/** What is said in both languages at once, by those who do not know yet who listens. */
import { systemCode } from '../../src-contract/wire/systemErrors';
import { systemText } from './systemText';
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

/** What an error says; one of the system in our words, and of one that nobody has put into words, its message. */
export function saidBy(error: unknown): Spoken {
  if (error instanceof SpokenError) return error.said;
  const code = systemCode(error);
  if (code !== undefined) {
    const { path } = error as NodeJS.ErrnoException;
    return spoken(path === undefined ? 'system' : 'system.of-path', (language) => ({
      reason: systemText(code, language),
      ...(path !== undefined && { path }),
    }));
  }
  return plainly(error instanceof Error ? error.message : String(error));
}
