import { type CommunicationTimes, communicationTimes, transportFigures } from '../facts/communicationTimes';
import { linkBandwidthGBps, linkFigures } from '../facts/linkFigures';
import type { RankFacts } from '../facts/rankFacts';
import { type StepFigures, StepFiguresOfRun } from '../facts/stepSplits';
import type { StepRecords } from '../simulation/stepRecords';
import type { AddRow, DatabaseFile } from './databaseFile';
import { analysisTables } from './schema';

/** `analysis.db`: what step_trace_time.csv, communication.json and communication_matrix.json hold. */
export class AnalysisRows {
  private readonly time: AddRow;
  private readonly bandwidth: AddRow;
  private readonly matrix: AddRow;
  private readonly stepTime: AddRow;
  private readonly steps = new StepFiguresOfRun();

  constructor(
    file: DatabaseFile,
    private readonly facts: RankFacts,
    private readonly microsOf: (ns: number) => number,
  ) {
    this.bandwidth = file.table(analysisTables.bandwidth);
    this.matrix = file.table(analysisTables.matrix);
    this.time = file.table(analysisTables.time);
    this.stepTime = file.table(analysisTables.step);
  }

  *add(records: StepRecords): Generator<void> {
    const step = `step${records.step}`;
    for (const kind of ['p2p', 'collective'] as const) {
      for (const times of communicationTimes(records, kind)) {
        this.communication(times, step, kind);
        yield;
      }
      for (const { key, group, opName, links } of linkFigures(records, kind)) {
        for (const link of links) {
          const { source, target, transport, bytes, durationNs } = link;
          const ends = [String(source), String(target), transport];
          const sums = [bytes / 1e6, durationNs / 1e6, linkBandwidthGBps(link)];
          this.matrix([key, group, ...ends, ...sums, step, kind, opName]);
        }
        yield;
      }
    }
    this.stepRows(this.steps.step(records));
  }

  end(): void {
    this.stepRows(this.steps.end());
  }

  private communication(times: CommunicationTimes, step: string, kind: string): void {
    const { record, elapseNs, transitNs, waitNs, synchronizationNs, tasks } = times;
    const op = [record.name, record.group.id];
    const ms = [elapseNs, transitNs, waitNs, synchronizationNs, elapseNs - transitNs - waitNs].map((ns) => ns / 1e6);
    this.time([...op, this.microsOf(record.startNs), ...ms, step, kind]);
    for (const figures of transportFigures(tasks)) {
      const { transport, sizeMB, timeMs, bandwidthGBps, largePacketRatio, packets } = figures;
      const sums = [transport, sizeMB, timeMs, bandwidthGBps, largePacketRatio];
      // A row for each size of packets, one of zeros where they are not told.
      const told = packets.length > 0 ? packets : [{ sizeMB: 0, count: 0, timeMs: 0 }];
      for (const packet of told) {
        this.bandwidth([...op, ...sums, packet.sizeMB, packet.count, packet.timeMs, step, kind]);
      }
    }
  }

  private stepRows(figures: readonly StepFigures[]): void {
    for (const each of figures) {
      const split = [each.computing, each.notOverlapped, each.overlapped, each.communication, each.free];
      const rest = [each.stage, each.bubble, each.notOverlappedExceptReceive, each.preparing];
      this.stepTime([this.facts.place.deviceId, String(each.step), ...split, ...rest]);
    }
  }
}
