/** Parts of the records that need no other: another thread can make them while the rest is made. */
import type { ChipFacts, RankIndex } from '../../../src-contract';
import { collectNewGarbage } from '../../base/collectGarbage';
import { computingBesideHost } from '../../model/besideHost';
import { recognisedChip } from '../../model/chips/chips';
import type { DumpContext } from '../../model/dumpContext';
import { coresOfRank, deviceOfRank, haveSeveralGpus } from '../../model/kernels/device';
import { letGoKernels } from '../../model/kernels/kernels';
import { frameworkGrowth } from '../../model/memory/growth';
import { patternsOfTimeline } from '../../model/patterns/rankPatterns';
import { freeOfRank } from './freeEvidence';
import { tableFacts } from './tableFacts';
import { unfusedOfRank } from './unfusedRecord';
import { viewFacts } from './viewFacts';

const parts = {
  viewFacts,
  tableFacts,
  device: deviceOfRank,
  chip: chipOf,
  free: freeOfRank,
  timelinePatterns: (dump: DumpContext, index: RankIndex) => patternsOfTimeline(dump, dump.knownRank(index)),
  unfused: unfusedOfRank,
  memory: frameworkGrowth,
  besideHost: (dump: DumpContext, index: RankIndex) =>
    dump.ofTimeline('computing beside the host', index, computingBesideHost),
} as const;

/** Who makes one of these has nothing of the others: the rest goes by the same table, or is asked for before all else. */
const FIRST_COME: ReadonlySet<keyof typeof parts> = new Set([
  'free',
  'timelinePatterns',
  'unfused',
  'memory',
  'besideHost',
]);

type Parts = typeof parts;
type PartOf<K extends keyof Parts> = Awaited<ReturnType<Parts[K]>>;

/** A part of the record, made in another thread if there is one, for who asks for it later: see `DumpContext.elsewhere`. */
export function recordPart<K extends keyof Parts>(
  dump: DumpContext,
  part: K,
  index: RankIndex,
): () => Promise<PartOf<K>> {
  return dump.elsewhere(part, index, () => parts[part](dump, index) as Promise<PartOf<K>>, FIRST_COME.has(part));
}

/** In that other thread. Throws a `RangeError` for a name that is none. */
export async function makePart(dump: DumpContext, part: string, index: RankIndex): Promise<unknown> {
  if (!Object.hasOwn(parts, part)) throw new RangeError(`There is no part ${part} of a record`);
  const made = await parts[part as keyof Parts](dump, index);
  if (part === 'tableFacts') {
    // That thread makes parts alone, and of the others `device` and `chip` go by the kernels: by what is kept of them here.
    await coresOfRank(dump, index);
    letGoKernels(dump, index);
  }
  // Columns of what a part has looked through: V8 counts them late, and the next part makes its own.
  collectNewGarbage();
  return made;
}

/** Of the rank’s job: where its ranks ran on several kinds, none is that of all kernels. */
async function chipOf(dump: DumpContext, index: RankIndex): Promise<ChipFacts | undefined> {
  if (await haveSeveralGpus(dump, dump.ofRank(index).ranks)) return undefined;
  const match = recognisedChip(await deviceOfRank(dump, index));
  return match.kind === 'unknown' ? undefined : match.chip;
}
