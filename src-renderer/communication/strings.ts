/** What the Communication tab says, in both languages; merged by the window's i18n. */
import { communicationEn } from './stringsEn';
import { communicationZh } from './stringsZh';

export const communicationStrings = { en: communicationEn, zh: communicationZh };
