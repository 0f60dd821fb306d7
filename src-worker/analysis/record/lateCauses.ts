/** D5: what a late rank did longer than its peers before it came: one step back on its own timeline. */

import type { FindingEvidence, FreeOwner, LateRank } from '../../../src-contract';
import { medianOf } from '../../base/aggregates';
import { durationNsOf, endNsOf } from '../../index/columns/indexSlices';
import { type Collective, collectiveKey } from '../../model/collectives/collective';
import { collectiveSlices, collectivesOf } from '../../model/collectives/collectives';
import { rankNumber } from '../../model/collectives/rankFiles';
import { deviceTasks } from '../../model/deviceTasks';
import type { DumpContext } from '../../model/dumpContext';
import { freeOwners } from '../../model/freeTime/freeOwners';
import { timelineSteps } from '../../model/steps/timelineSteps';
import type { TableRank } from '../../model/tableRanks';
import { lanesOfKind } from '../../model/timelineLanes';
import { TASK_KINDS } from '../../names/taskKind';
import { eachSlice } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { sliceEvidence } from './sliceEvidence';

export interface LateCause {
  readonly kind: 'computing' | 'communication' | 'host';
  /** More than the peers' median, in the stretch before the collective. */
  readonly excessNs: number;
  /** The kernel, collective or host call that has most of it; undefined: none has half of it. */
  readonly name: string | undefined;
  readonly nameNs: number;
  readonly owner?: FreeOwner;
  readonly peers: readonly number[];
  readonly evidence: readonly FindingEvidence[];
}

/** Late ranks that are followed back: each takes another look at timelines. */
const MOST_RANKS = 4;
const MOST_PEERS = 3;
/** A part that is longer by so much of the lateness is what it comes of. */
const EXPLAINS = 0.5;

/** In the order of `late`; undefined where the rank, or all its peers, have no timeline, or nothing explains it. */
export async function lateCausesOf(
  dump: DumpContext,
  late: readonly LateRank[],
): Promise<readonly (LateCause | undefined)[]> {
  const found: (LateCause | undefined)[] = [];
  for (const [at, own] of late.entries()) found.push(at < MOST_RANKS ? await lateCause(dump, own) : undefined);
  return found;
}

async function lateCause(dump: DumpContext, late: LateRank): Promise<LateCause | undefined> {
  if (!late.isGlobal || !late.isProfiled) return undefined;
  const { op, group, step, lateNs } = late.worst;
  const { ops } = await collectivesOf(dump);
  const calls = ops.filter((own) => own.name === op && own.group === group && own.step === step);
  const own = calls.find(({ rank }) => rank === late.rank);
  const mine = own && (await before(dump, own));
  if (!mine) return undefined;
  const peers: Before[] = [];
  for (const call of calls) {
    if (call.rank === late.rank || peers.length === MOST_PEERS) continue;
    const theirs = await before(dump, call);
    if (theirs) peers.push(theirs);
  }
  return peers.length === 0 ? undefined : excessOf(mine, peers, lateNs);
}

/** What a rank did between the last collective of the group (or the step's start) and this one. */
export interface Before {
  readonly rank: number;
  readonly ns: Readonly<Record<LateCause['kind'], number>>;
  readonly names: Readonly<Record<LateCause['kind'], ReadonlyMap<string, Named>>>;
}

export interface Named {
  readonly ns: number;
  /** Of the host: the call that has most of it. */
  readonly call?: string;
  readonly owner?: FreeOwner;
  readonly evidence: readonly FindingEvidence[];
}

const STRETCHES = 'stretches before collectives';

/** What ranks whose timelines are not here did before some of their collectives, by `collectiveKey`. To be given before it is asked for. */
export function giveStretches(dump: DumpContext, { index }: TableRank, known: ReadonlyMap<string, Before>): void {
  dump.memo(`${STRETCHES} of rank ${index}`, () => known);
}

/** Undefined where the rank's timeline does not have it. */
export async function before(dump: DumpContext, call: Collective): Promise<Before | undefined> {
  const rank = dump.ranks.find((own) => rankNumber(own) === call.rank);
  if (!rank) return undefined;
  const given = dump.memo(`${STRETCHES} of rank ${rank.index}`, (): ReadonlyMap<string, Before> => new Map());
  const told = given.get(collectiveKey(call));
  if (told) return told;
  const slices = await collectiveSlices(dump, rank);
  const slice = slices?.sliceOf.get(call);
  if (slice === undefined || !slices) return undefined;
  const view = await dump.timeline(rank.index);
  if (!view || view.generation !== slices.generation) return undefined;
  const times = view.index.slices;
  const startNs = times.startNs[slice];
  let fromNs = stepStart(view, startNs);
  for (const [other, at] of slices.sliceOf)
    if (other.group === call.group && endNsOf(times, at) <= startNs) fromNs = Math.max(fromNs, endNsOf(times, at));
  return stretch(view, rank, { startNs: fromNs, endNs: startNs });
}

function stepStart(view: RankView, ns: number): number {
  let fromNs = Number.NEGATIVE_INFINITY;
  for (const { startNs, hostStartNs } of timelineSteps(view).steps)
    if (startNs <= ns) fromNs = Math.max(fromNs, Math.min(startNs, hostStartNs));
  return fromNs === Number.NEGATIVE_INFINITY ? view.index.startNs : fromNs;
}

interface Span {
  readonly startNs: number;
  readonly endNs: number;
}

function stretch(view: RankView, rank: TableRank, span: Span): Before {
  const laneNs = (wanted: string) => {
    let ns = 0;
    for (const { lane, name } of lanesOfKind(view, 'overlap')) {
      if (name !== wanted) continue;
      eachSlice(view, lane, (slice, { index: { slices } }) => {
        ns += Math.max(0, Math.min(endNsOf(slices, slice), span.endNs) - Math.max(slices.startNs[slice], span.startNs));
      });
    }
    return ns;
  };
  return {
    rank: rankNumber(rank),
    ns: {
      computing: laneNs('Computing'),
      communication: laneNs('Communication(Not Overlapped)'),
      host: laneNs('Free'),
    },
    names: {
      computing: tasksIn(view, span, 'compute'),
      communication: tasksIn(view, span, 'communication'),
      host: hostIn(view, span),
    },
  };
}

function tasksIn(view: RankView, span: Span, kind: 'compute' | 'communication'): ReadonlyMap<string, Named> {
  const { slices } = view.index;
  const tasks = deviceTasks(view);
  const code = TASK_KINDS.indexOf(kind);
  const found = new Map<string, { ns: number; mostNs: number; slice: number }>();
  for (let at = 0; at < tasks.slice.length; at++) {
    const slice = tasks.slice[at];
    if (slices.startNs[slice] >= span.endNs) break;
    if (tasks.kind[at] !== code || slices.startNs[slice] < span.startNs) continue;
    const name = view.nameText(slices.name[slice]);
    const ns = durationNsOf(slices, slice);
    const own = found.get(name) ?? { ns: 0, mostNs: -1, slice };
    found.set(name, own);
    own.ns += ns;
    if (ns <= own.mostNs) continue;
    own.mostNs = ns;
    own.slice = slice;
  }
  return new Map([...found].map(([name, { ns, slice }]) => [name, { ns, evidence: [sliceEvidence(view, slice)] }]));
}

/** By the first name of each owner of Free: what the host did most while the device waited. */
function hostIn(view: RankView, span: Span): ReadonlyMap<string, Named> {
  const parts = freeOwners(view, span)?.parts ?? [];
  return new Map(
    parts.map(({ owner, ns, names, slice, gap }) => {
      const range = { startNs: gap.startNs + view.offsetNs, endNs: gap.endNs + view.offsetNs };
      const evidence: FindingEvidence[] = [
        ...(slice === undefined ? [] : [sliceEvidence(view, slice)]),
        { kind: 'range', rank: view.rank, ...range, lanes: [] },
      ];
      return [owner, { ns, owner, evidence, ...(names[0] && { call: names[0].name }) }];
    }),
  );
}

/** The part that is most longer than the peers', if it explains the lateness. */
export function excessOf(mine: Before, peers: readonly Before[], lateNs: number): LateCause | undefined {
  const kinds = ['computing', 'communication', 'host'] as const;
  const [kind, excessNs] = kinds
    .map((own) => [own, mine.ns[own] - medianOf(peers.map(({ ns }) => ns[own]))] as const)
    .reduce((most, own) => (own[1] > most[1] ? own : most));
  if (!(excessNs >= EXPLAINS * lateNs)) return undefined;
  const named = [...mine.names[kind]]
    .map(([name, own]) => {
      const usualNs = medianOf(peers.map(({ names }) => names[kind].get(name)?.ns ?? 0));
      return { name, own, moreNs: own.ns - usualNs };
    })
    .reduce<{ name: string; own: Named; moreNs: number } | undefined>(
      (most, own) => (own.moreNs > (most?.moreNs ?? 0) ? own : most),
      undefined,
    );
  if (!named) return undefined;
  const { own, moreNs } = named;
  return {
    kind,
    excessNs,
    name: moreNs >= EXPLAINS * excessNs ? own.call || named.name : undefined,
    nameNs: moreNs,
    ...(own.owner && { owner: own.owner }),
    peers: peers.map(({ rank }) => rank),
    evidence: own.evidence,
  };
}
