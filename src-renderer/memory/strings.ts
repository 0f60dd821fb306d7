/** What the Memory tab says, in both languages; merged by the window's i18n. */
import { memoryEn } from './stringsEn';
import { memoryZh } from './stringsZh';

export const memoryStrings = { en: memoryEn, zh: memoryZh };
