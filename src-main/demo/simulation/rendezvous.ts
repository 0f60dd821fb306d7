import type { CollectiveTemplate } from '../model/collectiveTemplates';
import type { JobLayout } from '../parallel';
import { hash2, hashShare } from '../random';
import { maxEndSkewNs, preparationNs } from './collectiveTiming';
import type { LinkFaults } from './linkFaults';
import { type Wire, wireOf } from './wire';

/** One communication op on its way: members arrive, the last one fixes when it ends for all. */
export interface Meeting {
  readonly globalRanks: readonly number[];
  /** When each member arrived; NaN before. */
  readonly arrivalNs: number[];
  readonly slowness: number;
  missing: number;
  /** Members that still have to read the outcome. */
  unread: number;
  /** There once nobody is missing. */
  outcome: MeetingOutcome | undefined;
}

export interface MeetingOutcome {
  readonly readyNs: number;
  readonly endNs: number;
  readonly wire: Wire;
}

/** What a member brings to a meeting. */
export interface Arrival {
  readonly channel: string;
  readonly index: number;
  readonly globalRanks: readonly number[];
  readonly rank: number;
  readonly template: CollectiveTemplate;
  readonly shares: readonly number[] | undefined;
  readonly atNs: number;
}

/** Where ranks that are simulated side by side meet. Members that are not simulated arrive at about the same time. */
export class Rendezvous {
  private readonly meetings = new Map<string, Meeting>();

  constructor(
    private readonly simulatedRanks: number,
    private readonly layout: JobLayout,
    private linkFaults: LinkFaults,
  ) {}

  beginStep(linkFaults: LinkFaults): void {
    this.linkFaults = linkFaults;
  }

  /** Says that a rank has reached the `index`-th op of its channel. The outcome is there once nobody is missing. */
  arrive(arrival: Arrival): Meeting {
    const { channel, index, globalRanks } = arrival;
    const key = `${channel}/${index}`;
    let meeting = this.meetings.get(key);
    if (meeting === undefined) {
      const simulated = globalRanks.filter((member) => member < this.simulatedRanks).length;
      meeting = {
        globalRanks,
        arrivalNs: globalRanks.map(() => Number.NaN),
        slowness: 0.985 + 0.03 * hashShare(hash2(this.layout.seed, index), channelNumber(channel)),
        missing: simulated,
        unread: simulated,
        outcome: undefined,
      };
      this.meetings.set(key, meeting);
    }
    meeting.arrivalNs[globalRanks.indexOf(arrival.rank)] = arrival.atNs;
    meeting.missing--;
    if (meeting.missing === 0) meeting.outcome = this.settle(meeting, arrival);
    return meeting;
  }

  /** A rank has taken note of the outcome; after the last one the meeting is forgotten. */
  leave(channel: string, index: number, meeting: Meeting): void {
    meeting.unread--;
    if (meeting.unread === 0) this.meetings.delete(`${channel}/${index}`);
  }

  private settle(meeting: Meeting, { template, shares, index }: Arrival): MeetingOutcome {
    const { globalRanks, arrivalNs, slowness } = meeting;
    const present = arrivalNs.filter((ns) => !Number.isNaN(ns));
    const meanNs = present.reduce((sum, ns) => sum + ns, 0) / present.length;
    globalRanks.forEach((member, i) => {
      if (!Number.isNaN(arrivalNs[i]!)) return;
      const late = hashShare(hash2(this.layout.seed, member), index) ** 3;
      arrivalNs[i] = Math.round(meanNs + late * 180_000);
    });
    const readyNs = Math.max(...arrivalNs) + preparationNs(globalRanks.length);
    const wire = wireOf({ template, globalRanks, slowness, shares, index }, this.layout, this.linkFaults);
    return { readyNs, endNs: readyNs + wire.bodyNs, wire };
  }
}

/** How much later than the common end a member's slice ends, ns. */
export function endSkewNs(seed: number, rank: number, launchId: number): number {
  return hash2(hash2(seed, rank), launchId) % maxEndSkewNs;
}

function channelNumber(channel: string): number {
  return Number(channel.slice(-9)) >>> 0;
}
