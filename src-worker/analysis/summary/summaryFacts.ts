/** A rank's summary as facts, and back. */
import type { ChipFacts } from '../../../src-contract';
import { type RankIndex, SPLIT_PARTS } from '../../../src-contract';
import type { Computed } from '../../model/collectives/arrivals';
import {
  type Bandwidth,
  type Collective,
  type CollectiveGroup,
  collectiveKey,
  type LinkTraffic,
} from '../../model/collectives/collective';
import type { CounterSum } from '../../model/counterSums';
import type { HostStep } from '../../model/hostSteps';
import type { Fact } from '../../parquet/factColumns';
import { factBits } from '../../parquet/factTable';
import type { Before, Named } from '../record/lateCauses';
import type { RankRecord } from '../record/rankRecord';
import type { ColumnRoom } from './columnRoom';
import { type Alike, type FactKind, FactReader, type FactRows, factOf } from './factCodec';
import type { RankSeen, RankSummary, SeenOnce, WrittenSummary } from './rankSummary';
import { recordFacts, recordKind, recordOfFacts, recordStarts } from './recordFacts';
import { toldAbout } from './toldAbout';

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
  counter: {
    kind: 'counter',
    columns: { counter: 'name', series: 'detail', unit: 'type', sampleCount: 'count', mean: 'value' },
  },
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
  for (const own of summary.counters) facts.push(factOf(kinds.counter, writtenCounter(own)));
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
  let functionCount = 0;
  for (const record of summary.records) {
    facts.push(...recordFacts(record, originNs, functionCount));
    functionCount += record.patterns?.functions.length ?? 0;
  }
  // In place: a rank of 2 GB has some 80,000.
  for (const own of facts as { rank?: number }[]) own.rank = number;
  return facts;
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

/** Means of thousands of samples: further digits say nothing, and would take most of the room. */
function writtenCounter({ mean, deviation, ...own }: CounterSum): object {
  return { ...own, mean: Number(mean.toPrecision(4)), deviation: Number(deviation.toPrecision(3)) };
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
  { table, rows }: FactRows,
  { index, rank: otherwise, originNs, alike }: SummaryPlace,
): RankSummary | undefined {
  const reader = new FactReader({ table, rows }, alike);
  const sinceOrigin = (row: number) =>
    table.hasAt(row, 'startNs') ? Number(table.startNs[row] - originNs) : Number.NaN;
  const about = toldAbout(reader, kinds.rank);
  if (!about) return undefined;
  const { rank = otherwise } = about;
  const starts = reader.rows(recordKind).length === 1 ? [0] : recordStarts({ table, rows });
  const records: RankRecord[] = [];
  for (const [at, start] of starts.entries()) {
    // Of one device, as most: no kind is a rank's and a record's.
    const own =
      starts.length === 1 ? reader : new FactReader({ table, rows: rows.slice(start, starts[at + 1]) }, alike);
    const record = recordOfFacts(own, { rank, index, originNs });
    if (!record) return undefined;
    records.push(record);
  }
  const told = reader.rows(kinds.collective);
  const { room } = alike;
  const collectives = new RankCollectives(rank, reader, sinceOrigin, room).all();
  const computingNs = collectives.map(({ elapseNs }, at) =>
    table.hasAt(told[at], 'exposedNs') ? elapseNs - table.numbers.exposedNs[told[at]] : undefined,
  );
  const groups = reader.all<CollectiveGroup & { readonly isOther?: true }>(kinds.group);
  return {
    originNs,
    about,
    records,
    chip: reader.first<ChipFacts>(kinds.chip),
    groups: groups.filter(({ isOther }) => !isOther),
    otherGroups: groups.filter(({ isOther }) => isOther),
    collectives,
    links: new RankLinks(reader, room).all(),
    seen: seenOf(reader, sinceOrigin, collectives, computingNs, room),
    hostSteps: reader.rows(kinds.hostStep).map((row): HostStep => {
      const { step, ns } = reader.read<{ step: number; ns: number }>(kinds.hostStep, row);
      return { step, startNs: sinceOrigin(row), endNs: sinceOrigin(row) + ns };
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
const TOLD_NUMBERS = [
  [ELAPSE, 'ns'],
  [TRANSIT, 'transitNs'],
  [WAIT, 'waitNs'],
  [SYNCHRONIZATION, 'synchronizationNs'],
  [IDLE, 'idleNs'],
  [BYTES, 'bytes'],
] as const;

/** The same of its texts. */
const TEXTS = ['step', 'name', 'type', 'group', 'detail'] as const;
const [STEP, NAME, TYPE, GROUP, DETAIL] = TEXTS.keys();

/**
 * The collectives of a rank. A job has them by the million: what they have stands in columns, since a number that is a member of an object is an
 * object by itself, which the collector looks at and copies.
 */
class RankCollectives {
  /** Of many ranks; its own begin at `firstNumber`. */
  readonly numbers: Float64Array;
  readonly firstNumber: number;
  readonly moved: ToldBandwidths | undefined;
  /** Of all files. */
  readonly texts: readonly string[];
  /** Places among them, one text of all behind another's; -1: ''. Of many ranks, too. */
  readonly places: Int32Array;
  readonly firstPlace: number;
  readonly count: number;

  constructor(
    readonly rank: number,
    reader: FactReader,
    sinceOrigin: (row: number) => number,
    room: ColumnRoom,
  ) {
    const { table } = reader;
    const rows = reader.rows(kinds.collective);
    this.count = rows.length;
    this.moved = bandwidthsOf(reader, rows.length, room);
    this.texts = table.texts;
    this.firstPlace = room.takeWholes(TEXTS.length * rows.length);
    this.places = room.wholes;
    this.firstNumber = room.takeNumbers(NUMBERS * rows.length);
    this.numbers = room.numbers;
    const { numbers, firstNumber, places, firstPlace } = this;
    // Column by column, each looked up once.
    for (const [number, field] of TOLD_NUMBERS) {
      const [column, bit, first] = [table.numbers[field], factBits[field], firstNumber + number];
      for (let place = 0; place < rows.length; place++)
        numbers[first + NUMBERS * place] = (table.has[rows[place]] & bit) === 0 ? Number.NaN : column[rows[place]];
    }
    for (let place = 0; place < rows.length; place++) {
      const at = firstNumber + NUMBERS * place;
      numbers[at + START] = sinceOrigin(rows[place]);
      if ((table.has[rows[place]] & factBits.idleNs) === 0)
        numbers[at + IDLE] = numbers[at + ELAPSE] - numbers[at + TRANSIT] - numbers[at + WAIT];
    }
    for (const [text, field] of TEXTS.entries()) {
      const [column, bit] = [table.places[field], factBits[field]];
      const first = firstPlace + text * rows.length;
      for (let place = 0; place < rows.length; place++)
        places[first + place] = (table.has[rows[place]] & bit) === 0 ? -1 : column[rows[place]];
    }
  }

  all(): Collective[] {
    const own: Collective[] = [];
    for (let at = 0; at < this.count; at++) own.push(new ToldCollective(this, at));
    return own;
  }

  text(at: number, text: number): string {
    const place = this.places[this.firstPlace + text * this.count + at];
    return place < 0 ? '' : this.texts[place];
  }

  number(at: number, number: number): number {
    return this.numbers[this.firstNumber + NUMBERS * at + number];
  }
}

/** Not to be spread: its members are its class's. */
class ToldCollective implements Collective {
  constructor(
    readonly own: RankCollectives,
    readonly at: number,
  ) {}

  get rank(): number {
    return this.own.rank;
  }
  get step(): string {
    return this.own.text(this.at, STEP);
  }
  get kind(): Collective['kind'] {
    return this.own.text(this.at, DETAIL) === 'p2p' ? 'p2p' : 'collective';
  }
  get name(): string {
    return this.own.text(this.at, NAME);
  }
  get type(): string {
    return this.own.text(this.at, TYPE);
  }
  get group(): string {
    return this.own.text(this.at, GROUP);
  }
  get startNs(): number {
    return this.own.number(this.at, START);
  }
  get elapseNs(): number {
    return this.own.number(this.at, ELAPSE);
  }
  get transitNs(): number {
    return this.own.number(this.at, TRANSIT);
  }
  get waitNs(): number {
    return this.own.number(this.at, WAIT);
  }
  get synchronizationNs(): number {
    return this.own.number(this.at, SYNCHRONIZATION);
  }
  get idleNs(): number {
    return this.own.number(this.at, IDLE);
  }
  get sizeBytes(): number {
    return this.own.number(this.at, BYTES);
  }
  /** Made each time: kept, they would be half of what a job has of objects. */
  get bandwidths(): Bandwidths {
    return this.own.moved?.of(this.at) ?? NONE;
  }
}

/** Numbers of a link, and its texts, as those of a collective. */
const LINK_NUMBERS = ['source', 'peer', 'bytes', 'transitNs'] as const;
const [LINK_SOURCE, LINK_TARGET, LINK_BYTES, LINK_TRANSIT] = LINK_NUMBERS.keys();
const LINK_TEXTS = ['step', 'type', 'name', 'group', 'detail', 'transport'] as const;
const [LINK_STEP, LINK_TYPE, LINK_OP, LINK_GROUP, LINK_DETAIL, LINK_TRANSPORT] = LINK_TEXTS.keys();

/** The links of a rank: as `RankCollectives`. */
class RankLinks {
  readonly numbers: Float64Array;
  readonly firstNumber: number;
  readonly texts: readonly string[];
  /** Behind those of the texts: 1: its ends are places in the group. */
  readonly places: Int32Array;
  readonly firstPlace: number;
  readonly count: number;

  constructor(reader: FactReader, room: ColumnRoom) {
    const { table } = reader;
    const rows = reader.rows(kinds.link);
    const { length } = rows;
    this.count = length;
    this.texts = table.texts;
    this.firstNumber = room.takeNumbers(LINK_NUMBERS.length * length);
    this.numbers = room.numbers;
    this.firstPlace = room.takeWholes((LINK_TEXTS.length + 1) * length);
    this.places = room.wholes;
    const { numbers, firstNumber, places, firstPlace } = this;
    for (const [number, field] of LINK_NUMBERS.entries()) {
      const [column, bit, first] = [table.numbers[field], factBits[field], firstNumber + number * length];
      for (let at = 0; at < length; at++)
        numbers[first + at] = (table.has[rows[at]] & bit) === 0 ? Number.NaN : column[rows[at]];
    }
    for (const [text, field] of LINK_TEXTS.entries()) {
      const [column, bit, first] = [table.places[field], factBits[field], firstPlace + text * length];
      for (let at = 0; at < length; at++)
        places[first + at] = (table.has[rows[at]] & bit) === 0 ? -1 : column[rows[at]];
    }
    for (let at = 0; at < length; at++) {
      if (!table.hasAt(rows[at], 'more')) continue;
      // Of who has no place in the job the file says so.
      const { isGlobal = true, source, target } = reader.rest(kinds.link, rows[at]);
      if (isGlobal !== true) places[firstPlace + LINK_TEXTS.length * length + at] = 1;
      if (!table.hasAt(rows[at], 'source')) numbers[firstNumber + LINK_SOURCE * length + at] = Number(source);
      if (!table.hasAt(rows[at], 'peer')) numbers[firstNumber + LINK_TARGET * length + at] = Number(target);
    }
  }

  all(): LinkTraffic[] {
    const own: LinkTraffic[] = [];
    for (let at = 0; at < this.count; at++) own.push(new ToldLink(this, at));
    return own;
  }

  text(at: number, text: number): string {
    const place = this.places[this.firstPlace + text * this.count + at];
    return place < 0 ? '' : this.texts[place];
  }

  number(at: number, number: number): number {
    return this.numbers[this.firstNumber + number * this.count + at];
  }

  isLocal(at: number): boolean {
    return this.places[this.firstPlace + LINK_TEXTS.length * this.count + at] === 1;
  }
}

/** As `ToldCollective`. */
class ToldLink implements LinkTraffic {
  constructor(
    readonly own: RankLinks,
    readonly at: number,
  ) {}

  get step(): string {
    return this.own.text(this.at, LINK_STEP);
  }
  get kind(): LinkTraffic['kind'] {
    return this.own.text(this.at, LINK_DETAIL) === 'p2p' ? 'p2p' : 'collective';
  }
  get type(): string {
    return this.own.text(this.at, LINK_TYPE);
  }
  get op(): string {
    return this.own.text(this.at, LINK_OP);
  }
  get group(): string {
    return this.own.text(this.at, LINK_GROUP);
  }
  get source(): number {
    return this.own.number(this.at, LINK_SOURCE);
  }
  get target(): number {
    return this.own.number(this.at, LINK_TARGET);
  }
  get isGlobal(): boolean {
    return !this.own.isLocal(this.at);
  }
  get transport(): string {
    return this.own.text(this.at, LINK_TRANSPORT);
  }
  get sizeBytes(): number {
    return this.own.number(this.at, LINK_BYTES);
  }
  get transitNs(): number {
    return this.own.number(this.at, LINK_TRANSIT);
  }
}

/** Of all collectives of a rank. Undefined where none has any. */
function bandwidthsOf(reader: FactReader, collectiveCount: number, room: ColumnRoom): ToldBandwidths | undefined {
  const { table } = reader;
  const { has, numbers: told, places } = table;
  const parentOf = (row: number) => ((has[row] & factBits.parent) === 0 ? 0 : told.parent[row]);
  const rows = reader.rows(kinds.bandwidth).filter((row) => parentOf(row) < collectiveCount);
  if (rows.length === 0) return undefined;
  const columns = {
    from: room.takeWholes(collectiveCount + 1 + rows.length),
    wholes: room.wholes,
    firstNumber: room.takeNumbers(3 * rows.length),
    numbers: room.numbers,
  };
  const { from, wholes, firstNumber, numbers } = columns;
  // Those of a collective behind one another, in the order of the file.
  for (const row of rows) wholes[from + parentOf(row) + 1]++;
  for (let at = 0; at < collectiveCount; at++) wholes[from + at + 1] += wholes[from + at];
  const next = wholes.slice(from, from + collectiveCount + 1);
  const firstTransport = from + collectiveCount + 1;
  const packets = new Array<PacketFacts>(rows.length).fill(NO_PACKETS);
  const [bytesColumn, transitColumn, valueColumn, transports] = [
    told.bytes,
    told.transitNs,
    told.value,
    places.transport,
  ];
  for (const row of rows) {
    const at = next[parentOf(row)]++;
    const own = has[row];
    const bytes = (own & factBits.bytes) === 0 ? Number.NaN : bytesColumn[row];
    const transitNs = (own & factBits.transitNs) === 0 ? Number.NaN : transitColumn[row];
    const number = firstNumber + 3 * at;
    numbers[number] = bytes;
    numbers[number + 1] = transitNs;
    numbers[number + 2] = (own & factBits.value) === 0 ? bytes / transitNs : valueColumn[row];
    wholes[firstTransport + at] = (own & factBits.transport) === 0 ? -1 : transports[row];
    packets[at] = reader.rest(kinds.bandwidth, row) as unknown as PacketFacts;
  }
  return new ToldBandwidths(collectiveCount, columns, table.texts, packets);
}

interface PacketFacts {
  readonly largePacketRatio: number;
  /** Bytes, how many, and ns: those of the transport, where there are none. */
  readonly packets: readonly (readonly [number, number, number?])[];
}

const NO_PACKETS: PacketFacts = { largePacketRatio: Number.NaN, packets: [] };

/** What the collectives of a rank moved: columns by place, those of a collective behind one another. */
class ToldBandwidths {
  constructor(
    readonly collectiveCount: number,
    readonly columns: BandwidthColumns,
    readonly texts: readonly string[],
    /** The same object in many ranks. */
    readonly told: readonly PacketFacts[],
  ) {}

  of(collective: number): Bandwidths {
    const { from: first, wholes } = this.columns;
    const [from, end] = [wholes[first + collective], wholes[first + collective + 1]];
    if (from === end) return NONE;
    const found: Bandwidth[] = [];
    for (let at = from; at < end; at++) found.push(new ToldBandwidth(this, at));
    return found;
  }

  transport(at: number): string {
    const { from, wholes } = this.columns;
    const place = wholes[from + this.collectiveCount + 1 + at];
    return place < 0 ? '' : this.texts[place];
  }

  number(at: number, number: number): number {
    return this.columns.numbers[this.columns.firstNumber + 3 * at + number];
  }
}

/** Among those of many ranks. */
interface BandwidthColumns {
  /** From `from` on: the first of each collective, and where the last one's end; then the place of each one's transport, -1: ''. */
  readonly wholes: Int32Array;
  readonly from: number;
  /** From `firstNumber` on: bytes, ns and GB/s of each. */
  readonly numbers: Float64Array;
  readonly firstNumber: number;
}

/** As `ToldCollective`. Few of its packets are ever looked at. */
class ToldBandwidth implements Bandwidth {
  constructor(
    readonly all: ToldBandwidths,
    readonly at: number,
  ) {}

  get transport(): string {
    return this.all.transport(this.at);
  }
  get sizeBytes(): number {
    return this.all.number(this.at, 0);
  }
  get transitNs(): number {
    return this.all.number(this.at, 1);
  }
  get bandwidthGBps(): number {
    return this.all.number(this.at, 2);
  }
  get largePacketRatio(): number {
    return this.all.told[this.at].largePacketRatio;
  }
  get packets(): Bandwidth['packets'] {
    const { packets } = this.all.told[this.at];
    return packets.map(([sizeBytes, count, timeNs = this.transitNs]) => ({ sizeBytes, count, timeNs }));
  }
}

function seenOf(
  reader: FactReader,
  sinceOrigin: (row: number) => number,
  collectives: readonly Collective[],
  computingNs: readonly (number | undefined)[],
  room: ColumnRoom,
): RankSeen | undefined {
  const { table } = reader;
  const computed = computedOf(reader, sinceOrigin, collectives, computingNs, room);
  const waits = new Map<number, { readonly target: number; readonly afterNs: number }[]>();
  for (const row of reader.rows(kinds.wait)) {
    const parent = table.numberAt(row, 'parent', 0);
    const own = waits.get(parent) ?? [];
    waits.set(parent, own);
    own.push(reader.read(kinds.wait, row));
  }
  const seen = reader.rows(kinds.seen).map((row, at): SeenOnce => {
    const own = collectives[table.numberAt(row, 'parent', -1)];
    const told = reader.read<{ op?: string; group?: string; step?: string; source: number }>(kinds.seen, row);
    const { source, op = own?.name ?? '', group = own?.group ?? '', step = own?.step ?? '' } = told;
    const startNs = own?.startNs ?? sinceOrigin(row);
    const waited = waits.get(at) ?? [];
    return {
      collective: { op, group, step, startNs },
      source,
      waits: waited.map(({ target, afterNs }) => ({ target, endNs: startNs + afterNs })),
    };
  });
  return computed.length === 0 && seen.length === 0 ? undefined : { computed, seen };
}

function computedOf(
  reader: FactReader,
  sinceOrigin: (row: number) => number,
  collectives: readonly Collective[],
  computingNs: readonly (number | undefined)[],
  room: ColumnRoom,
): ToldComputed[] {
  if (computingNs.every((ns) => ns === undefined)) return [];
  const { table } = reader;
  const transfers = new Map(reader.rows(kinds.transfer).map((row) => [table.numberAt(row, 'parent', -1), row]));
  const told: ComputedColumns = {
    first: room.takeNumbers(COMPUTED_NUMBERS * collectives.length),
    numbers: room.numbers,
  };
  const computed: ToldComputed[] = [];
  for (const [at, collective] of collectives.entries()) {
    const ns = computingNs[at];
    if (ns === undefined) continue;
    const row = transfers.get(at);
    const startNs = row === undefined ? collective.startNs : sinceOrigin(row);
    const elapseNs = row === undefined ? collective.elapseNs : table.numberAt(row, 'ns', collective.elapseNs);
    const place = told.first + COMPUTED_NUMBERS * at;
    told.numbers[place] = ns;
    told.numbers[place + 1] = startNs;
    told.numbers[place + 2] = startNs + elapseNs;
    if (row !== undefined && table.numberAt(row, 'value') === 1) told.numbers[place + 3] = 1;
    computed.push(new ToldComputed(collective, told, at));
  }
  return computed;
}

/** Of each collective of a rank. */
interface ComputedColumns {
  /** From `first` on: for how long the rank computed meanwhile, when it began and when it ended; 1 where it was held. */
  readonly numbers: Float64Array;
  readonly first: number;
}

const COMPUTED_NUMBERS = 4;

/** As `ToldCollective`. */
class ToldComputed implements Computed {
  constructor(
    readonly collective: Collective,
    readonly told: ComputedColumns,
    readonly at: number,
  ) {}

  get ns(): number {
    return this.#number(0);
  }
  get startNs(): number {
    return this.#number(1);
  }
  get endNs(): number {
    return this.#number(2);
  }
  get isHeld(): boolean {
    return this.#number(3) === 1;
  }

  #number(number: number): number {
    return this.told.numbers[this.told.first + COMPUTED_NUMBERS * this.at + number];
  }
}

function stretchesOf(reader: FactReader, collectives: readonly Collective[]): ReadonlyMap<string, Before> {
  type Changing = { -readonly [K in keyof Before]: Before[K] };
  const found = new Map<string, Changing>();
  const { table } = reader;
  const of = (row: number): Changing | undefined => {
    const collective = collectives[table.numberAt(row, 'parent', -1)];
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
  for (const row of reader.rows(kinds.stretch)) {
    const own = of(row);
    if (own) own.ns = { ...own.ns, [table.textAt(row, 'type') as Kind]: table.numberAt(row, 'ns') };
  }
  for (const row of reader.rows(kinds.stretchPart)) {
    type Written = Omit<Named, 'evidence'> & { readonly of: Kind; readonly name: string };
    const { of: kind, name, ...part } = reader.read<Written>(kinds.stretchPart, row);
    const own = of(row);
    if (own) own.names = { ...own.names, [kind]: new Map([...own.names[kind], [name, { ...part, evidence: [] }]]) };
  }
  return found;
}
