import type { DataVerdict, QueueBySteps } from '../../../src-contract';
import { threshold } from '../thresholds';

/**
 * As MindSpore Insight judges (`MinddataAnalyser.analyse_queue_summary`): processing is slow where many steps find the host
 * queue empty; else the transfer is, where a step finds the device queue empty. The n-th line of one queue is the n-th
 * step of the other's, for the device does not count.
 */
export function dataVerdict(hostQueue?: QueueBySteps, deviceQueue?: QueueBySteps): DataVerdict {
  const last = deviceQueue ?? hostQueue;
  if (!last) return { stage: 'unknown', stepCount: 0, heldCount: 0, heldByProcessing: 0, heldByTransfer: 0 };
  let heldByProcessing = 0;
  let heldByTransfer = 0;
  last.sizes.forEach((size, at) => {
    if (size !== 0) return;
    // Without the host's side, an empty device queue does not tell who is late.
    if (hostQueue?.sizes[at] === 0) heldByProcessing++;
    else if (hostQueue) heldByTransfer++;
  });
  const counts = { stepCount: last.sizes.length, heldCount: last.emptyCount, heldByProcessing, heldByTransfer };
  const isHostLow =
    hostQueue !== undefined && hostQueue.emptyCount > hostQueue.sizes.length * threshold('data.empty-host-share');
  if (isHostLow) return { stage: 'processing', ...counts };
  if (deviceQueue && deviceQueue.emptyCount > 0) return { stage: 'transfer', ...counts };
  return { stage: 'none', ...counts };
}
