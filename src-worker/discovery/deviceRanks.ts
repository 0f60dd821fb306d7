import { join } from 'node:path';
import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';
import { withDatabase } from '../sqlite/database';
import { type DeviceDamage, devicesOf, type FileDevice, type FileDevices } from '../sqlite/deviceShare';
import type { DiscoveredRank } from './discoveredDump';

/** So many ranks are looked into for devices: a job with more has a file for each. */
const MOST_LOOKED_INTO = 64;

/**
 * Ranks whose timelines are databases of several devices, as a rank for each device. One without a number has that which
 * the database gives its device.
 */
export function rankPerDevice(ranks: readonly DiscoveredRank[]): DiscoveredRank[] {
  const inDatabases = ranks.filter((rank) => timelineDatabases(rank).length > 0);
  if (inDatabases.length > MOST_LOOKED_INTO) return [...ranks];
  return ranks.flatMap((rank) => {
    const found = timelineDatabases(rank).map((path) => ({ path, ...devicesIn(path) }));
    const devices = new Map(found.flatMap((own) => own.devices.map((device) => [device.device, device] as const)));
    const isDivided = devices.size > 1;
    const said = found.flatMap(({ path, damage }) => damage.map((own) => damageNotice(path, own, isDivided)));
    const ofRank = said.length > 0 ? { ...rank, notices: [...rank.notices, ...said] } : rank;
    if (isDivided) return divided(ofRank, devices);
    const [only] = devices.values();
    return [{ ...ofRank, rank: rank.rank ?? only?.rank }];
  });
}

function damageNotice(path: string, { table, column, stray, count }: DeviceDamage, isDivided: boolean): Notice {
  if (!stray) return notice('database-too-many-devices', 'warning', { table, column, count }, { path });
  const params = { table, column, value: stray.value, row: String(stray.row) };
  return notice(isDivided ? 'database-stray-devices' : 'database-no-devices', 'warning', params, { path });
}

function timelineDatabases({ files }: DiscoveredRank): string[] {
  return files.filter(({ role, table }) => role === 'timeline' && table === 'profiler-db').map(({ path }) => path);
}

function devicesIn(path: string): FileDevices {
  try {
    return withDatabase(path, devicesOf);
  } catch {
    // Whoever reads it whole says why it can't be read.
    return { devices: [], damage: [] };
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
