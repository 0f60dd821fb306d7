import { withExactNumbers } from '../../tables/exactNumbers';
import { instantNs } from '../../tables/numbers';
import {
  type Bandwidth,
  type Collective,
  isPseudoOp,
  type Packet,
  splitOpName,
  stepName,
  trafficBytes,
} from './collective';
import { entriesOf, type JsonObject, numberAt, objectOf } from './jsonFields';

const MS = 1_000_000;

const kinds = ['p2p', 'collective'] as const;

/** Keeps the digits of start times. */
export function withExactStarts(text: string): string {
  return withExactNumbers(text, 'Start Timestamp(us)');
}

/**
 * The collectives of one rank: `{stepN: {p2p, collective: {"op@group": {Communication Time Info, … Bandwidth Info}}}}`.
 * What does not have this shape is left out, and counted.
 */
export function rankOps(rank: number, parsed: unknown, baseNs: bigint): { ops: Collective[]; oddCount: number } {
  const ops: Collective[] = [];
  let oddCount = 0;
  for (const [step, byKind] of entriesOf(parsed)) {
    // Where a bracket is wrong, what was a collective looks like a step.
    if (!kinds.some((kind) => objectOf(byKind)?.[kind] !== undefined)) oddCount++;
    for (const kind of kinds) {
      const byName = objectOf(objectOf(byKind)?.[kind]);
      for (const name in byName) {
        const own = readOp(rank, step, kind, name, byName[name], baseNs);
        if (own === ODD) oddCount++;
        else if (own !== undefined) ops.push(own);
      }
    }
  }
  return { ops, oddCount };
}

/** `cluster_communication.json`: `{p2p | "(0, 1, …)": {stepN: {"op@group": {"rank": {…}}}}}`; the key names the ranks. */
export function clusterOps(parsed: unknown, baseNs: bigint): { ops: Collective[]; oddCount: number } {
  const ops: Collective[] = [];
  let oddCount = 0;
  for (const [set, bySteps] of entriesOf(parsed)) {
    for (const [step, byOps] of entriesOf(bySteps)) {
      for (const [name, byRanks] of entriesOf(byOps)) {
        for (const [rank, value] of entriesOf(byRanks)) {
          const kind = set === 'p2p' ? 'p2p' : 'collective';
          const own = readOp(Number(rank), step, kind, name, value, baseNs);
          if (own === ODD) oddCount++;
          else if (own !== undefined) ops.push(own);
        }
      }
    }
  }
  return { ops, oddCount };
}

/** The ranks in the key of a group of cluster_communication.json, "(0, 1, 2)" or "p2p"; undefined for the latter. */
export function rankSet(key: string): number[] | undefined {
  const numbers = key.match(/\d+/g);
  return /^\s*\(/.test(key) && numbers ? numbers.map(Number) : undefined;
}

/** It is not written as it should be. */
const ODD = 'odd';

/** Undefined: the profiler's own sum. */
function readOp(
  rank: number,
  step: string,
  kind: Collective['kind'],
  fullName: string,
  value: unknown,
  baseNs: bigint,
): Collective | typeof ODD | undefined {
  if (isPseudoOp(fullName)) return undefined;
  const info = objectOf(value);
  const time = objectOf(info?.['Communication Time Info']);
  const bandwidths = bandwidthsOf(info?.['Communication Bandwidth Info']);
  if (!time || !bandwidths || !Number.isInteger(rank)) return ODD;
  const { name, group, type } = splitOpName(fullName);
  const op: Collective = {
    rank,
    step: stepName(step),
    kind,
    name,
    group,
    type,
    startNs: startOf(time, baseNs),
    elapseNs: numberAt(time, 'Elapse Time(ms)') * MS,
    transitNs: numberAt(time, 'Transit Time(ms)') * MS,
    waitNs: numberAt(time, 'Wait Time(ms)') * MS,
    synchronizationNs: numberAt(time, 'Synchronization Time(ms)') * MS,
    idleNs: numberAt(time, 'Idle Time(ms)') * MS,
    sizeBytes: Number.NaN,
    bandwidths,
  };
  const isOdd = Number.isNaN(op.elapseNs + op.transitNs + op.waitNs + op.synchronizationNs + op.idleNs);
  return isOdd ? ODD : op;
}

/** NaN where the file does not tell it. */
function startOf(time: JsonObject, baseNs: bigint): number {
  const start = time['Start Timestamp(us)'];
  return typeof start === 'string' || typeof start === 'number' ? instantNs(String(start), 3, baseNs) : Number.NaN;
}

/**
 * Of the transports that carried anything; undefined where it is not written as it should be. Members one by one, here and in packets: a
 * pair for each of some 10^5 would be most of what is made.
 */
function bandwidthsOf(value: unknown): Bandwidth[] | undefined {
  if (value === undefined) return [];
  const transports = objectOf(value);
  if (!transports) return undefined;
  const bandwidths: Bandwidth[] = [];
  for (const transport in transports) {
    const info = objectOf(transports[transport]);
    if (!info) return undefined;
    const sizeBytes = trafficBytes(numberAt(info, 'Transit Size(MB)'));
    const transitNs = numberAt(info, 'Transit Time(ms)') * MS;
    if (Number.isNaN(sizeBytes + transitNs)) return undefined;
    if (sizeBytes === 0 && transitNs === 0) continue;
    bandwidths.push({
      transport,
      sizeBytes,
      transitNs,
      bandwidthGBps: numberAt(info, 'Bandwidth(GB/s)'),
      largePacketRatio: numberAt(info, 'Large Packet Ratio'),
      packets: packetsOf(info['Size Distribution']),
    });
  }
  return bandwidths;
}

/** `{"4.32": [count, ms]}`, by MB. */
function packetsOf(value: unknown): Packet[] {
  const packets: Packet[] = [];
  const sizes = objectOf(value);
  for (const size in sizes) {
    const counted = sizes[size];
    if (!Array.isArray(counted)) continue;
    const count: unknown = counted[0];
    const timeMs: unknown = counted[1];
    const sizeBytes = trafficBytes(Number(size));
    if (!Number.isFinite(sizeBytes) || typeof count !== 'number' || !(count > 0)) continue;
    packets.push({ sizeBytes, count, timeNs: typeof timeMs === 'number' ? timeMs * MS : 0 });
  }
  return packets;
}
