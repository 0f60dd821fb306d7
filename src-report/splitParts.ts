/** The step split as one picture: parts that together are exactly each rank's step. Pure. */
import type { FreeOwner, HueClass, RankStepSplit } from '../src-contract';

/** `free:…`: of Free, what this owner has. `untold`: exposed communication of a rank whose timeline has no planes. */
export type SplitPartId = 'alone' | 'overlapped' | 'moving' | 'waiting' | 'untold' | `free:${FreeOwner}` | 'free';

/** The same as a key of a translation, where colons mean something. */
export type SplitPartName = Exclude<SplitPartId, `free:${string}`> | `free_${FreeOwner}`;

export interface SplitPart {
  readonly id: SplitPartId;
  readonly colour: HueClass;
  /** One a rank, ns a step; NaN: not known. */
  readonly values: Float64Array;
}

/** So many owners of Free have a colour of their own; hues that are told apart are few. */
const ownerHues: readonly HueClass[] = ['host', 'python', 'runtime'];

/** The hue that suits the owner; the next free one where another owner has it. */
const hueOfOwner: Readonly<Partial<Record<FreeOwner, HueClass>>> = {
  op: 'host',
  synchronise: 'host',
  copy: 'host',
  'queue-full': 'host',
  python: 'python',
  'garbage-collection': 'python',
  dataloader: 'python',
  compile: 'runtime',
  allocator: 'runtime',
  launch: 'runtime',
};

export function splitParts(split: readonly RankStepSplit[]): readonly SplitPart[] {
  const owners = mainOwners(split);
  const isTold = split.some(({ exposed }) => exposed?.isSplit);
  const part = (id: SplitPartId, colour: HueClass, ns: (own: RankStepSplit) => number): SplitPart => ({
    id,
    colour,
    values: Float64Array.from(split, (own) => ns(own) / own.stepCount),
  });
  const parts = [
    part('alone', 'compute', ({ computingNs, overlappedNs }) => computingNs - known(overlappedNs)),
    part('overlapped', 'memory', ({ overlappedNs }) => known(overlappedNs)),
    part('moving', 'communication', (own) => (own.exposed?.isSplit ? own.notOverlappedNs - waitingNs(own) : 0)),
    part('waiting', 'wait', (own) => (own.exposed?.isSplit ? waitingNs(own) : 0)),
    // Where some ranks tell and others don't, it has no hue left of its own: it is marked by its name.
    part('untold', isTold ? 'idle' : 'communication', (own) => (own.exposed?.isSplit ? 0 : own.notOverlappedNs)),
    ...owners.map(({ owner, colour }) => part(`free:${owner}`, colour, (own) => ownedNs(own, owner))),
    part('free', 'idle', (own) => own.freeNs - owners.reduce((sum, { owner }) => sum + ownedNs(own, owner), 0)),
  ];
  return parts.filter(({ values }) => values.some((ns) => ns > 0));
}

/** Those that have most of Free over all ranks, each with a hue that no other has. */
function mainOwners(split: readonly RankStepSplit[]): readonly { owner: FreeOwner; colour: HueClass }[] {
  const sums = new Map<FreeOwner, number>();
  for (const { free, stepCount } of split)
    for (const { owner, ns } of free?.owners ?? []) sums.set(owner, (sums.get(owner) ?? 0) + ns / stepCount);
  const named = [...sums].filter(([owner, ns]) => owner !== 'unrecorded' && ns > 0).sort((a, b) => b[1] - a[1]);
  const left = [...ownerHues];
  const take = (wanted: HueClass | undefined): HueClass => {
    const at = Math.max(0, left.indexOf(wanted ?? 'host'));
    return left.splice(at, 1)[0] ?? 'host';
  };
  return named.slice(0, ownerHues.length).map(([owner]) => ({ owner, colour: take(hueOfOwner[owner]) }));
}

/** What the timeline measured is never more than the file's Free: the parts stay a whole. */
function ownedNs({ free, freeNs }: RankStepSplit, owner: FreeOwner): number {
  if (!free || !(free.freeNs > 0)) return 0;
  const ns = free.owners.find((own) => own.owner === owner)?.ns ?? 0;
  return free.freeNs > freeNs ? (ns * freeNs) / free.freeNs : ns;
}

function waitingNs({ exposed, notOverlappedNs }: RankStepSplit): number {
  return Math.min(known(exposed?.waitingNs), notOverlappedNs);
}

/** Mean over the steps. */
export function stepNsOf({ computingNs, notOverlappedNs, freeNs, stepCount }: RankStepSplit): number {
  return (computingNs + notOverlappedNs + freeNs) / stepCount;
}

const known = (ns: number | undefined): number => (ns === undefined || Number.isNaN(ns) ? 0 : ns);

export function partName(id: SplitPartId): SplitPartName {
  return id.replace(':', '_') as SplitPartName;
}
