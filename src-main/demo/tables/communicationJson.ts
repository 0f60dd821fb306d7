import {
  type CommunicationTimes,
  communicationTimes,
  rounded4,
  type Transport,
  transportFigures,
  transportSums,
  transports,
} from '../facts/communicationTimes';
import type { RankTrace } from '../trace/rankTrace';
import type { TableFile } from './tableWriter';

/** communication.json: the times of every collective and what it moved over each transport. */
export const communicationFile: TableFile = {
  fileName: 'communication.json',
  create: (trace) => {
    let isFirst = true;
    return {
      begin: () => '{',
      *step(records) {
        yield `${isFirst ? '' : ', '}"step${records.step}": {`;
        isFirst = false;
        for (const kind of ['p2p', 'collective'] as const) {
          yield `${kind === 'p2p' ? '' : ', '}"${kind}": {`;
          const total = new Total();
          let separator = '';
          for (const times of communicationTimes(records, kind)) {
            total.add(times);
            yield `${separator}"${times.record.name}@${times.record.group.id}": ${opText(trace, times)}`;
            separator = ', ';
          }
          if (separator !== '') yield `${separator}"Total Op Info": ${total.text()}`;
          yield '}';
        }
        yield '}';
      },
      end: () => '}',
    };
  },
};

const ms = (ns: number): number => ns / 1e6;
const mb = (bytes: number): number => bytes / 1e6;
const share = (part: number, rest: number): number => (part === 0 ? 0 : rounded4(part / (part + rest)));

function opText(trace: RankTrace, times: CommunicationTimes): string {
  const { elapseNs, transitNs, waitNs, synchronizationNs } = times;
  return JSON.stringify({
    'Communication Time Info': {
      // The profiler keeps this one as a float64: a tenth of a µs is what is left of it.
      'Start Timestamp(us)': Number(trace.clock.micros(times.record.startNs)),
      ...timeInfo(elapseNs, transitNs, waitNs, synchronizationNs),
    },
    'Communication Bandwidth Info': bandwidthInfo(times),
  });
}

function timeInfo(elapseNs: number, transitNs: number, waitNs: number, synchronizationNs: number) {
  return {
    'Elapse Time(ms)': ms(elapseNs),
    'Transit Time(ms)': ms(transitNs),
    'Wait Time(ms)': ms(waitNs),
    'Synchronization Time(ms)': ms(synchronizationNs),
    'Idle Time(ms)': ms(elapseNs - transitNs - waitNs),
    'Wait Time Ratio': share(waitNs, transitNs),
    'Synchronization Time Ratio': share(synchronizationNs, transitNs),
  };
}

function bandwidthInfo({ tasks }: CommunicationTimes): Record<Transport, object> {
  const figures = new Map(transportFigures(tasks).map((each) => [each.transport, each]));
  const entries = transports.map((transport) => {
    const { sizeMB, timeMs, bandwidthGBps, largePacketRatio, packets } = figures.get(transport) ?? nothing;
    const info = {
      'Transit Size(MB)': sizeMB,
      'Transit Time(ms)': timeMs,
      'Bandwidth(GB/s)': bandwidthGBps,
      'Large Packet Ratio': largePacketRatio,
      'Size Distribution': Object.fromEntries(packets.map((of) => [String(of.sizeMB), [of.count, of.timeMs]])),
    };
    return [transport, info] as const;
  });
  return Object.fromEntries(entries) as Record<Transport, object>;
}

const nothing = { sizeMB: 0, timeMs: 0, bandwidthGBps: 0, largePacketRatio: 0, packets: [] } as const;

/** The pseudo-op that sums up all others of a step. */
class Total {
  private elapseNs = 0;
  private transitNs = 0;
  private waitNs = 0;
  private synchronizationNs = 0;
  private readonly bytes = new Map<Transport, number>();
  private readonly durationNs = new Map<Transport, number>();

  add(times: CommunicationTimes): void {
    this.elapseNs += times.elapseNs;
    this.transitNs += times.transitNs;
    this.waitNs += times.waitNs;
    this.synchronizationNs += times.synchronizationNs;
    for (const [transport, sum] of transportSums(times.tasks)) {
      this.bytes.set(transport, (this.bytes.get(transport) ?? 0) + sum.bytes);
      this.durationNs.set(transport, (this.durationNs.get(transport) ?? 0) + sum.durationNs);
    }
  }

  text(): string {
    const bandwidth = transports.map((transport) => {
      const bytes = this.bytes.get(transport) ?? 0;
      const durationNs = this.durationNs.get(transport) ?? 0;
      const sums = {
        'Transit Time(ms)': ms(durationNs),
        'Transit Size(MB)': mb(bytes),
        'Bandwidth(GB/s)': durationNs === 0 ? 0 : rounded4(bytes / durationNs),
        'Size Distribution': {},
      };
      return [transport, sums] as const;
    });
    return JSON.stringify({
      'Communication Time Info': timeInfo(this.elapseNs, this.transitNs, this.waitNs, this.synchronizationNs),
      'Communication Bandwidth Info': Object.fromEntries(bandwidth),
    });
  }
}
