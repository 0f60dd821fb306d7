import { parseFault } from '../../../../src-main/demo/faults/faultText';
import { describeForms } from './formsAlike';

describeForms('a job of data and tensor parallel ranks', {
  ranks: 2,
  steps: 2,
  seed: 5,
  parallel: { tensor: 2, pipeline: 1, data: 2 },
  model: { layersPerStage: 1, microBatches: 1 },
  faults: [parseFault('gc-pause:rank=1')],
});
