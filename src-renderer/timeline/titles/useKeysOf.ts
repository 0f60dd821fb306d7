import { useIsMac } from '../../base/commands';
import { printedKeys } from '../keys';

/** What is printed on the keys of the timeline's command of that name, for an item of a menu that does the same. */
export function useKeysOf(): (name: string) => readonly string[] {
  const isMac = useIsMac();
  return (name) => printedKeys(name, isMac);
}
