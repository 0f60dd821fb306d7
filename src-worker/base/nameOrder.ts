import { once } from './once';

/** Some 15 ms of a thread's start, if it were made there. */
const collator = once(() => new Intl.Collator('en', { numeric: true }));

/** Order of file names and the like, numbers in them by value: `rank_2` before `rank_10`. */
export function compareNames(a: string, b: string): number {
  return collator().compare(a, b);
}
