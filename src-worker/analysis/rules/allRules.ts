import type { Rule } from '../rule';
import { aiCpuOps } from './aiCpu';
import { exposedCommunication } from './exposed';
import { dispatchBound, freeCauseRules } from './freeTime';
import { slowLinks, slowTransport } from './links';
import { smallPackets, unalignedPackets } from './packets';
import { slowRank, stageImbalance } from './slowRank';
import { straggler } from './straggler';
import { syncWaste } from './syncWaste';

/** In the order of docs/findings.md. */
export const allRules: readonly Rule[] = [
  dispatchBound,
  exposedCommunication,
  aiCpuOps,
  ...freeCauseRules,
  slowTransport,
  smallPackets,
  unalignedPackets,
  slowLinks,
  syncWaste,
  straggler,
  slowRank,
  stageImbalance,
];
