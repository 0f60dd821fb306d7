import { type RecipeLanguage, type RecipeValues, type RecipeWord, recipeWords } from './words';

export interface RecipeFile {
  /** As it is meant to be saved. */
  readonly name: string;
  readonly kind: 'python' | 'shell' | 'json' | 'yaml' | 'dockerfile';
  readonly text: string;
}

/** What the texts of a recipe are written with. */
export interface RecipeWriter {
  words(id: RecipeWord, values?: RecipeValues): string;
}

export function recipeWriter(language: RecipeLanguage): RecipeWriter {
  return { words: (id, values) => recipeWords(id, language, values) };
}
