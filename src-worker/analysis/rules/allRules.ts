import type { Rule } from '../rule';
import { absentLinks } from './absentLinks';
import { affinityOps, fusedOptimizers } from './affinity';
import { aiCpuOps } from './aiCpu';
import { syncBatchNorm } from './batchNorm';
import { blockDim, kernelRoom } from './bounds';
import { pipelineBubble } from './bubble';
import { contention } from './contention';
import { drift } from './drift';
import { environment } from './environment';
import { expertSkew } from './experts';
import { exposedCommunication } from './exposed';
import { flappingLinks } from './flapping';
import { dispatchBound, freeCauseRules } from './freeTime';
import { functionRules } from './functions';
import { gradientFusion } from './fusion';
import { hangs, mismatches } from './hangs';
import { hostContention } from './hostCpu';
import { leak } from './leak';
import { slowLinks, slowTransport } from './links';
import { hiddenCommunication } from './overlap';
import { smallPackets, unalignedPackets } from './packets';
import { quietHost } from './quietHost';
import { retransmission } from './retransmission';
import { underRoofline } from './roofline';
import { fusibleSequences, fusibleTransfers } from './sequences';
import { slowRank, stageImbalance } from './slowRank';
import { slowThroughput } from './slowThroughput';
import { spikes, stepShift } from './spikes';
import { straggler } from './straggler';
import { syncWaste } from './syncWaste';
import { unevenExchange } from './tokenExchange';

/** In the order of docs/findings.md. */
export const allRules: readonly Rule[] = [
  dispatchBound,
  hiddenCommunication,
  exposedCommunication,
  aiCpuOps,
  ...freeCauseRules,
  quietHost,
  kernelRoom,
  underRoofline,
  blockDim,
  fusibleSequences,
  fusibleTransfers,
  affinityOps,
  fusedOptimizers,
  syncBatchNorm,
  hostContention,
  environment,
  slowTransport,
  smallPackets,
  unalignedPackets,
  contention,
  gradientFusion,
  retransmission,
  slowLinks,
  flappingLinks,
  absentLinks,
  syncWaste,
  straggler,
  slowRank,
  stageImbalance,
  pipelineBubble,
  expertSkew,
  unevenExchange,
  ...functionRules,
  slowThroughput,
  hangs,
  mismatches,
  spikes,
  drift,
  stepShift,
  leak,
];
