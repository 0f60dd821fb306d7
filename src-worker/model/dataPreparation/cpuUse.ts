import type { CpuUse, DataCpu } from '../../../src-contract';
import { upperBound } from '../../query/rankView';
import { at } from '../rankJson';
import type { HostQueue } from './queues';

const NS_PER_MS = 1e6;

/**
 * `minddata_cpu_utilization_N.json`, as MindSpore's sampler writes it (`cpu_sampler.cc`): of the machine in per cent of all
 * processors, of the process and of operators in per cent of one; times in ms. Undefined where it has no samples.
 */
export function cpuUseOf(json: unknown, host: HostQueue | undefined): DataCpu | undefined {
  const times = list(at(json, 'time_stamp'));
  if (times.length === 0) return undefined;
  // Process and operators have no value for the first sample: theirs are the last ones.
  const column = (from: unknown, key: string, divisor: number): Float64Array => {
    const values = list(at(from, key));
    return Float64Array.from(times, (_, i) => (values[i - times.length + values.length] ?? Number.NaN) / divisor);
  };
  const use = (from: unknown): CpuUse => ({
    user: column(from, 'user_utilization', 100),
    system: column(from, 'sys_utilization', 100),
  });
  const machine = at(json, 'device_info');
  const operators = at(json, 'op_info');
  const count = at(json, 'cpu_processor_num');
  return {
    timesNs: Float64Array.from(times, (ms) => (ms - times[0]) * NS_PER_MS),
    steps: stepsAt(times, host),
    processorCount: typeof count === 'number' ? count : Number.NaN,
    machine: {
      ...use(machine),
      waiting: column(machine, 'io_utilization', 100),
      idle: column(machine, 'idle_utilization', 100),
      runnable: column(machine, 'runable_processes', 1),
      contextSwitches: column(machine, 'context_switch_count', 1),
    },
    process: use(at(json, 'process_info')),
    operators: (Array.isArray(operators) ? operators : []).flatMap((own: unknown) => {
      const operator = at(own, 'op_id');
      // -1 stands for threads of no operator.
      if (typeof operator !== 'number' || operator < 0) return [];
      return [{ operator, ...use(at(own, 'metrics')) }];
    }),
  };
}

/** The step whose batch was sent last before each sample: both have the clock of the data pipeline. */
function stepsAt(timesMs: readonly number[], host: HostQueue | undefined): Float64Array {
  const steps = host?.hostQueue?.steps ?? new Float64Array();
  const sampledMs = host?.sampledMs ?? new Float64Array();
  return Float64Array.from(timesMs, (ms) => steps[Math.max(0, upperBound(sampledMs, ms) - 1)] ?? Number.NaN);
}

function list(value: unknown): number[] {
  return Array.isArray(value) ? value.map((own) => (typeof own === 'number' ? own : Number.NaN)) : [];
}
