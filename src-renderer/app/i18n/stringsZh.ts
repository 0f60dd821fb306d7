import { mergeStrings, type StringTree } from '../../base/i18n/mergeStrings';
import { strings as clock } from '../clock/stringsZh';
import { strings as reading } from '../reading/stringsZh';
import { zh } from './zh';

/** By the name of their file: a part keeps what it says in its own `stringsEn.ts` and `stringsZh.ts`. */
const parts = import.meta.glob<StringTree>('../../{ui,compare,timeline,tabs/*}/stringsZh.ts', {
  eager: true,
  import: 'strings',
});

/** All that the window says, in Simplified Chinese: the shell's sentences and those that parts keep beside themselves. */
export const stringsZh: StringTree = mergeStrings([zh, clock, reading, ...Object.values(parts)]);
