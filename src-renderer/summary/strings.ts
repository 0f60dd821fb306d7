/** What the Summary tab says, in both languages; merged by the window's i18n. */
import { summaryEn } from './stringsEn';
import { summaryZh } from './stringsZh';

export const summaryStrings = { en: summaryEn, zh: summaryZh };
