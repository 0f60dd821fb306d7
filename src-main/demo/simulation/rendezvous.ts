import type { CollectiveTemplate } from '../model/collectiveTemplates';
import { hash2, hashShare } from '../random';
import { bodyNs, linkBetween, maxEndSkewNs, preparationNs } from './collectiveTiming';

/** One communication op on its way: members arrive, the last one fixes when it ends for all. */
export interface Meeting {
  readonly globalRanks: readonly number[];
  /** When each member arrived; NaN before. */
  readonly arrivalNs: number[];
  readonly slowness: number;
  missing: number;
  /** Members that still have to read the outcome. */
  unread: number;
  readyNs: number;
  endNs: number;
}

/** Where ranks that are simulated side by side meet. Members that are not simulated arrive at about the same time. */
export class Rendezvous {
  private readonly meetings = new Map<string, Meeting>();

  constructor(
    private readonly simulatedRanks: number,
    private readonly seed: number,
  ) {}

  /** Says that `rank` has reached the `index`-th op of `channel`. The outcome is there once `missing` is 0. */
  arrive(
    channel: string,
    index: number,
    globalRanks: readonly number[],
    rank: number,
    template: CollectiveTemplate,
    atNs: number,
  ): Meeting {
    const key = `${channel}/${index}`;
    let meeting = this.meetings.get(key);
    if (meeting === undefined) {
      const simulated = globalRanks.filter((member) => member < this.simulatedRanks).length;
      meeting = {
        globalRanks,
        arrivalNs: globalRanks.map(() => Number.NaN),
        slowness: 1 + 0.08 * hashShare(hash2(this.seed, index), channelNumber(channel)),
        missing: simulated,
        unread: simulated,
        readyNs: 0,
        endNs: 0,
      };
      this.meetings.set(key, meeting);
    }
    meeting.arrivalNs[globalRanks.indexOf(rank)] = atNs;
    meeting.missing--;
    if (meeting.missing === 0) this.settle(meeting, template, index);
    return meeting;
  }

  /** A rank has taken note of the outcome; after the last one the meeting is forgotten. */
  leave(channel: string, index: number, meeting: Meeting): void {
    meeting.unread--;
    if (meeting.unread === 0) this.meetings.delete(`${channel}/${index}`);
  }

  private settle(meeting: Meeting, template: CollectiveTemplate, index: number): void {
    const present = meeting.arrivalNs.filter((ns) => !Number.isNaN(ns));
    const meanNs = present.reduce((sum, ns) => sum + ns, 0) / present.length;
    meeting.globalRanks.forEach((member, i) => {
      if (!Number.isNaN(meeting.arrivalNs[i]!)) return;
      const late = hashShare(hash2(this.seed, member), index) ** 3;
      meeting.arrivalNs[i] = Math.round(meanNs + late * 180_000);
    });
    const memberCount = meeting.globalRanks.length;
    const first = meeting.globalRanks[0]!;
    const slowest = meeting.globalRanks.some((member) => linkBetween(first, member) === 'RDMA') ? 'RDMA' : 'HCCS';
    meeting.readyNs = Math.max(...meeting.arrivalNs) + preparationNs(memberCount);
    meeting.endNs = meeting.readyNs + bodyNs(template, memberCount, slowest, meeting.slowness);
  }
}

/** How much later than the common end a member's slice ends, ns. */
export function endSkewNs(seed: number, rank: number, launchId: number): number {
  return hash2(hash2(seed, rank), launchId) % maxEndSkewNs;
}

function channelNumber(channel: string): number {
  return Number(channel.slice(-9)) >>> 0;
}
