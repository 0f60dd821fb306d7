import { bytesOfType } from '../../base/elementTypes';
import type { Database } from '../../sqlite/database';
import { readProfilerCommunication, readProfilerSteps, stepAt } from '../../sqlite/profilerDb';
import { type Collective, isPointToPoint, opType } from './collective';
import { groupHash } from './groupHash';

/**
 * The collectives in the profiler's own database (COMMUNICATION_OP), which has them at level 0 too, when there is no
 * communication.json: their time, group and size, not what they moved over which link, nor how long they waited.
 */
export function profilerCollectives(database: Database, rank: number, baseNs: bigint): Collective[] {
  const { rowCount, name, group, dataType, startNs, durationNs, count } = readProfilerCommunication(database, baseNs);
  const steps = readProfilerSteps(database, baseNs);
  const keys = group.texts.map(groupKey);
  const types = name.texts.map(opType);
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  // What never ended has no end: of that the timeline tells.
  const ended = rows.filter((row) => !Number.isNaN(durationNs[row]));
  return ended.map((row): Collective => {
    const type = types[name.codes[row]];
    return {
      rank,
      step: String(stepAt(steps, startNs[row])?.step ?? ''),
      kind: isPointToPoint(type) ? 'p2p' : 'collective',
      name: name.texts[name.codes[row]],
      type,
      group: keys[group.codes[row]],
      startNs: startNs[row],
      elapseNs: durationNs[row],
      transitNs: Number.NaN,
      waitNs: Number.NaN,
      synchronizationNs: Number.NaN,
      idleNs: Number.NaN,
      sizeBytes: count[row] * bytesOfType(dataType.texts[dataType.codes[row]]),
      bandwidths: [],
    };
  });
}

/** The database has the name of a group where other files have its number. */
function groupKey(name: string): string {
  return name === '' || /^\d+$/.test(name) ? name : groupHash(name);
}
