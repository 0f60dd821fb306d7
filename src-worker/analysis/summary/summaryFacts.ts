/** A rank's summary as facts, and back. */
import type { ChipFacts } from '../../../src-contract';
import { type RankIndex, SPLIT_PARTS } from '../../../src-contract';
import type { SeenByRank } from '../../model/collectives/arrivals';
import {
  type Collective,
  type CollectiveGroup,
  collectiveKey,
  type LinkTraffic,
} from '../../model/collectives/collective';
import type { HostStep } from '../../model/hostSteps';
import { type StepRow, splitParts } from '../../model/splits/stepRows';
import type { Fact } from '../../parquet/factColumns';
import type { Before, Named } from '../record/lateCauses';
import type { RankRecord } from '../record/rankRecord';
import { type Alike, type FactKind, FactReader, factOf } from './factCodec';
import type { AboutRank, RankSeen, RankSummary, SeenOnce } from './rankSummary';
import { recordFacts, recordOfFacts, recordStarts } from './recordFacts';

const kinds = {
  rank: { kind: 'rank', columns: { label: 'name', hostName: 'detail', writer: 'type', worldSize: 'count' } },
  chip: { kind: 'chip', columns: { name: 'name', memoryGBps: 'value' } },
  stepSplit: { kind: 'step_split', columns: { step: 'step', part: 'name', ns: 'ns' } },
  group: { kind: 'group', columns: { key: 'group', name: 'name' }, hasCommonRest: true },
  collective: {
    kind: 'collective',
    columns: {
      kind: 'detail',
      step: 'step',
      name: 'name',
      type: 'type',
      group: 'group',
      elapseNs: 'ns',
      transitNs: 'transitNs',
      waitNs: 'waitNs',
      synchronizationNs: 'synchronizationNs',
      idleNs: 'idleNs',
      exposedNs: 'exposedNs',
      sizeBytes: 'bytes',
    },
  },
  bandwidth: {
    kind: 'bandwidth',
    columns: { transport: 'transport', sizeBytes: 'bytes', transitNs: 'transitNs', bandwidthGBps: 'value' },
    hasCommonRest: true,
  },
  link: {
    kind: 'link',
    columns: {
      kind: 'detail',
      step: 'step',
      type: 'type',
      op: 'name',
      group: 'group',
      source: 'source',
      target: 'peer',
      transport: 'transport',
      sizeBytes: 'bytes',
      transitNs: 'transitNs',
    },
  },
  transfer: { kind: 'transfer', columns: { ns: 'ns', isHeld: 'value' } },
  seen: { kind: 'seen', columns: { op: 'name', group: 'group', step: 'step', source: 'source' } },
  wait: { kind: 'wait', columns: { target: 'peer', afterNs: 'waitNs' } },
  hostStep: { kind: 'host_step', columns: { step: 'value', ns: 'ns' } },
  stretch: { kind: 'stretch', columns: { of: 'type', ns: 'ns' } },
  stretchPart: { kind: 'stretch_part', columns: { of: 'type', name: 'name', call: 'detail', ns: 'ns' } },
} as const satisfies Readonly<Record<string, FactKind>>;

const STRETCH_KINDS = ['computing', 'communication', 'host'] as const;

/** `number`: of the rank, in the job or in its dump. */
export function summaryFacts(summary: RankSummary, number: number): Fact[] {
  const { originNs, about, collectives, seen, rows } = summary;
  const facts: Fact[] = [factOf(kinds.rank, about)];
  const instant = (ns: number) => (Number.isNaN(ns) ? undefined : originNs + BigInt(Math.round(ns)));
  if (summary.chip) facts.push(factOf(kinds.chip, summary.chip));
  for (const { step, parts } of rows)
    for (const part of SPLIT_PARTS) facts.push(factOf(kinds.stepSplit, { step: String(step), part, ns: parts[part] }));
  for (const own of summary.groups) facts.push(factOf(kinds.group, own));
  for (const own of summary.otherGroups) facts.push(factOf(kinds.group, { ...own, isOther: true }));
  const computed = new Map(seen?.computed.map((own) => [own.collective, own]));
  for (const own of collectives) {
    const place = { startNs: instant(own.startNs) };
    facts.push(factOf(kinds.collective, writtenCollective(own, computed.get(own)?.ns), place));
  }
  facts.push(...bandwidthFacts(collectives));
  const placeOf = new Map(collectives.map((own, at) => [own, at]));
  for (const { isGlobal, ...own } of summary.links)
    facts.push(factOf(kinds.link, { ...own, ...(!isGlobal && { isGlobal }) }));
  for (const { collective, isHeld, startNs, endNs } of seen?.computed ?? []) {
    if (collective.kind !== 'p2p') continue;
    const transfer = { ns: endNs - startNs, isHeld: isHeld ? 1 : 0 };
    facts.push(factOf(kinds.transfer, transfer, { parent: placeOf.get(collective), startNs: instant(startNs) }));
  }
  const byKey = new Map(collectives.map((own, at) => [collectiveKey(own), at]));
  for (const { collective, source } of seen?.seen ?? []) {
    const { startNs, ...rest } = collective;
    const parent = byKey.get(collectiveKey({ ...rest, name: rest.op }));
    // What it is and when it began is said there.
    if (parent !== undefined) facts.push(factOf(kinds.seen, { source }, { parent }));
    else facts.push(factOf(kinds.seen, { ...rest, source }, { startNs: instant(startNs) }));
  }
  for (const [parent, { collective, waits }] of (seen?.seen ?? []).entries())
    for (const { target, endNs } of waits)
      facts.push(factOf(kinds.wait, { target, afterNs: shortNs(endNs - collective.startNs) }, { parent }));
  for (const { step, startNs, endNs } of summary.hostSteps)
    facts.push(factOf(kinds.hostStep, { step, ns: endNs - startNs }, { startNs: instant(startNs) }));
  facts.push(...stretchFacts(summary));
  for (const record of summary.records) facts.push(...recordFacts(record, originNs));
  return facts.map((own) => ({ ...own, rank: number }));
}

/** Bits of a duration that are kept, from its highest on: to 0.1 %, which is as far as profilers measure them. */
const KEPT_BITS = 10;

/** A duration that is only summed and compared: its last digits are noise, and would take most of the room. */
function shortNs(ns: number): number {
  const whole = Math.round(ns);
  if (!(Math.abs(whole) >= 2 ** KEPT_BITS)) return whole;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(whole))) + 1 - KEPT_BITS);
  return Math.round(whole / unit) * unit;
}

/** What a collective took is told to the ns, since clocks go by its end. */
function writtenCollective(
  { rank: _, startNs: _1, bandwidths: _2, idleNs, ...own }: Collective,
  computedNs: number | undefined,
): object {
  const { elapseNs, transitNs, waitNs, synchronizationNs } = own;
  return {
    ...own,
    elapseNs: Math.round(elapseNs),
    transitNs: shortNs(transitNs),
    waitNs: shortNs(waitNs),
    synchronizationNs: shortNs(synchronizationNs),
    // What is left is what else it did.
    ...(!isRest(idleNs, elapseNs - transitNs - waitNs) && { idleNs: shortNs(idleNs) }),
    ...(computedNs !== undefined && { exposedNs: shortNs(elapseNs - computedNs) }),
  };
}

/** Within a µs. */
function isRest(ns: number, restNs: number): boolean {
  return Math.abs(ns - restNs) < 1000 || (Number.isNaN(ns) && Number.isNaN(restNs));
}

/** A bandwidth that bytes and time do not tell to within this share is written down. */
const TOLD_WITHIN = 0.002;

/** Transport by transport: SDMA says what HCCS does once more, and what is alike stands together. */
function bandwidthFacts(collectives: readonly Collective[]): Fact[] {
  const byTransport = new Map<string, Fact[]>();
  for (const [parent, { bandwidths }] of collectives.entries())
    for (const own of bandwidths) {
      const facts = byTransport.get(own.transport) ?? [];
      byTransport.set(own.transport, facts);
      facts.push(bandwidthFact(own, parent));
    }
  return [...byTransport.values()].flat();
}

function bandwidthFact({ bandwidthGBps, ...own }: Bandwidths[number], parent: number): Fact {
  const transitNs = shortNs(own.transitNs);
  const isTold = Math.abs(own.sizeBytes / transitNs - bandwidthGBps) <= TOLD_WITHIN * bandwidthGBps;
  const packets = own.packets.map(({ sizeBytes, count, timeNs }) => {
    const packetNs = shortNs(timeNs);
    return packetNs === transitNs ? [sizeBytes, count] : [sizeBytes, count, packetNs];
  });
  return factOf(kinds.bandwidth, { ...own, transitNs, packets, ...(!isTold && { bandwidthGBps }) }, { parent });
}

function stretchFacts({ collectives, stretches }: RankSummary): Fact[] {
  const facts: Fact[] = [];
  for (const [parent, own] of collectives.entries()) {
    const before = stretches.get(collectiveKey(own));
    if (!before) continue;
    for (const of of STRETCH_KINDS) {
      facts.push(factOf(kinds.stretch, { of, ns: before.ns[of] }, { parent }));
      for (const [name, { ns, call, owner }] of before.names[of])
        facts.push(factOf(kinds.stretchPart, { of, name, ns, call, owner }, { parent }));
    }
  }
  return facts;
}

/** Where a rank of a file comes to stand. */
export interface SummaryPlace {
  readonly index: RankIndex;
  /** In the job, where the file does not tell. */
  readonly rank: number;
  /** What instants count from. */
  readonly originNs: bigint;
  /** In all files. */
  readonly alike: Alike;
}

/** What a rank's facts tell. Undefined where they are of no rank, or of another version of the record. */
export function summaryOfFacts(
  facts: readonly Fact[],
  { index, rank: otherwise, originNs, alike }: SummaryPlace,
): RankSummary | undefined {
  const reader = new FactReader(facts, alike);
  const sinceOrigin = ({ startNs }: Fact) => (startNs === undefined ? Number.NaN : Number(startNs - originNs));
  const about = reader.first<AboutRank>(kinds.rank);
  if (!about) return undefined;
  const { rank = otherwise } = about;
  const starts = recordStarts(facts);
  const records: RankRecord[] = [];
  for (const [at, start] of starts.entries()) {
    const own = new FactReader(facts.slice(start, starts[at + 1]), alike);
    const record = recordOfFacts(own, { rank, index, originNs });
    if (!record) return undefined;
    records.push(record);
  }
  const bandwidths = bandwidthsOf(reader);
  const computingNs: (number | undefined)[] = [];
  const collectives = reader.of(kinds.collective).map((fact, at): Collective => {
    const own = collectiveOf(fact, rank, sinceOrigin(fact), bandwidths.get(at) ?? NONE);
    computingNs.push(fact.exposedNs === undefined ? undefined : own.elapseNs - fact.exposedNs);
    return own;
  });
  const groups = reader.all<CollectiveGroup & { readonly isOther?: true }>(kinds.group);
  return {
    originNs,
    about,
    records,
    rows: rowsOf(reader),
    chip: reader.first<ChipFacts>(kinds.chip),
    groups: groups.filter(({ isOther }) => !isOther),
    otherGroups: groups.filter(({ isOther }) => isOther),
    collectives,
    links: reader.of(kinds.link).map((fact) => linkOf(fact, reader.rest(kinds.link, fact))),
    seen: seenOf(reader, sinceOrigin, collectives, computingNs),
    hostSteps: reader.of(kinds.hostStep).map((fact): HostStep => {
      const { step, ns } = reader.read<{ step: number; ns: number }>(kinds.hostStep, fact);
      return { step, startNs: sinceOrigin(fact), endNs: sinceOrigin(fact) + ns };
    }),
    stretches: stretchesOf(reader, collectives),
  };
}

type Bandwidths = Collective['bandwidths'];
const NONE: Bandwidths = [];

/**
 * Of the kinds that a job has by the million each object is written out: all of one shape, with nothing to spare. Their members have
 * columns, and what would not fit one stands in no file of this program's.
 */
function collectiveOf(fact: Fact, rank: number, startNs: number, bandwidths: Bandwidths): Collective {
  const { ns: elapseNs = Number.NaN, transitNs = Number.NaN, waitNs = Number.NaN } = fact;
  return {
    rank,
    step: fact.step ?? '',
    kind: fact.detail === 'p2p' ? 'p2p' : 'collective',
    name: fact.name ?? '',
    type: fact.type ?? '',
    group: fact.group ?? '',
    startNs,
    elapseNs,
    transitNs,
    waitNs,
    synchronizationNs: fact.synchronizationNs ?? Number.NaN,
    idleNs: fact.idleNs ?? elapseNs - transitNs - waitNs,
    sizeBytes: fact.bytes ?? Number.NaN,
    bandwidths,
  };
}

/** Of who has no place in the job the file says so. */
function linkOf(fact: Fact, { isGlobal = true, source, target }: Readonly<Record<string, unknown>>): LinkTraffic {
  return {
    step: fact.step ?? '',
    kind: fact.detail === 'p2p' ? 'p2p' : 'collective',
    type: fact.type ?? '',
    op: fact.name ?? '',
    group: fact.group ?? '',
    source: fact.source ?? Number(source),
    target: fact.peer ?? Number(target),
    isGlobal: isGlobal === true,
    transport: fact.transport ?? '',
    sizeBytes: fact.bytes ?? Number.NaN,
    transitNs: fact.transitNs ?? Number.NaN,
  };
}

function bandwidthsOf(reader: FactReader): ReadonlyMap<number, Bandwidths> {
  const found = new Map<number, Bandwidths>();
  for (const fact of reader.of(kinds.bandwidth)) {
    const { parent = 0 } = fact;
    const own = bandwidthOf(fact, reader.rest(kinds.bandwidth, fact));
    // Most have one or two; a list that is pushed to has room for 17.
    const others = found.get(parent);
    found.set(parent, others ? [...others, own] : [own]);
  }
  return found;
}

function bandwidthOf(fact: Fact, rest: Readonly<Record<string, unknown>>): Bandwidths[number] {
  const { bytes = Number.NaN, transitNs = Number.NaN, value = bytes / transitNs } = fact;
  const { largePacketRatio, packets } = rest as { largePacketRatio: number; packets: readonly (readonly number[])[] };
  return {
    transport: fact.transport ?? '',
    sizeBytes: bytes,
    transitNs,
    bandwidthGBps: value,
    largePacketRatio,
    packets: packets.map(([sizeBytes, count, timeNs = transitNs]) => ({ sizeBytes, count, timeNs })),
  };
}

function rowsOf(reader: FactReader): readonly StepRow[] {
  const steps = new Map<string, Map<string, number>>();
  for (const { step, part, ns } of reader.all<{ step: string; part: string; ns: number }>(kinds.stepSplit)) {
    const own = steps.get(step) ?? new Map<string, number>();
    steps.set(step, own.set(part, ns));
  }
  return [...steps].map(([step, own]) => ({
    step: Number(step),
    parts: splitParts((part) => own.get(part) ?? Number.NaN),
  }));
}

function seenOf(
  reader: FactReader,
  sinceOrigin: (fact: Fact) => number,
  collectives: readonly Collective[],
  computingNs: readonly (number | undefined)[],
): RankSeen | undefined {
  const transfers = new Map(reader.of(kinds.transfer).map((fact) => [fact.parent, fact]));
  const computed = collectives.flatMap((collective, at): SeenByRank['computed'][number][] => {
    const ns = computingNs[at];
    if (ns === undefined) return [];
    const fact = transfers.get(at);
    const startNs = fact ? sinceOrigin(fact) : collective.startNs;
    return [{ collective, ns, isHeld: fact?.value === 1, startNs, endNs: startNs + (fact?.ns ?? collective.elapseNs) }];
  });
  const waits = new Map<number, { readonly target: number; readonly afterNs: number }[]>();
  for (const fact of reader.of(kinds.wait)) {
    const own = waits.get(fact.parent ?? 0) ?? [];
    waits.set(fact.parent ?? 0, own);
    own.push(reader.read(kinds.wait, fact));
  }
  const seen = reader.of(kinds.seen).map((fact, at): SeenOnce => {
    const own = collectives[fact.parent ?? -1];
    const told = reader.read<{ op?: string; group?: string; step?: string; source: number }>(kinds.seen, fact);
    const { source, op = own?.name ?? '', group = own?.group ?? '', step = own?.step ?? '' } = told;
    const startNs = own?.startNs ?? sinceOrigin(fact);
    const waited = waits.get(at) ?? [];
    return {
      collective: { op, group, step, startNs },
      source,
      waits: waited.map(({ target, afterNs }) => ({ target, endNs: startNs + afterNs })),
    };
  });
  return computed.length === 0 && seen.length === 0 ? undefined : { computed, seen };
}

function stretchesOf(reader: FactReader, collectives: readonly Collective[]): ReadonlyMap<string, Before> {
  type Changing = { -readonly [K in keyof Before]: Before[K] };
  const found = new Map<string, Changing>();
  const of = ({ parent = -1 }: Fact): Changing | undefined => {
    const collective = collectives[parent];
    if (!collective) return undefined;
    const key = collectiveKey(collective);
    const own = found.get(key) ?? {
      rank: collective.rank,
      ns: { computing: 0, communication: 0, host: 0 },
      names: { computing: new Map(), communication: new Map(), host: new Map() },
    };
    found.set(key, own);
    return own;
  };
  type Kind = (typeof STRETCH_KINDS)[number];
  for (const fact of reader.of(kinds.stretch)) {
    const own = of(fact);
    if (own) own.ns = { ...own.ns, [fact.type as Kind]: fact.ns };
  }
  for (const fact of reader.of(kinds.stretchPart)) {
    type Written = Omit<Named, 'evidence'> & { readonly of: Kind; readonly name: string };
    const { of: kind, name, ...part } = reader.read<Written>(kinds.stretchPart, fact);
    const own = of(fact);
    if (own) own.names = { ...own.names, [kind]: new Map([...own.names[kind], [name, { ...part, evidence: [] }]]) };
  }
  return found;
}
