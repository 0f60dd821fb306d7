import type { GroupKind, HueClass } from '../../src-contract';
import { HASH_SEED_LOW, hashBytes } from '../tokenizer/hash';
import { builtInCollectives } from './collectiveNames';
import { overlapLaneName } from './overlapLanes';

/** Sorts process names into kinds; the names are those of formats.md §2 and of Kineto. */
export function groupKindOf(name: string, hasSlices: boolean): GroupKind {
  if (/^(overlap analysis|op overlap analyse)/i.test(name)) return 'overlap';
  if (/^(hccl|communication|communication op|nccl|hccs|ccu)$/i.test(name)) return 'communication';
  if (/^(cann|os runtime api|mindspore|scope layer|acl|runtime)/i.test(name)) return 'cann';
  if (/^(ascend hardware|npu|gpu|ai core|ai cpu op|task scheduler|compute)/i.test(name) && hasSlices) return 'hardware';
  if (/^python/i.test(name)) return 'python';
  return hasSlices ? 'other' : 'counters';
}

/** Hue of a lane's slices whose own name says nothing. */
export function laneHue(kind: GroupKind, laneName: string): HueClass {
  if (kind === 'overlap') {
    const name = overlapLaneName(laneName);
    if (/^free/i.test(name)) return 'idle';
    return /^comm/i.test(name) ? 'communication' : 'compute';
  }
  if (kind === 'communication') return 'communication';
  if (kind === 'hardware' || /^stream\b/i.test(laneName)) return 'compute';
  if (kind === 'cann') return 'runtime';
  return 'host';
}

/** Tasks that collectives are made of. */
const PART_OF_COLLECTIVE = /^(reduce_inline|rdma)/i;
const MEMORY = /memcpy|memset|sdma|malloc|aclrtfree|memory/i;
const WAIT = /wait|synchroni[sz]e|notify|event_record|barrier/i;
const PYTHON = /\.py\(\d+\)|^<built-in|^nn\.Module:|^<forward|^<string>/;

/** What a slice's name says about it, whatever lane it is on; undefined if nothing. */
export function nameHue(name: string): HueClass | undefined {
  if (PYTHON.test(name)) return 'python';
  if (WAIT.test(name)) return 'wait';
  if (MEMORY.test(name)) return 'memory';
  if (PART_OF_COLLECTIVE.test(name) || builtInCollectives.evidenceOf(name) === 'sure') return 'communication';
  return undefined;
}

/** 0…15, the same for the same name everywhere. */
export function colourVariant(nameBytes: Uint8Array): number {
  return hashBytes(nameBytes, 0, nameBytes.length, HASH_SEED_LOW) & 15;
}
