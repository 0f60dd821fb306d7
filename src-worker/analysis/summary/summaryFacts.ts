/** A rank's summary as facts, and back. */
import type { ChipFacts } from '../../../src-contract';
import { type RankIndex, SPLIT_PARTS } from '../../../src-contract';
import type { Computed } from '../../model/collectives/arrivals';
import {
  type Bandwidth,
  type Collective,
  type CollectiveGroup,
  collectiveKey,
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
import {
  COLLECTIVE_NUMBERS,
  COLLECTIVE_TEXTS,
  type CollectiveColumns,
  ELAPSE,
  IDLE,
  LINK_NUMBERS,
  LINK_SOURCE,
  LINK_TARGET,
  LINK_TEXTS,
  type LinkColumns,
  type MovedColumns,
  type PacketFacts,
  type PacketPool,
  START,
  TRANSIT,
  toldCollectives,
  toldLinks,
  WAIT,
} from './toldCalls';

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

function bandwidthFact({ bandwidthGBps, ...own }: Bandwidth, parent: number): Fact {
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
  const columns = {
    collectives: collectiveColumns(rank, reader, sinceOrigin, alike),
    links: linkColumns(reader, room),
  };
  const collectives = toldCollectives(columns.collectives);
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
    links: toldLinks(columns.links),
    columns,
    seen: seenOf(reader, sinceOrigin, collectives, computingNs, room),
    hostSteps: reader.rows(kinds.hostStep).map((row): HostStep => {
      const { step, ns } = reader.read<{ step: number; ns: number }>(kinds.hostStep, row);
      return { step, startNs: sinceOrigin(row), endNs: sinceOrigin(row) + ns };
    }),
    stretches: stretchesOf(reader, collectives),
  };
}

/** Column by column, each looked up once. */
function collectiveColumns(
  rank: number,
  reader: FactReader,
  sinceOrigin: (row: number) => number,
  { room, packets }: Alike,
): CollectiveColumns {
  const { table } = reader;
  const rows = reader.rows(kinds.collective);
  const { length: count } = rows;
  const moved = movedColumns(reader, count, room, packets);
  const firstPlace = room.takeWholes(COLLECTIVE_TEXTS.length * count);
  const places = room.wholes;
  const firstNumber = room.takeNumbers(COLLECTIVE_NUMBERS.length * count);
  const { numbers } = room;
  for (const [number, field] of COLLECTIVE_NUMBERS.entries()) {
    if (field === 'startNs') continue;
    const [column, bit, first] = [table.numbers[field], factBits[field], firstNumber + number];
    for (let place = 0; place < count; place++)
      numbers[first + COLLECTIVE_NUMBERS.length * place] =
        (table.has[rows[place]] & bit) === 0 ? Number.NaN : column[rows[place]];
  }
  for (let place = 0; place < count; place++) {
    const at = firstNumber + COLLECTIVE_NUMBERS.length * place;
    numbers[at + START] = sinceOrigin(rows[place]);
    if ((table.has[rows[place]] & factBits.idleNs) === 0)
      numbers[at + IDLE] = numbers[at + ELAPSE] - numbers[at + TRANSIT] - numbers[at + WAIT];
  }
  for (const [text, field] of COLLECTIVE_TEXTS.entries()) {
    const [column, bit] = [table.places[field], factBits[field]];
    const first = firstPlace + text * count;
    for (let place = 0; place < count; place++)
      places[first + place] = (table.has[rows[place]] & bit) === 0 ? -1 : column[rows[place]];
  }
  return { rank, count, numbers, firstNumber, places, firstPlace, texts: table.texts, moved };
}

function linkColumns(reader: FactReader, room: ColumnRoom): LinkColumns {
  const { table } = reader;
  const rows = reader.rows(kinds.link);
  const { length: count } = rows;
  const firstNumber = room.takeNumbers(LINK_NUMBERS.length * count);
  const { numbers } = room;
  const firstPlace = room.takeWholes((LINK_TEXTS.length + 1) * count);
  const places = room.wholes;
  for (const [number, field] of LINK_NUMBERS.entries()) {
    const [column, bit, first] = [table.numbers[field], factBits[field], firstNumber + number * count];
    for (let at = 0; at < count; at++)
      numbers[first + at] = (table.has[rows[at]] & bit) === 0 ? Number.NaN : column[rows[at]];
  }
  for (const [text, field] of LINK_TEXTS.entries()) {
    const [column, bit, first] = [table.places[field], factBits[field], firstPlace + text * count];
    for (let at = 0; at < count; at++) places[first + at] = (table.has[rows[at]] & bit) === 0 ? -1 : column[rows[at]];
  }
  for (let at = 0; at < count; at++) {
    if (!table.hasAt(rows[at], 'more')) continue;
    // Of who has no place in the job the file says so.
    const { isGlobal = true, source, target } = reader.rest(kinds.link, rows[at]);
    if (isGlobal !== true) places[firstPlace + LINK_TEXTS.length * count + at] = 1;
    if (!table.hasAt(rows[at], 'source')) numbers[firstNumber + LINK_SOURCE * count + at] = Number(source);
    if (!table.hasAt(rows[at], 'peer')) numbers[firstNumber + LINK_TARGET * count + at] = Number(target);
  }
  return { count, numbers, firstNumber, places, firstPlace, texts: table.texts };
}

/** Undefined where none has any. */
function movedColumns(
  reader: FactReader,
  collectiveCount: number,
  room: ColumnRoom,
  packets: PacketPool,
): MovedColumns | undefined {
  const { table } = reader;
  const { has, numbers: told, places } = table;
  const parentOf = (row: number) => ((has[row] & factBits.parent) === 0 ? 0 : told.parent[row]);
  const rows = reader.rows(kinds.bandwidth).filter((row) => parentOf(row) < collectiveCount);
  const { length: count } = rows;
  if (count === 0) return undefined;
  const from = room.takeWholes(collectiveCount + 1 + 2 * count);
  const { wholes } = room;
  const firstNumber = room.takeNumbers(3 * count);
  const { numbers } = room;
  // Those of a collective behind one another, in the order of the file.
  for (const row of rows) wholes[from + parentOf(row) + 1]++;
  for (let at = 0; at < collectiveCount; at++) wholes[from + at + 1] += wholes[from + at];
  const next = wholes.slice(from, from + collectiveCount + 1);
  const firstTransport = from + collectiveCount + 1;
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
    wholes[firstTransport + count + at] = packets.placeOf(reader.rest(kinds.bandwidth, row) as unknown as PacketFacts);
  }
  return { collectiveCount, count, wholes, from, numbers, firstNumber, texts: table.texts, packets: packets.all };
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
