import type { ModelShape, MoeOptions } from '../options';
import type { ParallelSizes } from '../parallel';
import { collective } from './collectiveTemplates';
import { LayerBuilder } from './layerBuilder';
import type { StepProgram } from './program';
import { ProgramBuilder } from './programBuilder';
import { workloadOf } from './workload';

const frameOf = { prefill: 'serve.py(142): prefill', decode: 'serve.py(171): decode' } as const;

/** A step of one pipeline stage that serves: the batch goes forwards through the layers, and no gradients come back. */
export function buildInferenceStep(
  phase: 'prefill' | 'decode',
  stage: number,
  sizes: ParallelSizes,
  shape: ModelShape,
  moe: Required<MoeOptions> | undefined,
): StepProgram {
  const p = new ProgramBuilder();
  const workload = workloadOf(phase, sizes);
  const firstLayer = stage * shape.layersPerStage;
  const layers = new LayerBuilder(p, { sizes, workload, moe, firstLayer });
  const { ops } = layers;
  const isFirst = stage === 0;
  const isLast = stage === sizes.pipeline - 1;
  const pass = (type: 'send' | 'receive', side: -1 | 1): void =>
    p.frame(`model/pipeline.py(${side < 0 ? 61 : 94}): exchange`, () =>
      p.collective(collective(type, 'pp', layers.activationCount, 'BFP16', side), type === 'receive'),
    );
  p.frame(frameOf[phase], () => {
    p.frame('serve.py(96): next_batch', () => p.add({ kind: 'host', meanNs: 90_000, work: 'dataloader' }));
    p.frame('serve.py(103): to_device', () => p.copyToDevice(workload.tokens * 8));
    for (let i = 0; i < shape.microBatches; i++) {
      if (!isFirst) pass('receive', -1);
      p.module('TransformerModel_0', 'model/transformer.py(118): forward', () => {
        if (isFirst) p.module('Embedding_0', 'model/embedding.py(27): forward', () => p.kernel(ops.embedding));
        for (let layer = 0; layer < shape.layersPerStage; layer++) layers.forward(layer);
        layers.waitForActivations();
        if (isLast) {
          p.module('RMSNorm_final', 'model/norm.py(24): forward', () => p.kernel(ops.norm));
          p.module('LMHead_0', 'model/head.py(19): forward', () => p.kernel(ops.head));
        }
      });
      if (!isLast) pass('send', 1);
    }
    p.frame('serve.py(188): sample', () => {
      p.add({ kind: 'synchronize' });
      p.add({ kind: 'host', meanNs: 90_000, work: 'other' });
      p.retain('serve.py(203): keep_logits');
    });
  });
  return p.finish(stage, phase);
}
