import type { Rule } from '../rule';
import { aiCpuOps } from './aiCpu';
import { syncBatchNorm } from './batchNorm';
import { blockDim, kernelRoom } from './bounds';
import { pipelineBubble } from './bubble';
import { contention } from './contention';
import { drift } from './drift';
import { exposedCommunication } from './exposed';
import { flappingLinks } from './flapping';
import { dispatchBound, freeCauseRules } from './freeTime';
import { hangs, mismatches } from './hangs';
import { leak } from './leak';
import { slowLinks, slowTransport } from './links';
import { hiddenCommunication } from './overlap';
import { smallPackets, unalignedPackets } from './packets';
import { retransmission } from './retransmission';
import { underRoofline } from './roofline';
import { slowRank, stageImbalance } from './slowRank';
import { straggler } from './straggler';
import { syncWaste } from './syncWaste';

/** In the order of docs/findings.md. */
export const allRules: readonly Rule[] = [
  dispatchBound,
  hiddenCommunication,
  exposedCommunication,
  aiCpuOps,
  ...freeCauseRules,
  kernelRoom,
  underRoofline,
  blockDim,
  syncBatchNorm,
  slowTransport,
  smallPackets,
  unalignedPackets,
  contention,
  retransmission,
  slowLinks,
  flappingLinks,
  syncWaste,
  straggler,
  slowRank,
  stageImbalance,
  pipelineBubble,
  hangs,
  mismatches,
  drift,
  leak,
];
