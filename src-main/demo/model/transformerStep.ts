import type { ParallelSizes } from '../parallel';
import { collective } from './collectiveTemplates';
import { layerParameters, modelDims } from './opSpec';
import { buildOps, type Ops } from './opTemplates';
import type { Instruction, ModelShape, StepProgram } from './program';
import { ProgramBuilder } from './programBuilder';

type Ends = 'first' | 'last' | 'middle' | 'only';

/**
 * The training step of one pipeline stage: one-forward-one-backward over the micro-batches, gradients reduced over the
 * data-parallel group while the last backward still runs, then the optimiser and the gathering of its parameters.
 */
export function buildStep(stage: number, sizes: ParallelSizes, shape: ModelShape): StepProgram {
  const builder = new StepBuilder(stage, sizes, shape);
  builder.step();
  return { stage, instructions: builder.program.instructions };
}

class StepBuilder {
  readonly program = new ProgramBuilder();
  private readonly ops: Ops;
  private readonly ends: Ends;
  /** Micro-batches are alike: their instructions are made once and shared. */
  private readonly recorded = new Map<string, readonly Instruction[]>();
  private readonly activationCount = modelDims.tokens * modelDims.hidden;

  constructor(
    private readonly stage: number,
    private readonly sizes: ParallelSizes,
    private readonly shape: ModelShape,
  ) {
    this.ops = buildOps(sizes.tensor, sizes.data);
    const isFirst = stage === 0;
    const isLast = stage === sizes.pipeline - 1;
    this.ends = isFirst && isLast ? 'only' : isFirst ? 'first' : isLast ? 'last' : 'middle';
  }

  step(): void {
    const p = this.program;
    p.frame('train.py(164): train_step', () => {
      p.annotation('enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__', () =>
        p.frame('torch/utils/data/dataloader.py(630): __next__', () =>
          p.frame('torch/utils/data/dataloader.py(1328): _next_data', () => p.add({ kind: 'host', meanNs: 4_200_000 })),
        ),
      );
      p.frame('train.py(71): to_device', () => p.copyToDevice(modelDims.tokens * 8));
      p.frame('model/schedule.py(52): forward_backward', () => this.schedule());
      p.annotation('Optimizer.step#AdamW.step', () => this.optimizer());
      p.frame('train.py(188): log_loss', () => {
        p.add({ kind: 'synchronize' });
        p.add({ kind: 'host', meanNs: 1_100_000 });
      });
    });
  }

  /** One-forward-one-backward (1F1B); neighbouring stages issue matching point-to-point ops in the same order. */
  private schedule(): void {
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

  /** Exchanges activations or gradients with a neighbouring stage, if there is one on that side. */
  private pass(type: 'send' | 'receive' | 'batchSendRecv', side: -1 | 1): void {
    const neighbour = this.stage + side;
    if (neighbour < 0 || neighbour >= this.sizes.pipeline) return;
    this.program.frame(`model/pipeline.py(${side < 0 ? 61 : 94}): exchange`, () =>
      this.program.collective(collective(type, 'pp', this.activationCount, 'BFP16', side), type !== 'send'),
    );
  }

  private forward(): void {
    const { program: p, ops } = this;
    p.add({ kind: 'beginForward' });
    p.module('TransformerModel_0', 'model/transformer.py(118): forward', () => {
      if (this.ends === 'first' || this.ends === 'only') {
        p.module('Embedding_0', 'model/embedding.py(27): forward', () => p.kernel(ops.embedding, 'forward'));
      }
      for (let layer = 0; layer < this.shape.layersPerStage; layer++) this.forwardLayer(layer);
      if (this.ends === 'last' || this.ends === 'only') {
        p.module('RMSNorm_final', 'model/norm.py(24): forward', () => p.kernel(ops.norm, 'forward'));
        p.module('LMHead_0', 'model/head.py(19): forward', () => p.kernel(ops.head, 'forward'));
        p.frame('train.py(102): loss_function', () => p.kernel(ops.loss, 'forward'));
      }
    });
  }

  private forwardLayer(layer: number): void {
    const { program: p, ops } = this;
    p.module(`DecoderLayer_${layer}`, 'model/decoder.py(76): forward', () => {
      p.module(`RMSNorm_${2 * layer}`, 'model/norm.py(24): forward', () => p.kernel(ops.norm, 'forward'));
      p.module(`Attention_${layer}`, 'model/attention.py(88): forward', () => {
        p.module(`ColumnParallelLinear_${2 * layer}`, 'model/parallel_linear.py(44): forward', () =>
          p.kernel(ops.qkv, 'forward'),
        );
        p.kernel(ops.rotary, 'forward');
        p.kernel(ops.rotary, 'forward');
        p.kernel(ops.transpose, 'forward');
        p.kernel(ops.attention, 'forward');
        p.module(`RowParallelLinear_${2 * layer}`, 'model/parallel_linear.py(97): forward', () => {
          p.kernel(ops.project, 'forward');
          this.reduceActivations();
        });
      });
      p.kernel(ops.add, 'forward');
      p.module(`RMSNorm_${2 * layer + 1}`, 'model/norm.py(24): forward', () => p.kernel(ops.norm, 'forward'));
      p.module(`MLP_${layer}`, 'model/mlp.py(35): forward', () => {
        p.module(`ColumnParallelLinear_${2 * layer + 1}`, 'model/parallel_linear.py(44): forward', () =>
          p.kernel(ops.gateUp, 'forward'),
        );
        p.kernel(ops.swiglu, 'forward');
        p.module(`RowParallelLinear_${2 * layer + 1}`, 'model/parallel_linear.py(97): forward', () => {
          p.kernel(ops.down, 'forward');
          this.reduceActivations();
        });
      });
      p.kernel(ops.add, 'forward');
    });
  }

  private reduceActivations(): void {
    if (this.sizes.tensor > 1)
      this.program.collective(collective('allReduce', 'tp', this.activationCount, 'BFP16'), true);
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
            this.backwardLayer();
            if (isLastMicroBatch) this.reduceGradients();
          }
          if (this.ends === 'first' || this.ends === 'only') p.kernel(ops.embeddingGrad, 'backward');
        }),
      ),
    );
  }

  /** The forward ops of a layer in reverse, so that each backward op meets the forward op it belongs to. */
  private backwardLayer(): void {
    const { program: p, ops } = this;
    p.kernel(ops.addGrad, 'backward');
    p.kernel(ops.downDataGrad, 'backward');
    p.kernel(ops.downWeightGrad);
    p.kernel(ops.swigluGrad, 'backward');
    p.kernel(ops.gateUpDataGrad, 'backward');
    this.reduceActivations();
    p.kernel(ops.gateUpWeightGrad);
    p.kernel(ops.normGrad, 'backward');
    p.kernel(ops.addGrad, 'backward');
    p.kernel(ops.projectDataGrad, 'backward');
    p.kernel(ops.projectWeightGrad);
    p.kernel(ops.attentionGrad, 'backward');
    p.kernel(ops.transposeGrad, 'backward');
    p.kernel(ops.rotaryGrad, 'backward');
    p.kernel(ops.rotaryGrad, 'backward');
    p.kernel(ops.qkvDataGrad, 'backward');
    this.reduceActivations();
    p.kernel(ops.qkvWeightGrad);
    p.kernel(ops.normGrad, 'backward');
  }

  private reduceGradients(): void {
    if (this.sizes.data === 1) return;
    const count = layerParameters(this.sizes.tensor);
    this.program.collective(collective('reduceScatter', 'dp', count, 'BFP16'), false);
  }

  private optimizer(): void {
    const { program: p, ops } = this;
    p.frame('model/optimizer.py(52): step', () => {
      if (this.sizes.data > 1) p.add({ kind: 'waitGroup', group: 'dp' });
      for (let layer = 0; layer < this.shape.layersPerStage; layer++) p.kernel(ops.gradNorm);
      p.kernel(ops.gradScale);
      for (let layer = 0; layer < this.shape.layersPerStage; layer++) {
        for (let part = 0; part < 4; part++) p.kernel(ops.adamW);
        p.kernel(ops.cast);
        if (this.sizes.data > 1) {
          p.collective(collective('allGather', 'dp', layerParameters(this.sizes.tensor), 'BFP16'), false);
        }
      }
      if (this.sizes.data > 1) p.add({ kind: 'waitGroup', group: 'dp' });
    });
  }
}
