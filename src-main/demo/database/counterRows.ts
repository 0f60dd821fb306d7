import { type CounterSample, counterSamples } from '../facts/counterSamples';
import type { RankFacts } from '../facts/rankFacts';
import type { StepRecords } from '../simulation/stepRecords';
import type { AddRow, DatabaseFile } from './databaseFile';
import { counterTables } from './schema';
import type { StringIds } from './stringIds';

const megabyte = 1 << 20;

/** The tables of one rank's hardware counters. */
export class CounterRows {
  private readonly tables: Readonly<Record<keyof typeof counterTables, AddRow>>;

  constructor(
    file: DatabaseFile,
    private readonly facts: RankFacts,
    private readonly strings: StringIds,
  ) {
    this.tables = {
      accelerator: file.table(counterTables.accelerator),
      bandwidthLevel: file.table(counterTables.bandwidthLevel),
      cache: file.table(counterTables.cache),
      frequency: file.table(counterTables.frequency),
      memory: file.table(counterTables.memory),
      memoryBandwidth: file.table(counterTables.memoryBandwidth),
      traffic: file.table(counterTables.traffic),
    };
  }

  *add(records: StepRecords): Generator<void> {
    for (const sample of counterSamples(this.facts, records)) {
      this.sample(sample);
      yield;
    }
  }

  private sample(sample: CounterSample): void {
    const { tables, strings } = this;
    const { deviceId } = this.facts.place;
    const { atNs } = sample;
    switch (sample.kind) {
      case 'traffic':
        tables.traffic([deviceId, strings.idOf('QoS OTHERS'), sample.megabytesPerSecond * megabyte, atNs]);
        break;
      case 'accelerator': {
        const { accelerator, readBandwidth, writeBandwidth, readOutstanding, writeOutstanding } = sample;
        const levels = [readBandwidth, writeBandwidth, readOutstanding, writeOutstanding];
        tables.accelerator([accelerator, ...levels, atNs, deviceId]);
        break;
      }
      case 'memoryBandwidth': {
        const { stack, direction, bytesPerSecond } = sample;
        tables.memoryBandwidth([deviceId, atNs, bytesPerSecond, stack, strings.idOf(direction)]);
        break;
      }
      case 'cache':
        tables.cache([deviceId, 0, atNs, sample.hitPercent, sample.bytesPerSecond, strings.idOf('read')]);
        break;
      case 'bandwidthLevel':
        tables.bandwidthLevel([sample.l2Buffer, sample.mata, atNs, deviceId]);
        break;
      case 'memory':
        tables.memory([strings.idOf(sample.of), sample.ddrBytes, sample.hbmBytes, atNs, deviceId]);
        break;
      case 'frequency':
        tables.frequency([deviceId, atNs, sample.mhz]);
        break;
    }
  }
}
