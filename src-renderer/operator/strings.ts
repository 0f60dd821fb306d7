/** What the Operator tab says, in both languages; merged by the window's i18n. */
import { operatorEn } from './stringsEn';
import { operatorZh } from './stringsZh';

export const operatorStrings = { en: operatorEn, zh: operatorZh };
