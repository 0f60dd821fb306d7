import type { RankTrace } from '../trace/rankTrace';
import {
  type CommunicationTimes,
  communicationTimes,
  type Transport,
  transportSums,
  transports,
} from './communicationTimes';
import type { TableFile } from './tableWriter';

/** Above this a packet counts as large, by transport, bytes. */
const largePacketBytes = {
  RDMA: 1_000_000,
  HCCS: 32_000_000,
  PCIE: 32_000_000,
  SDMA: 16_000_000,
  SIO: 32_000_000,
} as const;

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
const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
const share = (part: number, rest: number): number => (part === 0 ? 0 : round4(part / (part + rest)));

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
  const sums = transportSums(tasks);
  const info = (transport: Transport) => {
    const sum = sums.get(transport);
    if (sum === undefined) {
      return {
        'Transit Size(MB)': 0,
        'Transit Time(ms)': 0,
        'Bandwidth(GB/s)': 0,
        'Large Packet Ratio': 0,
        'Size Distribution': {},
      };
    }
    const packets = [...sum.packets];
    const count = packets.reduce((total, [, packet]) => total + packet.count, 0);
    const large = packets.reduce(
      (total, [size, packet]) => total + (size >= largePacketBytes[transport] ? packet.count : 0),
      0,
    );
    return {
      'Transit Size(MB)': mb(sum.bytes),
      'Transit Time(ms)': ms(sum.durationNs),
      'Bandwidth(GB/s)': round4(sum.bytes / sum.durationNs),
      'Large Packet Ratio': round4(large / count),
      // SDMA repeats the sums of its parts, without their packets.
      'Size Distribution':
        transport === 'SDMA'
          ? {}
          : Object.fromEntries(
              packets.map(([size, packet]) => [String(mb(size)), [packet.count, ms(packet.durationNs)]]),
            ),
    };
  };
  const entries = transports.map((transport) => [transport, info(transport)] as const);
  return Object.fromEntries(entries) as Record<Transport, object>;
}

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
        'Bandwidth(GB/s)': durationNs === 0 ? 0 : round4(bytes / durationNs),
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
