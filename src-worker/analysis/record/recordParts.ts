/** Parts of the records that need no other: another thread can make them while the rest is made. */
import type { ChipFacts, RankIndex } from '../../../src-contract';
import { recognisedChip } from '../../model/chips/chips';
import type { DumpContext } from '../../model/dumpContext';
import { deviceFacts } from '../../model/kernels/device';
import { kernelsOf } from '../../model/kernels/kernels';
import { freeOfRank } from './freeEvidence';
import { tableFacts } from './tableFacts';

const parts = { tableFacts, free: freeOfRank, chip: chipOf } as const;

type Parts = typeof parts;
type PartOf<K extends keyof Parts> = Awaited<ReturnType<Parts[K]>>;

/** A part of the record, begun in another thread if there is one, for who asks for it later. */
export function recordPart<K extends keyof Parts>(
  dump: DumpContext,
  part: K,
  index: RankIndex,
): () => Promise<PartOf<K>> {
  return dump.elsewhere(part, index, () => parts[part](dump, index) as Promise<PartOf<K>>);
}

/** In that other thread. Throws a `RangeError` for a name that is none. */
export async function makePart(dump: DumpContext, part: string, index: RankIndex): Promise<unknown> {
  if (!Object.hasOwn(parts, part)) throw new RangeError(`There is no part ${part} of a record`);
  return parts[part as keyof Parts](dump, index);
}

async function chipOf(dump: DumpContext, index: RankIndex): Promise<ChipFacts | undefined> {
  const match = recognisedChip(await deviceFacts(dump, await kernelsOf(dump, [index])));
  return match.kind === 'unknown' ? undefined : match.chip;
}
