import { type RecipeWord, recipeEn } from './wordsEn';
import { recipeZh } from './wordsZh';

export type { RecipeWord };
export type RecipeLanguage = 'en' | 'zh';
export type RecipeValues = Readonly<Record<string, string | number>>;

/** In their order in the sentence, each value once; no value has a placeholder read in it. */
export function recipeWords(id: RecipeWord, language: RecipeLanguage, values: RecipeValues = {}): string {
  const text = language === 'zh' ? recipeZh[id] : recipeEn[id];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
