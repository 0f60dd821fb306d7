import type { RankIndex } from '../../../src-contract';
import { maxOf, meanOf } from '../../base/aggregates';
import { graphOpOf } from '../../names/opScopes';

/** One collective (or send, receive) of one rank, as the profiler sums it up. */
export interface Collective {
  readonly rank: number;
  readonly step: string;
  readonly kind: 'p2p' | 'collective';
  /** "hcom_allReduce__271_0_1", without its group. */
  readonly name: string;
  /** "allReduce". */
  readonly type: string;
  readonly group: string;
  /** Since the tables' base; NaN where the file does not tell it. */
  readonly startNs: number;
  readonly elapseNs: number;
  readonly transitNs: number;
  readonly waitNs: number;
  readonly synchronizationNs: number;
  readonly idleNs: number;
  /** What the rank puts in, by its args; NaN where nothing tells it. What was moved over links is in `bandwidths`. */
  readonly sizeBytes: number;
  readonly bandwidths: readonly Bandwidth[];
}

/** What a collective moved over one transport. SDMA holds what HCCS, PCIE and SIO hold once more: never add those up. */
export interface Bandwidth {
  readonly transport: string;
  readonly sizeBytes: number;
  readonly transitNs: number;
  readonly bandwidthGBps: number;
  /** Share of packets that are large enough to be fast. */
  readonly largePacketRatio: number;
  readonly packets: readonly Packet[];
}

export interface Packet {
  readonly sizeBytes: number;
  readonly count: number;
  readonly timeNs: number;
}

/** Traffic from one rank to another. */
export interface LinkTraffic {
  readonly step: string;
  readonly kind: 'p2p' | 'collective';
  /** "allreduce" of "allreduce-total@…"; of one collective as there. See `SummedTypes`. */
  readonly type: string;
  /** The one collective it belongs to; '' for the sum over all of the type. */
  readonly op: string;
  readonly group: string;
  readonly source: number;
  readonly target: number;
  readonly isGlobal: boolean;
  readonly transport: string;
  readonly sizeBytes: number;
  readonly transitNs: number;
}

export interface CollectiveGroup {
  readonly key: string;
  readonly name: string;
  readonly ranks: readonly number[];
}

export interface CollectiveRank {
  readonly rank: number;
  readonly index: RankIndex | undefined;
  readonly label: string;
}

/** Where the times come from. */
export type CommunicationSource = 'communication.json' | 'analysis.db' | 'profiler.db' | 'cluster' | 'timeline';

export interface Collectives {
  readonly ranks: readonly CollectiveRank[];
  readonly ops: readonly Collective[];
  readonly groups: ReadonlyMap<string, CollectiveGroup>;
  readonly sources: ReadonlySet<CommunicationSource>;
}

/** The files' MB of traffic are powers of ten: their bandwidths in GB/s follow from them so. Bytes are whole. */
export function trafficBytes(megabytes: number): number {
  return Math.round(megabytes * 1_000_000);
}

/** "hcom_allReduce__271_0_1@group" → its parts. Sums over several collectives have no part behind the type. */
export function splitOpName(full: string): { readonly name: string; readonly group: string; readonly type: string } {
  const at = full.indexOf('@');
  const name = at < 0 ? full : full.slice(0, at);
  const group = at < 0 ? '' : full.slice(at + 1);
  return { name, group, type: opType(name) };
}

/**
 * "allReduce" of "hcom_allReduce__271_0_1", "hcom_allReduce_" or "HcclAllReduce"; of MindSpore's "Default/AllReduce-op534_0" too,
 * which is the op of its graph with the scopes that it stands in.
 */
export function opType(name: string): string {
  const match =
    /^hcom_([A-Za-z]+)_*(?:_\d.*)?$/.exec(name) ??
    /^Hccl([A-Za-z]+)/.exec(name) ??
    /^([A-Za-z]+)$/.exec(graphOpOf(name) ?? '');
  return match ? match[1][0].toLowerCase() + match[1].slice(1) : name;
}

/** Of a collective whose library's number is told beside it: "allReduce Seq 41". Two of one number, a batch, have "(2)" behind it. */
export function numberedName(type: string, sequence: number): string {
  return `${type} Seq ${sequence}`;
}

/**
 * The library's number of it among those of its group, the same on all ranks: "12_1" of "hcom_allReduce__271_12_1", "41" of "allReduce Seq 41".
 * Undefined where the name has none, or one that was counted here.
 */
export function libraryNumber(name: string): string | undefined {
  return /^hcom_\w+?__\d+_(\d+_\d+)$/.exec(name)?.[1] ?? /^\w+ Seq (\d+(?: \(\d+\))?)$/.exec(name)?.[1];
}

/** What `collectiveKey` is made of: for many of them, see `TupleMap`. */
export function collectiveKeys({ step, group, name }: Pick<Collective, 'step' | 'group' | 'name'>): CollectiveKeys {
  return [step, group, name];
}

export type CollectiveKeys = readonly [step: string, group: string, name: string];

/** The same for all ranks that take part in a collective. */
export function collectiveKey({ step, group, name }: Pick<Collective, 'step' | 'group' | 'name'>): string {
  return `${step}\n${group}\n${name}`;
}

/** Of the ranks of one collective: how much shorter than the longest their calls are on average (Hermes: T_max − T_avg). */
export function wastedNs(calls: readonly Collective[]): number {
  const times = calls.map(({ elapseNs }) => elapseNs).filter((ns) => !Number.isNaN(ns));
  return times.length === 0 ? 0 : maxOf(times) - meanOf(times);
}

/** Whether these calls of one name are one collective of two ranks or more: names that can't be read (a damaged file) are alike on one rank. */
export function isShared(calls: readonly Collective[]): boolean {
  return calls.length > 1 && new Set(calls.map(({ rank }) => rank)).size === calls.length;
}

/** Sends and receives, alone or in a batch: not all ranks of the group take part. */
export function isPointToPoint(type: string): boolean {
  return /send|recv|receive/i.test(type);
}

/** The profiler's own sum over all collectives of a step; adding it to them would count everything twice. */
export function isPseudoOp(name: string): boolean {
  return /^total op info/i.test(name);
}

/** "step13" → "13". */
export function stepName(text: string): string {
  return text.replace(/^step\s*/i, '');
}
