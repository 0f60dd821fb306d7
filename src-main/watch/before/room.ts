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

/** Most nodes of NPUs have so many: of torch_npu and MindSpore one process announces itself for all of them, and how many these are is not told. */
const DEVICES_A_HOST = 8;

/**
 * Ranks are those that are chosen, else all of the job, as many as it is known to have (`ofJob`), or as its hosts may have. A command writes nothing that we
 * know of.
 */
export async function roomFor(way: ProfileWay, seenAs: string | undefined, ofJob?: number): Promise<ProfileRoom> {
  const output = seenAs ?? (way.kind === 'command' ? way.output : way.request.output) ?? '';
  const folder = resolve(way.kind === 'gpu-daemons' ? dirname(output) : output);
  const ranks = ranksOf(way, ofJob);
  const needed = way.kind === 'command' ? 0 : profileBytes(ranks, way.request.steps, way.request.hasStack);
  return { needed, free: (await isSeen(folder)) ? await freeBytes(folder) : undefined, folder, ranks };
}

function ranksOf(way: ProfileWay, ofJob: number | undefined): number {
  if (way.kind === 'command') return 0;
  const chosen = way.request.ranks.length;
  if (chosen > 0) return chosen;
  if (way.kind === 'dynamic') return ofJob ?? DEVICES_A_HOST;
  const ofHost = way.kind === 'npu-daemons' ? DEVICES_A_HOST : way.processLimit;
  return Math.min(ofJob ?? Number.POSITIVE_INFINITY, hostsOf(way.hosts).length * ofHost);
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** "1.32 GB". */
export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${UNITS[unit]}`;
}
