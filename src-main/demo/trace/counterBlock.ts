import { type CounterSample, counterSamples } from '../facts/counterSamples';
import type { StepRecords } from '../simulation/stepRecords';
import type { ProcessName, RankTrace } from './rankTrace';

const batch = 512;
const megabyte = 1 << 20;

/** Hardware counters of one step. */
export function* counters(trace: RankTrace, records: StepRecords): Generator<void> {
  let samples = 0;
  for (const sample of counterSamples(trace, records)) {
    counterEvents(trace, sample);
    if (++samples % batch === 0) yield;
  }
  yield;
}

function counterEvents(trace: RankTrace, sample: CounterSample): void {
  const ts = trace.clock.micros(sample.atNs);
  const counter = (process: ProcessName, name: string, args: string): void => {
    trace.event(
      'C',
      `{"name": "${name}", "ts": "${ts}", "pid": ${trace.pid(process)}, "tid": 0, "args": {${args}}, "ph": "C"}`,
    );
  };
  switch (sample.kind) {
    case 'traffic':
      counter('QoS', 'QoS OTHERS', `"value": ${sample.megabytesPerSecond}`);
      break;
    case 'accelerator': {
      const level = (name: string, value: number): void =>
        counter('Acc PMU', name, `"value": ${value}, "acc_id": ${sample.accelerator}`);
      level('read_bandwidth', sample.readBandwidth);
      level('read_ost', sample.readOutstanding);
      level('write_band_width', sample.writeBandwidth);
      level('write_ost', sample.writeOutstanding);
      break;
    }
    case 'memoryBandwidth': {
      const name = sample.direction === 'read' ? 'Read' : 'Write';
      counter('HBM', `HBM ${sample.stack}/${name}`, `"${name}(MB/s)": ${sample.bytesPerSecond / megabyte}`);
      break;
    }
    case 'cache':
      counter('LLC', 'LLC 0 Read/Hit Rate', `"Hit Rate(%)": ${sample.hitPercent}`);
      counter('LLC', 'LLC 0 Read/Throughput', `"Throughput(MB/s)": ${sample.bytesPerSecond / megabyte}`);
      break;
    case 'bandwidthLevel':
      counter('Stars Soc Info', 'L2 Buffer Bw Level', `"L2 Buffer Bw Level": ${sample.l2Buffer}`);
      counter('Stars Soc Info', 'Mata Bw Level', `"Mata Bw Level": ${sample.mata}`);
      break;
    case 'memory': {
      const name = sample.of === 'app' ? 'APP' : 'Device';
      counter('NPU MEM', `${name}/DDR`, `"KB": ${sample.ddrBytes / 1024}`);
      counter('NPU MEM', `${name}/HBM`, `"KB": ${sample.hbmBytes / 1024}`);
      counter('NPU MEM', `${name}/Memory`, `"KB": ${(sample.ddrBytes + sample.hbmBytes) / 1024}`);
      break;
    }
    case 'frequency':
      counter('AI Core Freq', 'AI Core Freq', `"MHz": ${sample.mhz}`);
      break;
  }
}
