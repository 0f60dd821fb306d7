import { dirname, resolve } from 'node:path';
import { profileBytes } from '../../../src-contract/profiling/costs';
import { hostsOf, type ProfileWay } from '../profileWay';
import { freeBytes, isSeen } from './space';

export interface ProfileRoom {
  /** What the profile may come to, bytes. */
  readonly needed: number;
  /** Undefined: this machine does not see the folder. */
  readonly free: number | undefined;
  readonly folder: string;
  readonly ranks: number;
}

/** Of what is known: ranks that are chosen, else as many as hosts may give, else one. A command writes nothing that we know of. */
export async function roomFor(way: ProfileWay, seenAs: string | undefined): Promise<ProfileRoom> {
  const output = seenAs ?? (way.kind === 'command' ? way.output : way.request.output) ?? '';
  const folder = resolve(way.kind === 'gpu-daemons' ? dirname(output) : output);
  const ranks = ranksOf(way);
  const needed = way.kind === 'command' ? 0 : profileBytes(ranks, way.request.steps, way.request.hasStack);
  return { needed, free: (await isSeen(folder)) ? await freeBytes(folder) : undefined, folder, ranks };
}

function ranksOf(way: ProfileWay): number {
  if (way.kind === 'command') return 0;
  const chosen = way.request.ranks.length;
  if (way.kind === 'dynamic') return Math.max(1, chosen);
  const most = hostsOf(way.hosts).length * way.processLimit;
  return chosen > 0 ? Math.min(chosen, most) : most;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** "1.32 GB". */
export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${UNITS[unit]}`;
}
