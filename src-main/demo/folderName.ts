import { originSecond } from './facts/rankFacts';
import type { RankPlace } from './parallel';

/** `node-001_3112040_20250804093512345_ascend_pt`. */
export function rankFolderName(place: RankPlace, seed: number): string {
  const digits = new Date(originSecond(seed) * 1000).toISOString().replace(/\D/g, '');
  return `${place.hostName}_${place.hostPid}_${digits}_ascend_pt`;
}
