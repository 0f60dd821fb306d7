import { z } from 'zod';
import { instantNs } from '../tables/numbers';
import { type Bandwidth, type CommOp, isPseudoOp, type Packet, splitOpName, stepName, trafficBytes } from './model';

const MS = 1_000_000;

const timeInfo = z.object({
  'Start Timestamp(us)': z.union([z.string(), z.number()]).optional(),
  'Elapse Time(ms)': z.number().default(0),
  'Transit Time(ms)': z.number().default(0),
  'Wait Time(ms)': z.number().default(0),
  'Synchronization Time(ms)': z.number().default(0),
  'Idle Time(ms)': z.number().default(0),
});

const bandwidthInfo = z.object({
  'Transit Size(MB)': z.number().default(0),
  'Transit Time(ms)': z.number().default(0),
  'Bandwidth(GB/s)': z.number().default(0),
  'Large Packet Ratio': z.number().default(0),
  'Size Distribution': z.record(z.string(), z.array(z.number())).default({}),
});

const opInfo = z.object({
  'Communication Time Info': timeInfo,
  'Communication Bandwidth Info': z.record(z.string(), bandwidthInfo).default({}),
});

const kinds = ['p2p', 'collective'] as const;

/** Keeps the digits of start times: as a JSON number they would lose up to 125 ns. */
export function withExactStarts(text: string): string {
  return text.replace(/("Start Timestamp\(us\)"\s*:\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g, '$1"$2"');
}

/**
 * The collectives of one rank: `{stepN: {p2p, collective: {"op@group": {Communication Time Info, … Bandwidth Info}}}}`.
 * What does not have this shape is left out, and counted.
 */
export function rankOps(rank: number, parsed: unknown, baseNs: bigint): { ops: CommOp[]; oddCount: number } {
  const ops: CommOp[] = [];
  let oddCount = 0;
  for (const [step, byKind] of entriesOf(parsed)) {
    for (const kind of kinds) {
      for (const [name, value] of entriesOf(memberOf(byKind, kind))) {
        const { ops: own, isOdd } = readOp(rank, step, kind, name, value, baseNs);
        if (isOdd) oddCount++;
        ops.push(...own);
      }
    }
  }
  return { ops, oddCount };
}

/** `cluster_communication.json`: `{p2p | "(0, 1, …)": {stepN: {"op@group": {"rank": {…}}}}}`; the key names the ranks. */
export function clusterOps(parsed: unknown, baseNs: bigint): { ops: CommOp[]; oddCount: number } {
  const ops: CommOp[] = [];
  let oddCount = 0;
  for (const [set, bySteps] of entriesOf(parsed)) {
    for (const [step, byOps] of entriesOf(bySteps)) {
      for (const [name, byRanks] of entriesOf(byOps)) {
        for (const [rank, value] of entriesOf(byRanks)) {
          const kind = set === 'p2p' ? 'p2p' : 'collective';
          const { ops: own, isOdd } = readOp(Number(rank), step, kind, name, value, baseNs);
          if (isOdd) oddCount++;
          ops.push(...own);
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

function readOp(
  rank: number,
  step: string,
  kind: CommOp['kind'],
  fullName: string,
  value: unknown,
  baseNs: bigint,
): { ops: CommOp[]; isOdd: boolean } {
  if (isPseudoOp(fullName)) return { ops: [], isOdd: false };
  const { success, data } = opInfo.safeParse(value);
  if (!success || !Number.isInteger(rank)) return { ops: [], isOdd: true };
  const time = data['Communication Time Info'];
  const start = time['Start Timestamp(us)'];
  const startNs = start === undefined ? Number.NaN : instantNs(String(start), 3, baseNs);
  const op: CommOp = {
    rank,
    step: stepName(step),
    kind,
    ...splitOpName(fullName),
    startNs,
    elapseNs: time['Elapse Time(ms)'] * MS,
    transitNs: time['Transit Time(ms)'] * MS,
    waitNs: time['Wait Time(ms)'] * MS,
    synchronizationNs: time['Synchronization Time(ms)'] * MS,
    idleNs: time['Idle Time(ms)'] * MS,
    bandwidths: Object.entries(data['Communication Bandwidth Info']).flatMap(([transport, info]) =>
      bandwidthOf(transport, info),
    ),
  };
  return { ops: [op], isOdd: false };
}

function bandwidthOf(transport: string, info: z.infer<typeof bandwidthInfo>): Bandwidth[] {
  const sizeBytes = trafficBytes(info['Transit Size(MB)']);
  const transitNs = info['Transit Time(ms)'] * MS;
  if (sizeBytes === 0 && transitNs === 0) return [];
  const packets = Object.entries(info['Size Distribution']).map(
    ([size, [count = 0, timeMs = 0]]): Packet => ({
      sizeBytes: trafficBytes(Number(size)),
      count,
      timeNs: timeMs * MS,
    }),
  );
  return [
    {
      transport,
      sizeBytes,
      transitNs,
      bandwidthGBps: info['Bandwidth(GB/s)'],
      largePacketRatio: info['Large Packet Ratio'],
      packets: packets.filter(({ sizeBytes, count }) => Number.isFinite(sizeBytes) && count > 0),
    },
  ];
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function memberOf(value: unknown, key: string): unknown {
  return entriesOf(value).find(([name]) => name === key)?.[1];
}
