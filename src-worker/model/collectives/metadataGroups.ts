import { z } from 'zod';
import type { CollectiveGroup } from './collective';
import { groupHash } from './groupHash';

const metadata = z.object({
  parallel_group_info: z
    .record(
      z.string(),
      z.object({ group_name: z.string().default(''), global_ranks: z.array(z.number().int()).default([]) }),
    )
    .default({}),
});

/**
 * The groups that a rank's `profiler_metadata.json` tells of, under both names that the other files use for them: the key
 * itself, and its hash.
 */
export function metadataGroups(parsed: unknown): CollectiveGroup[] {
  const { success, data } = metadata.safeParse(parsed);
  if (!success) return [];
  return Object.entries(data.parallel_group_info).flatMap(([key, { group_name, global_ranks }]) => {
    const name = group_name || key;
    return [
      { key, name, ranks: global_ranks },
      { key: groupHash(key), name, ranks: global_ranks },
    ];
  });
}
