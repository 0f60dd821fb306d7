import type { DataCpu, DataPreparation } from '../../../src-contract';
import { meanOf } from '../../base/aggregates';
import { threshold } from '../thresholds';

/**
 * Whether operators want more threads or fewer: more where the processors' user share is low while data processing is slow;
 * fewer where the system takes a large share and more threads than processors could run (they switch). Source: MindSpore
 * Insight's assistant, which names no numbers; those are ours. Undefined: neither, or not known.
 */
export function threadAdvice({ machine, processorCount }: DataCpu, stage: DataPreparation['verdict']['stage']) {
  const meanOfKnown = (values: Float64Array) => meanOf([...values].filter((value) => !Number.isNaN(value)));
  const [user, system] = [meanOfKnown(machine.user), meanOfKnown(machine.system)];
  const isCrowded = meanOfKnown(machine.runnable) > processorCount;
  if (system >= threshold('data.system-high') && isCrowded) return 'fewer';
  return stage === 'processing' && user <= threshold('data.user-low') ? 'more' : undefined;
}
