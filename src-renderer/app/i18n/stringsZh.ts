import { mergeStrings, type StringTree } from '../../base/i18n/mergeStrings';
import { strings as clock } from '../clock/stringsZh';
import { strings as growth } from '../growth/stringsZh';
import { strings as reading } from '../reading/stringsZh';
import { strings as recipe } from '../recipe/stringsZh';
import { zh } from './zh';

/** By the name of their file: a part keeps what it says in its own `stringsEn.ts` and `stringsZh.ts`. */
const parts = import.meta.glob<StringTree>('../../{ui,compare,timeline,timeline/*,tabs/*}/stringsZh.ts', {
  eager: true,
  import: 'strings',
});

/** All that the window says, in Simplified Chinese: the shell's sentences and those that parts keep beside themselves. */
export const stringsZh: StringTree = mergeStrings([zh, clock, growth, reading, recipe, ...Object.values(parts)]);
