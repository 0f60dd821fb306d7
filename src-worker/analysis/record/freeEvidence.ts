/** Who owns each µs of a rank's Free (A3), and what kept the device from computing while data were in flight. */
import type { FindingEvidence, FreeOwner, FreeParts, RankIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { freeAndHeld } from '../../model/freeTime/freeOwners';
import type { Stretch } from '../../model/freeTime/freeTally';
import type { QuietFree } from '../../model/freeTime/quietFree';
import type { RankView } from '../../query/rankView';
import { sliceEvidence } from './sliceEvidence';

export interface FreeEvidence extends FreeParts {
  /** By owner: the call that kept the device waiting longest, its gap, and the other long ones. */
  readonly evidence: Readonly<Partial<Record<FreeParts['owners'][number]['owner'], readonly FindingEvidence[]>>>;
  /** What kept the device from computing while data were in flight that it did not wait for: no Free. ns over the steps. */
  readonly held: Readonly<Partial<Record<FreeOwner, HeldRecord>>>;
  /** Long gaps in which the host hardly calls its runtime; undefined: none, or garbage collection is recorded. */
  readonly quiet?: QuietRecord;
}

export interface QuietRecord extends Omit<QuietFree, 'slice' | 'gap'> {
  readonly evidence: readonly FindingEvidence[];
}

export interface HeldRecord {
  readonly ns: number;
  /** Upper bound: nothing tells which transfers the device had to wait for besides. */
  readonly mostNs: number;
  readonly evidence: readonly FindingEvidence[];
}

/** Undefined without a timeline. */
export function freeOfRank(dump: DumpContext, index: RankIndex): Promise<FreeEvidence | undefined> {
  return dump.ofTimeline('free owners', index, freeEvidence);
}

function freeEvidence(view: RankView): FreeEvidence | undefined {
  const found = freeAndHeld(view);
  if (!found) return undefined;
  const { freeNs, parts, medianDelayNs } = found.free;
  const evidenceOf = ({ slice, gap }: Pick<(typeof parts)[number], 'slice' | 'gap'>) => [
    ...(slice === undefined ? [] : [sliceEvidence(view, slice)]),
    rangeEvidence(view, gap),
  ];
  return {
    freeNs,
    medianDelayNs,
    owners: parts.map(({ owner, ns, names }) => ({ owner, ns, names })),
    evidence: Object.fromEntries(
      parts.map((own) => [
        own.owner,
        [...evidenceOf(own), ...own.gaps.slice(1).map((gap) => rangeEvidence(view, gap))],
      ]),
    ),
    held: Object.fromEntries(
      found.held.map((own) => [own.owner, { ns: own.ns, mostNs: own.mostNs, evidence: evidenceOf(own) }]),
    ),
    ...(found.free.quiet && { quiet: quietRecord(found.free.quiet, evidenceOf(found.free.quiet)) }),
  };
}

function quietRecord({ ns, count, longestNs, name }: QuietFree, evidence: readonly FindingEvidence[]): QuietRecord {
  return { ns, count, longestNs, name, evidence };
}

function rangeEvidence(view: RankView, gap: Stretch): FindingEvidence {
  const startNs = gap.startNs + view.offsetNs;
  return { kind: 'range', rank: view.rank, startNs, endNs: gap.endNs + view.offsetNs, lanes: [] };
}
