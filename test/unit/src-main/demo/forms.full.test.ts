import { parseFault } from '../../../../src-main/demo/faults/faultText';
import { describeForms } from './formsAlike';

describeForms('a pipeline whose clocks are apart, with a slow rank, a slow link and a leak', {
  ranks: 4,
  steps: 3,
  seed: 21,
  parallel: { tensor: 1, pipeline: 2, data: 2 },
  model: { layersPerStage: 2, microBatches: 4 },
  clockOffsetMs: 10_000,
  callStackShare: 1,
  faults: ['slow-rank:rank=3', 'slow-link:ranks=0-1,factor=0.25', 'leak:mib=96,rank=0', 'jit-compile:rank=1'].map(
    parseFault,
  ),
});

describeForms('experts over context and data parallel ranks of two hosts', {
  ranks: 4,
  steps: 2,
  seed: 22,
  parallel: { tensor: 1, pipeline: 1, data: 2, context: 2, expert: 2 },
  moe: { experts: 8, imbalance: 0.8 },
  model: { layersPerStage: 1, microBatches: 2 },
  ranksPerHost: 2,
});

describeForms('a served model of which some launches carry arrows', {
  ranks: 2,
  steps: 5,
  seed: 23,
  parallel: { tensor: 2, pipeline: 1, data: 1 },
  inference: { decodeSteps: 3 },
  eventsPerRank: 20_000,
  flowShare: 0.6,
});
