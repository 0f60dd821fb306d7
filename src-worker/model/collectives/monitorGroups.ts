import { closeSync, fstatSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { monitorName } from '../../files/monitorFiles';
import { openFile } from '../../files/readable';
import { jsonOf } from '../../tables/jsonText';
import { at } from '../rankJson';
import type { TableRank } from '../tableRanks';
import type { CollectiveGroup } from './collective';
import { metadataGroups } from './metadataGroups';

/** msMonitor writes the groups last, when it is stopped. */
const TAIL_BYTES = 1 << 20;

/** Groups in the line `parallel_group_info` of a rank's last part; none while the job is watched. */
export function monitorGroups({ files }: TableRank): CollectiveGroup[] {
  const path = files.findLast(({ role, path: own }) => role === 'timeline' && monitorName(basename(own)))?.path;
  const line =
    path &&
    tailText(path)
      .split('\n')
      .findLast((text) => text.includes('"parallel_group_info"'));
  const value = line && at(jsonOf(line), 'value');
  return value ? metadataGroups({ parallel_group_info: typeof value === 'string' ? jsonOf(value) : value }) : [];
}

/** '' where it can't be read: that is said where the timeline is read. */
function tailText(path: string): string {
  try {
    const fd = openFile(path);
    try {
      const tail = Buffer.alloc(TAIL_BYTES);
      const from = Math.max(0, fstatSync(fd).size - TAIL_BYTES);
      return tail.toString('utf8', 0, readSync(fd, tail, 0, TAIL_BYTES, from));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}
