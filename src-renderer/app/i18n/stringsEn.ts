import { mergeStrings, type StringTree } from '../../base/i18n/mergeStrings';
import { strings as clock } from '../clock/stringsEn';
import { strings as growth } from '../growth/stringsEn';
import { strings as reading } from '../reading/stringsEn';
import { strings as recipe } from '../recipe/stringsEn';
import { en } from './en';

/** By the name of their file: a part keeps what it says in its own `stringsEn.ts` and `stringsZh.ts`. */
const parts = import.meta.glob<StringTree>('../../{ui,compare,timeline,timeline/*,tabs/*}/stringsEn.ts', {
  eager: true,
  import: 'strings',
});

/** All that the window says, in English: the shell's sentences and those that parts keep beside themselves. */
export const stringsEn: StringTree = mergeStrings([en, clock, growth, reading, recipe, ...Object.values(parts)]);
