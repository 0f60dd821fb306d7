import type { ModelShape, MoeOptions } from '../options';
import type { ParallelSizes } from '../parallel';
import { collective } from './collectiveTemplates';
import { LayerBuilder } from './layerBuilder';
import { expertParameters, layerParameters, modelDims } from './opSpec';
import type { Ops } from './opTemplates';
import type { Instruction, StepProgram } from './program';
import { ProgramBuilder } from './programBuilder';
import { workloadOf } from './workload';

type Ends = 'first' | 'last' | 'middle' | 'only';

/**
 * The training step of one pipeline stage: one-forward-one-backward over the micro-batches, gradients reduced over the
 * ranks with the same weights while the last backward still runs, then the optimiser and the gathering of its
 * parameters.
 */
export function buildTrainingStep(
  stage: number,
  sizes: ParallelSizes,
  shape: ModelShape,
  moe: Required<MoeOptions> | undefined,
): StepProgram {
  const builder = new StepBuilder(stage, sizes, shape, moe);
  builder.step();
  return builder.program.finish(stage, 'training');
}

class StepBuilder {
  readonly program = new ProgramBuilder();
  private readonly ops: Ops;
  private readonly layers: LayerBuilder;
  private readonly ends: Ends;
  /** Micro-batches are alike: their instructions are made once and shared. */
  private readonly recorded = new Map<string, readonly Instruction[]>();
  /** Ranks that reduce their gradients with each other. */
  private readonly replicas: number;

  constructor(
    private readonly stage: number,
    private readonly sizes: ParallelSizes,
    private readonly shape: ModelShape,
    private readonly moe: Required<MoeOptions> | undefined,
  ) {
    const workload = workloadOf('training', sizes);
    const firstLayer = stage * shape.layersPerStage;
    this.layers = new LayerBuilder(this.program, { sizes, workload, moe, firstLayer });
    this.ops = this.layers.ops;
    this.replicas = sizes.data * sizes.context;
    const isFirst = stage === 0;
    const isLast = stage === sizes.pipeline - 1;
    this.ends = isFirst && isLast ? 'only' : isFirst ? 'first' : isLast ? 'last' : 'middle';
  }

  step(): void {
    const p = this.program;
    p.frame('train.py(164): train_step', () => {
      p.annotation('enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__', () =>
        p.frame('torch/utils/data/dataloader.py(630): __next__', () =>
          p.frame('torch/utils/data/dataloader.py(1328): _next_data', () =>
            p.add({ kind: 'host', meanNs: 180_000, work: 'dataloader' }),
          ),
        ),
      );
      p.frame('train.py(71): to_device', () => p.copyToDevice(modelDims.tokens * 8));
      p.frame('model/schedule.py(52): forward_backward', () => this.schedule());
      p.annotation('Optimizer.step#AdamW.step', () => this.optimizer());
      p.frame('train.py(188): log_loss', () => {
        p.add({ kind: 'synchronize' });
        p.add({ kind: 'host', meanNs: 160_000, work: 'other' });
        p.retain('model/metrics.py(41): keep_history');
      });
    });
  }

  private schedule(): void {
    if (this.sizes.pipeline === 2) this.withoutBubble();
    else this.oneForwardOneBackward();
  }

  /**
   * Two stages that never wait for each other once the first step has begun: the first one runs all its forwards before it
   * takes gradients; the last one sends these on as soon as it has them, and puts the products for the gradients of weights
   * off to where it would wait. Source: zero-bubble pipelines (Qi et al., arXiv 2401.10241), ZB-H2.
   */
  private withoutBubble(): void {
    const { microBatches } = this.shape;
    if (this.stage === 0) {
      for (let i = 0; i < microBatches; i++) {
        this.once('forward', () => this.forward());
        this.pass('send', 1);
      }
      for (let i = 0; i < microBatches; i++) {
        this.pass('receive', 1);
        this.backwardOnce(i === microBatches - 1);
      }
      return;
    }
    // Receives are posted beforehand, as their sends come: what is computed waits for the oldest that it has not taken.
    for (let i = 0; i < microBatches; i++) this.pass('receive', -1, false);
    for (let i = 0; i < microBatches; i++) {
      this.program.add({ kind: 'waitReceive' });
      this.once('forward', () => this.forward());
      this.once('data backward', () => this.layers.withoutWeightGrads(() => this.backward(false)));
      this.pass('send', -1);
    }
    for (let i = 0; i < microBatches; i++) {
      const isLast = i === microBatches - 1;
      this.once(isLast ? 'last weights' : 'weights', () => this.weightGrads(isLast));
    }
  }

  /** 1F1B; neighbouring stages issue matching point-to-point ops in the same order. */
  private oneForwardOneBackward(): void {
    const { microBatches } = this.shape;
    const warmup = Math.min(this.sizes.pipeline - 1 - this.stage, microBatches);
    const steady = microBatches - warmup;
    for (let i = 0; i < warmup; i++) {
      this.pass('receive', -1);
      this.once('forward', () => this.forward());
      this.pass('send', 1);
    }
    if (steady > 0) this.pass('receive', -1);
    for (let i = 0; i < steady; i++) {
      this.once('forward', () => this.forward());
      this.pass('batchSendRecv', 1);
      this.backwardOnce(warmup === 0 && i === steady - 1);
      this.pass(i === steady - 1 ? 'send' : 'batchSendRecv', -1);
    }
    for (let i = 0; i < warmup; i++) {
      this.pass('receive', 1);
      this.backwardOnce(i === warmup - 1);
      this.pass('send', -1);
    }
  }

  private backwardOnce(isLastMicroBatch: boolean): void {
    this.once(isLastMicroBatch ? 'last backward' : 'backward', () => this.backward(isLastMicroBatch));
  }

  private once(name: string, body: () => void): void {
    const recorded = this.recorded.get(name);
    if (recorded === undefined) this.recorded.set(name, this.program.record(body));
    else this.program.repeat(recorded);
  }

  /**
   * Exchanges activations or gradients with a neighbouring stage, if there is one on that side. Tensor-parallel ranks have
   * the same, and each sends its part.
   */
  private pass(type: 'send' | 'receive' | 'batchSendRecv', side: -1 | 1, isBlocking = type !== 'send'): void {
    const neighbour = this.stage + side;
    if (neighbour < 0 || neighbour >= this.sizes.pipeline) return;
    const count = this.layers.activationCount / this.sizes.tensor;
    this.program.frame(`model/pipeline.py(${side < 0 ? 61 : 94}): exchange`, () =>
      this.program.collective(collective(type, 'pp', count, 'BFP16', side), isBlocking),
    );
  }

  private forward(): void {
    const { program: p, ops } = this;
    p.add({ kind: 'beginForward' });
    p.module('TransformerModel_0', 'model/transformer.py(118): forward', () => {
      if (this.ends === 'first' || this.ends === 'only') {
        p.module('Embedding_0', 'model/embedding.py(27): forward', () => p.kernel(ops.embedding, 'forward'));
      }
      for (let layer = 0; layer < this.shape.layersPerStage; layer++) this.layers.forward(layer);
      // What is sent on is awaited by its send.
      if (this.ends === 'last' || this.ends === 'only') {
        this.layers.waitForActivations();
        p.module('RMSNorm_final', 'model/norm.py(24): forward', () => p.kernel(ops.norm, 'forward'));
        p.module('LMHead_0', 'model/head.py(19): forward', () => p.kernel(ops.head, 'forward'));
        p.frame('train.py(102): loss_function', () => p.kernel(ops.loss, 'forward'));
      }
    });
  }

  private backward(isLastMicroBatch: boolean): void {
    const { program: p, ops } = this;
    p.frame('torch/_tensor.py(492): backward', () =>
      p.frame('torch/autograd/__init__.py(251): backward', () =>
        p.backward(() => {
          if (this.ends === 'last' || this.ends === 'only') {
            p.kernel(ops.lossGrad, 'backward');
            p.kernel(ops.headDataGrad, 'backward');
            p.kernel(ops.headWeightGrad);
            p.kernel(ops.normGrad, 'backward');
          }
          for (let layer = this.shape.layersPerStage - 1; layer >= 0; layer--) {
            this.layers.backward(layer);
            if (isLastMicroBatch) this.reduceGradients();
          }
          if (this.ends === 'first' || this.ends === 'only') {
            this.layers.waitForActivations();
            p.kernel(ops.embeddingGrad, 'backward');
          }
        }),
      ),
    );
  }

  /** Of one micro-batch whose backward has put them off. */
  private weightGrads(isLastMicroBatch: boolean): void {
    const { program: p } = this;
    p.frame('model/schedule.py(121): weight_gradients', () =>
      p.backward(() => {
        for (let layer = this.shape.layersPerStage - 1; layer >= 0; layer--) {
          this.layers.weightGrads(layer);
          if (isLastMicroBatch) this.reduceGradients();
        }
      }),
    );
  }

  private reduceGradients(): void {
    for (const { group, count } of this.gradients()) {
      this.program.collective(collective('reduceScatter', group, count, 'BFP16'), false);
    }
  }

  private optimizer(): void {
    const { program: p, ops } = this;
    const gradients = this.gradients();
    const waitForGroups = (): void => {
      for (const { group } of gradients) p.add({ kind: 'waitGroup', group });
    };
    p.frame('model/optimizer.py(52): step', () => {
      waitForGroups();
      for (let layer = 0; layer < this.shape.layersPerStage; layer++) p.kernel(ops.gradNorm);
      p.kernel(ops.gradScale);
      for (let layer = 0; layer < this.shape.layersPerStage; layer++) {
        for (let part = 0; part < 4; part++) p.kernel(ops.adamW);
        if (this.layers.moeOps !== undefined) p.kernel(this.layers.moeOps.adamW);
        p.kernel(ops.cast);
        for (const { group, count } of gradients) {
          p.collective(collective('allGather', group, count, 'BFP16'), false);
        }
      }
      waitForGroups();
    });
  }

  /** Elements of one layer's gradients, by the group that reduces them. */
  private gradients(): readonly { readonly group: 'dp' | 'edp'; readonly count: number }[] {
    const { sizes, moe, replicas } = this;
    if (replicas === 1) return [];
    const ofLayer = layerParameters(sizes.tensor, moe !== undefined);
    if (moe === undefined) return [{ group: 'dp', count: ofLayer }];
    const ofExperts = expertParameters(moe.experts, sizes);
    if (sizes.expert === 1) return [{ group: 'dp', count: ofLayer + ofExperts }];
    if (replicas === sizes.expert) return [{ group: 'dp', count: ofLayer }];
    return [
      { group: 'dp', count: ofLayer },
      { group: 'edp', count: ofExperts },
    ];
  }
}
