import type { Collectives } from '../../model/collectives/collective';

/** "dp_cp", where the dump tells what the group is for; else its key. */
export function groupName({ groups }: Collectives, key: string): string {
  return groups.get(key)?.name ?? key;
}
