import { join } from 'node:path';
import { notice } from '../files/notices';
import { withDatabase } from '../sqlite/database';
import { devicesOf, type FileDevice } from '../sqlite/deviceShare';
import type { DiscoveredRank } from './discoveredDump';

/** So many ranks are looked into for devices: a job with more has a file for each. */
const MOST_LOOKED_INTO = 64;

/** Ranks whose timelines are databases of several devices, as a rank for each device. */
export function rankPerDevice(ranks: readonly DiscoveredRank[]): DiscoveredRank[] {
  const inDatabases = ranks.filter((rank) => timelineDatabases(rank).length > 0);
  if (inDatabases.length > MOST_LOOKED_INTO) return [...ranks];
  return ranks.flatMap((rank) => {
    const devices = new Map(timelineDatabases(rank).flatMap((path) => devicesIn(path)));
    return devices.size < 2 ? [rank] : divided(rank, devices);
  });
}

function timelineDatabases({ files }: DiscoveredRank): string[] {
  return files.filter(({ role, table }) => role === 'timeline' && table === 'profiler-db').map(({ path }) => path);
}

function devicesIn(path: string): (readonly [number, FileDevice])[] {
  try {
    return withDatabase(path, (database) => devicesOf(database).map((own) => [own.device, own] as const));
  } catch {
    // Whoever reads it whole says why it can't be read.
    return [];
  }
}

function divided(rank: DiscoveredRank, devices: ReadonlyMap<number, FileDevice>): DiscoveredRank[] {
  const [first] = devices.keys();
  const params = { count: devices.size, device: first };
  const said = notice('database-several-devices', 'info', params, { path: rank.timelinePaths[0] });
  return [...devices.values()].map(({ device, rank: number }) => ({
    ...rank,
    // As if each lay below the file that they share.
    place: join(rank.place, `device_${device}`),
    rank: number ?? device,
    files: rank.files.map((file) => (file.table === 'profiler-db' ? { ...file, device } : file)),
    notices: device === first ? [...rank.notices, said] : [],
  }));
}
