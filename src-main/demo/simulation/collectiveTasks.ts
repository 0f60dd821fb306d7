import type { CollectiveLaunch } from '../model/program';
import { hash2 } from '../random';
import {
  finishNs,
  firstRecordNs,
  firstWaitNs,
  type LinkType,
  linkCount,
  planesPerPeer,
  recordNs,
  recordSpacingNs,
  settleNs,
  waitSpacingNs,
} from './collectiveTiming';
import type { CollectiveRecord } from './stepRecords';

export type CollectiveTaskKind = 'Memcpy' | 'Reduce_Inline' | 'RDMASend' | 'Notify_Record' | 'Notify_Wait';

/** One task of a collective on a plane. */
export interface CollectiveTask {
  readonly plane: number;
  readonly kind: CollectiveTaskKind;
  readonly startNs: number;
  readonly durationNs: number;
  /** Position in the group of the peer; this rank's own for local copies. */
  readonly peer: number;
  readonly sizeBytes: number;
  readonly link: LinkType;
}

/** Planes that a group of this size uses: 0 for local copies, the others for the links to the peers. */
export function planeCount(memberCount: number): number {
  return 1 + linkCount(memberCount);
}

/**
 * The tasks of a collective on this rank, in order of start as far as the planes allow. All lie inside the collective.
 */
export function collectiveTasks(record: CollectiveRecord, launch: CollectiveLaunch): CollectiveTask[] {
  const { group, members, startNs, readyNs, endNs, wire } = record;
  const me = group.groupRank;
  const myPlace = members.indexOf(me);
  const perPeer = planesPerPeer(members.length);
  // One entry for each plane: the place in `members` of the peer it leads to.
  const peers = Array.from(
    { length: linkCount(members.length) },
    (_, i) => (myPlace + 1 + Math.floor(i / perPeer)) % members.length,
  );
  const tasks: CollectiveTask[] = [];
  const add = (
    plane: number,
    kind: CollectiveTaskKind,
    atNs: number,
    durationNs: number,
    peer: number,
    sizeBytes: number,
    link: LinkType,
  ): void => {
    tasks.push({ plane, kind, startNs: atNs, durationNs, peer, sizeBytes, link });
  };
  const localBytes = wire.phases[0]!.transfer(myPlace, myPlace).packetBytes;
  const localNs = Math.min(2_400, 600 + Math.round(localBytes / 12_000));

  add(0, 'Memcpy', startNs + 1_820, localNs, me, localBytes, 'ON_CHIP');
  peers.forEach((place, i) => {
    add(
      i + 1,
      'Notify_Record',
      startNs + firstRecordNs + i * recordSpacingNs,
      recordNs + 20 * (place % 3),
      members[place]!,
      0,
      'HCCS',
    );
  });
  peers.forEach((place, i) => {
    const waitNs = startNs + firstWaitNs + i * waitSpacingNs;
    const heardNs = record.arrivalNs[place]! + firstRecordNs + recordNs;
    add(i + 1, 'Notify_Wait', waitNs, Math.max(0, heardNs - waitNs), members[place]!, 0, 'HCCS');
  });

  let atNs = readyNs;
  for (const phase of wire.phases) {
    peers.forEach((place, i) => {
      const { link, packets, packetBytes, packetNs } = phase.transfer(myPlace, place);
      const delayNs = i * recordSpacingNs;
      const spread = 1 - (hash2(record.launchRow, i) % 24) / 1000;
      // The packets follow each other; the first one makes up for the link's later beginning.
      const usualNs = Math.round(packetNs * spread);
      const firstNs = Math.max(500, usualNs - delayNs);
      if (!sendsData(launch)) {
        const waitedNs = firstNs + (packets - 1) * usualNs;
        add(i + 1, 'Notify_Wait', atNs + delayNs, waitedNs, members[place]!, 0, link);
        return;
      }
      const kind = link === 'RDMA' ? 'RDMASend' : phase.kind === 'reduce' ? 'Reduce_Inline' : 'Memcpy';
      let packetStartNs = atNs + delayNs;
      for (let packet = 0; packet < packets; packet++) {
        const durationNs = packet === 0 ? firstNs : usualNs;
        add(i + 1, kind, packetStartNs, durationNs, members[place]!, packetBytes, link);
        packetStartNs += durationNs;
      }
    });
    atNs += phase.durationNs;
    peers.forEach((place, i) => {
      add(i + 1, 'Notify_Record', atNs + 400 + i * 580, recordNs, members[place]!, 0, 'HCCS');
    });
    peers.forEach((place, i) => {
      const waitedNs = [0, 20, 0, 1_340][hash2(record.launchRow + 1, i) % 4]!;
      add(i + 1, 'Notify_Wait', atNs + 1_500 + i * (waitSpacingNs + 600), waitedNs, members[place]!, 0, 'HCCS');
    });
    atNs += settleNs(members.length);
  }
  add(0, 'Memcpy', endNs - finishNs + 1_200, Math.min(localNs, finishNs - 1_300), me, localBytes, 'ON_CHIP');
  return tasks;
}

/** A receiver only waits for its data; all others move some. */
function sendsData(launch: CollectiveLaunch): boolean {
  return launch.op.type !== 'receive';
}
