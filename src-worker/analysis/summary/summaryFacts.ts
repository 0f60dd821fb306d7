/** A rank's summary as facts, and back. */
import type { ChipFacts } from '../../../src-contract';
import { type RankIndex, SPLIT_PARTS } from '../../../src-contract';
import type { SeenByRank } from '../../model/collectives/arrivals';
import {
  type Bandwidth,
  type Collective,
  type CollectiveGroup,
  collectiveKey,
  type LinkTraffic,
} from '../../model/collectives/collective';
import type { HostStep } from '../../model/hostSteps';
import type { Fact } from '../../parquet/factColumns';
import type { Before, Named } from '../record/lateCauses';
import type { RankRecord } from '../record/rankRecord';
import { type Alike, type FactKind, FactReader, factOf } from './factCodec';
import type { AboutRank, RankSeen, RankSummary, SeenOnce, WrittenSummary } from './rankSummary';
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
  finding: {
    kind: 'finding',
    columns: { id: 'name', rule: 'type', class: 'detail', rank: 'peer', lostNsPerStep: 'ns', shareOfStep: 'value' },
  },
  trust: { kind: 'trust', columns: { severity: 'type' } },
} as const satisfies Readonly<Record<string, FactKind>>;

const STRETCH_KINDS = ['computing', 'communication', 'host'] as const;

/** `number`: of the rank, in the job or in its dump. */
export function summaryFacts(summary: WrittenSummary, number: number): Fact[] {
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
  for (const { id, rule, class: of, rank, lostNsPerStep, shareOfStep, title } of summary.findings)
    facts.push(factOf(kinds.finding, { id, rule, class: of, rank, lostNsPerStep, shareOfStep, title }));
  for (const own of summary.trust) facts.push(factOf(kinds.trust, own));
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
  const told = reader.of(kinds.collective);
  const collectives = collectivesOfFacts(told, rank, sinceOrigin, bandwidthsOf(reader));
  const computingNs = collectives.map(({ elapseNs }, at) => {
    const { exposedNs } = told[at];
    return exposedNs === undefined ? undefined : elapseNs - exposedNs;
  });
  const groups = reader.all<CollectiveGroup & { readonly isOther?: true }>(kinds.group);
  return {
    originNs,
    about,
    records,
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

/** Numbers of a collective, one behind another in a column. */
const START = 0;
const ELAPSE = 1;
const TRANSIT = 2;
const WAIT = 3;
const SYNCHRONIZATION = 4;
const IDLE = 5;
const BYTES = 6;
const NUMBERS = 7;

/**
 * A job has collectives by the million: what all of a rank have in numbers stands in one column, since a number that is a member of an object
 * is an object by itself, which the collector looks at and copies. Not to be spread: its members are its class's.
 */
class ToldCollective implements Collective {
  constructor(
    readonly rank: number,
    readonly step: string,
    readonly kind: Collective['kind'],
    readonly name: string,
    readonly type: string,
    readonly group: string,
    readonly bandwidths: Bandwidths,
    readonly numbers: Float64Array,
    /** Of its first number. */
    readonly at: number,
  ) {}

  get startNs(): number {
    return this.numbers[this.at + START];
  }
  get elapseNs(): number {
    return this.numbers[this.at + ELAPSE];
  }
  get transitNs(): number {
    return this.numbers[this.at + TRANSIT];
  }
  get waitNs(): number {
    return this.numbers[this.at + WAIT];
  }
  get synchronizationNs(): number {
    return this.numbers[this.at + SYNCHRONIZATION];
  }
  get idleNs(): number {
    return this.numbers[this.at + IDLE];
  }
  get sizeBytes(): number {
    return this.numbers[this.at + BYTES];
  }
}

function collectivesOfFacts(
  facts: readonly Fact[],
  rank: number,
  sinceOrigin: (fact: Fact) => number,
  bandwidths: ReadonlyMap<number, Bandwidths>,
): Collective[] {
  const numbers = new Float64Array(NUMBERS * facts.length);
  return facts.map((fact, place) => {
    const at = NUMBERS * place;
    const { ns = Number.NaN, transitNs = Number.NaN, waitNs = Number.NaN } = fact;
    numbers[at + START] = sinceOrigin(fact);
    numbers[at + ELAPSE] = ns;
    numbers[at + TRANSIT] = transitNs;
    numbers[at + WAIT] = waitNs;
    numbers[at + SYNCHRONIZATION] = fact.synchronizationNs ?? Number.NaN;
    numbers[at + IDLE] = fact.idleNs ?? ns - transitNs - waitNs;
    numbers[at + BYTES] = fact.bytes ?? Number.NaN;
    const { step = '', name = '', type = '', group = '' } = fact;
    const kind = fact.detail === 'p2p' ? 'p2p' : 'collective';
    return new ToldCollective(rank, step, kind, name, type, group, bandwidths.get(place) ?? NONE, numbers, at);
  });
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
  const facts = reader.of(kinds.bandwidth);
  const numbers = new Float64Array(3 * facts.length);
  for (const [place, fact] of facts.entries()) {
    const { parent = 0, bytes = Number.NaN, transitNs = Number.NaN, value = bytes / transitNs } = fact;
    const at = 3 * place;
    numbers[at] = bytes;
    numbers[at + 1] = transitNs;
    numbers[at + 2] = value;
    const told = reader.rest(kinds.bandwidth, fact) as unknown as PacketFacts;
    const own = new ToldBandwidth(fact.transport ?? '', told, numbers, at);
    // Most have one or two; a list that is pushed to has room for 17.
    const others = found.get(parent);
    found.set(parent, others ? [...others, own] : [own]);
  }
  return found;
}

interface PacketFacts {
  readonly largePacketRatio: number;
  /** Bytes, how many, and ns: those of the transport, where there are none. */
  readonly packets: readonly (readonly [number, number, number?])[];
}

/** As `ToldCollective`. Its packets are the same in many ranks, and few are ever looked at. */
class ToldBandwidth implements Bandwidth {
  constructor(
    readonly transport: string,
    readonly told: PacketFacts,
    /** Bytes, ns and GB/s of each. */
    readonly numbers: Float64Array,
    readonly at: number,
  ) {}

  get sizeBytes(): number {
    return this.numbers[this.at];
  }
  get transitNs(): number {
    return this.numbers[this.at + 1];
  }
  get bandwidthGBps(): number {
    return this.numbers[this.at + 2];
  }
  get largePacketRatio(): number {
    return this.told.largePacketRatio;
  }
  get packets(): Bandwidth['packets'] {
    return this.told.packets.map(([sizeBytes, count, timeNs = this.transitNs]) => ({ sizeBytes, count, timeNs }));
  }
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
