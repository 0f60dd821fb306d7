/**
 * Collectives and links of a rank's summary, as objects that look into columns. A job has them by the million: a number that is a member of an
 * object is an object by itself, which the collector looks at and copies. Columns lie in shared memory: another thread makes the same objects of
 * them.
 */
import type { Bandwidth, Collective, LinkTraffic } from '../../model/collectives/collective';

type Bandwidths = Collective['bandwidths'];
const NONE: Bandwidths = [];

/** What a rank has of both. */
export interface CallsOfRank {
  readonly collectives: CollectiveColumns;
  readonly links: LinkColumns;
}

/** Among those of many ranks, as all here. */
export interface CollectiveColumns {
  readonly rank: number;
  readonly count: number;
  /** From `firstNumber` on `COLLECTIVE_NUMBERS` of each. */
  readonly numbers: Float64Array;
  readonly firstNumber: number;
  /** From `firstPlace` on places among `texts`, one of `COLLECTIVE_TEXTS` of all behind another's; -1: ''. */
  readonly places: Int32Array;
  readonly firstPlace: number;
  /** Of all files. */
  readonly texts: readonly string[];
  /** Undefined where none moved anything. */
  readonly moved: MovedColumns | undefined;
}

/** What the collectives of a rank moved: those of a collective behind one another. */
export interface MovedColumns {
  readonly collectiveCount: number;
  readonly count: number;
  /** From `from` on: the first of each collective, and where the last one's end; then places: of each one's transport, -1: '', and of its packets. */
  readonly wholes: Int32Array;
  readonly from: number;
  /** From `firstNumber` on: bytes, ns and GB/s of each. */
  readonly numbers: Float64Array;
  readonly firstNumber: number;
  readonly texts: readonly string[];
  readonly packets: readonly PacketFacts[];
}

/** Of many ranks the same. */
export interface PacketFacts {
  readonly largePacketRatio: number;
  /** Bytes, how many, and ns: those of the transport, where there are none. */
  readonly packets: readonly (readonly [number, number, number?])[];
}

/** Different ones are told by their places in a list. */
export class PacketPool {
  readonly all: PacketFacts[] = [];
  readonly #places = new Map<PacketFacts, number>();

  placeOf(own: PacketFacts): number {
    const known = this.#places.get(own);
    if (known !== undefined) return known;
    const place = this.all.length;
    // Where hardly any stands twice, looking for it takes more than it spares.
    if (place < MOST_KNOWN) this.#places.set(own, place);
    this.all.push(own);
    return place;
  }
}

const MOST_KNOWN = 50_000;

/** As `CollectiveColumns`; but each number of all stands behind another's. */
export interface LinkColumns {
  readonly count: number;
  readonly numbers: Float64Array;
  readonly firstNumber: number;
  /** Behind those of the texts: 1: its ends are places in the group. */
  readonly places: Int32Array;
  readonly firstPlace: number;
  readonly texts: readonly string[];
}

export const COLLECTIVE_NUMBERS = [
  'startNs',
  'ns',
  'transitNs',
  'waitNs',
  'synchronizationNs',
  'idleNs',
  'bytes',
] as const;
const NUMBERS = COLLECTIVE_NUMBERS.length;
export const [START, ELAPSE, TRANSIT, WAIT, SYNCHRONIZATION, IDLE, BYTES] = COLLECTIVE_NUMBERS.keys();
export const COLLECTIVE_TEXTS = ['step', 'name', 'type', 'group', 'detail'] as const;
const [STEP, NAME, TYPE, GROUP, DETAIL] = COLLECTIVE_TEXTS.keys();

export const LINK_NUMBERS = ['source', 'peer', 'bytes', 'transitNs'] as const;
export const [LINK_SOURCE, LINK_TARGET, LINK_BYTES, LINK_TRANSIT] = LINK_NUMBERS.keys();
export const LINK_TEXTS = ['step', 'type', 'name', 'group', 'detail', 'transport'] as const;
const [LINK_STEP, LINK_TYPE, LINK_OP, LINK_GROUP, LINK_DETAIL, LINK_TRANSPORT] = LINK_TEXTS.keys();

export function toldCollectives(columns: CollectiveColumns): Collective[] {
  const own: Collective[] = [];
  for (let at = 0; at < columns.count; at++) own.push(new ToldCollective(columns, at));
  return own;
}

export function toldLinks(columns: LinkColumns): LinkTraffic[] {
  const own: LinkTraffic[] = [];
  for (let at = 0; at < columns.count; at++) own.push(new ToldLink(columns, at));
  return own;
}

/** Of a collective or a link, one of its texts. */
function textAt({ places, firstPlace, count, texts }: CollectiveColumns | LinkColumns, at: number, text: number) {
  const place = places[firstPlace + text * count + at];
  return place < 0 ? '' : texts[place];
}

/** Not to be spread: its members are its class's. */
class ToldCollective implements Collective {
  constructor(
    readonly own: CollectiveColumns,
    readonly at: number,
  ) {}

  get rank(): number {
    return this.own.rank;
  }
  get step(): string {
    return textAt(this.own, this.at, STEP);
  }
  get kind(): Collective['kind'] {
    return textAt(this.own, this.at, DETAIL) === 'p2p' ? 'p2p' : 'collective';
  }
  get name(): string {
    return textAt(this.own, this.at, NAME);
  }
  get type(): string {
    return textAt(this.own, this.at, TYPE);
  }
  get group(): string {
    return textAt(this.own, this.at, GROUP);
  }
  get startNs(): number {
    return numberAt(this.own, this.at, START);
  }
  get elapseNs(): number {
    return numberAt(this.own, this.at, ELAPSE);
  }
  get transitNs(): number {
    return numberAt(this.own, this.at, TRANSIT);
  }
  get waitNs(): number {
    return numberAt(this.own, this.at, WAIT);
  }
  get synchronizationNs(): number {
    return numberAt(this.own, this.at, SYNCHRONIZATION);
  }
  get idleNs(): number {
    return numberAt(this.own, this.at, IDLE);
  }
  get sizeBytes(): number {
    return numberAt(this.own, this.at, BYTES);
  }
  /** Made each time: kept, they would be half of what a job has of objects. */
  get bandwidths(): Bandwidths {
    return this.own.moved ? movedBy(this.own.moved, this.at) : NONE;
  }
}

function numberAt({ numbers, firstNumber }: CollectiveColumns, at: number, number: number): number {
  return numbers[firstNumber + NUMBERS * at + number];
}

/** As `ToldCollective`. */
class ToldLink implements LinkTraffic {
  constructor(
    readonly own: LinkColumns,
    readonly at: number,
  ) {}

  get step(): string {
    return textAt(this.own, this.at, LINK_STEP);
  }
  get kind(): LinkTraffic['kind'] {
    return textAt(this.own, this.at, LINK_DETAIL) === 'p2p' ? 'p2p' : 'collective';
  }
  get type(): string {
    return textAt(this.own, this.at, LINK_TYPE);
  }
  get op(): string {
    return textAt(this.own, this.at, LINK_OP);
  }
  get group(): string {
    return textAt(this.own, this.at, LINK_GROUP);
  }
  get source(): number {
    return linkNumberAt(this.own, this.at, LINK_SOURCE);
  }
  get target(): number {
    return linkNumberAt(this.own, this.at, LINK_TARGET);
  }
  get isGlobal(): boolean {
    const { places, firstPlace, count } = this.own;
    return places[firstPlace + LINK_TEXTS.length * count + this.at] !== 1;
  }
  get transport(): string {
    return textAt(this.own, this.at, LINK_TRANSPORT);
  }
  get sizeBytes(): number {
    return linkNumberAt(this.own, this.at, LINK_BYTES);
  }
  get transitNs(): number {
    return linkNumberAt(this.own, this.at, LINK_TRANSIT);
  }
}

function linkNumberAt({ numbers, firstNumber, count }: LinkColumns, at: number, number: number): number {
  return numbers[firstNumber + number * count + at];
}

function movedBy(columns: MovedColumns, collective: number): Bandwidths {
  const { from: first, wholes } = columns;
  const [from, end] = [wholes[first + collective], wholes[first + collective + 1]];
  if (from === end) return NONE;
  const found: Bandwidth[] = [];
  for (let at = from; at < end; at++) found.push(new ToldBandwidth(columns, at));
  return found;
}

/** As `ToldCollective`. Few of its packets are ever looked at. */
class ToldBandwidth implements Bandwidth {
  constructor(
    readonly all: MovedColumns,
    readonly at: number,
  ) {}

  get transport(): string {
    const { wholes, from, collectiveCount, texts } = this.all;
    const place = wholes[from + collectiveCount + 1 + this.at];
    return place < 0 ? '' : texts[place];
  }
  get sizeBytes(): number {
    return this.#number(0);
  }
  get transitNs(): number {
    return this.#number(1);
  }
  get bandwidthGBps(): number {
    return this.#number(2);
  }
  get largePacketRatio(): number {
    return this.#packets.largePacketRatio;
  }
  get packets(): Bandwidth['packets'] {
    const { packets } = this.#packets;
    return packets.map(([sizeBytes, count, timeNs = this.transitNs]) => ({ sizeBytes, count, timeNs }));
  }

  #number(number: number): number {
    return this.all.numbers[this.all.firstNumber + 3 * this.at + number];
  }

  get #packets(): PacketFacts {
    const { wholes, from, collectiveCount, count, packets } = this.all;
    return packets[wholes[from + collectiveCount + 1 + count + this.at]];
  }
}
