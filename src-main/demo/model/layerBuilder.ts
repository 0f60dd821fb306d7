import type { MoeOptions } from '../options';
import type { ParallelSizes } from '../parallel';
import { collective, tokenExchange } from './collectiveTemplates';
import { buildMoeOps, type MoeOps } from './moeOps';
import { modelDims } from './opSpec';
import { buildOps, type Ops } from './opTemplates';
import type { ProgramBuilder } from './programBuilder';
import type { Workload } from './workload';

/** What decides the ops of a layer. */
export interface LayerSetting {
  readonly sizes: ParallelSizes;
  readonly workload: Workload;
  readonly moe: Required<MoeOptions> | undefined;
  /** Number of the stage's first layer in the whole model. */
  readonly firstLayer: number;
}

/** Issues the ops of decoder layers, forwards and backwards, with the collectives that belong to them. */
export class LayerBuilder {
  readonly ops: Ops;
  readonly moeOps: MoeOps | undefined;
  /** Elements of the activations that a layer passes on. */
  readonly activationCount: number;
  /** Serving needs no gradients. */
  private readonly grad: 'forward' | 'none';

  constructor(
    private readonly program: ProgramBuilder,
    private readonly setting: LayerSetting,
  ) {
    const { sizes, workload, moe } = setting;
    this.ops = buildOps(sizes, workload, moe !== undefined);
    this.moeOps = moe === undefined ? undefined : buildMoeOps(moe, sizes, workload);
    this.grad = workload.phase === 'training' ? 'forward' : 'none';
    this.activationCount = workload.tokens * modelDims.hidden;
  }

  forward(layer: number): void {
    const { program: p, ops } = this;
    p.module(`DecoderLayer_${layer}`, 'model/decoder.py(76): forward', () => {
      p.module(`RMSNorm_${2 * layer}`, 'model/norm.py(24): forward', () => p.kernel(ops.norm, this.grad));
      p.module(`Attention_${layer}`, 'model/attention.py(88): forward', () => {
        p.module(`ColumnParallelLinear_${2 * layer}`, 'model/parallel_linear.py(44): forward', () =>
          p.kernel(ops.qkv, this.grad),
        );
        p.kernel(ops.rotary, this.grad);
        p.kernel(ops.rotary, this.grad);
        p.kernel(ops.transpose, this.grad);
        if (ops.cacheKeys !== undefined) p.kernel(ops.cacheKeys);
        this.gatherKeys('allGather');
        p.kernel(ops.attention, this.grad);
        p.module(`RowParallelLinear_${2 * layer}`, 'model/parallel_linear.py(97): forward', () => {
          p.kernel(ops.project, this.grad);
          this.reduceActivations();
        });
      });
      p.kernel(ops.add, this.grad);
      p.module(`RMSNorm_${2 * layer + 1}`, 'model/norm.py(24): forward', () => p.kernel(ops.norm, this.grad));
      if (this.moeOps === undefined) this.forwardMlp(layer);
      else this.forwardExperts(layer, this.moeOps);
      p.kernel(ops.add, this.grad);
    });
  }

  /** The forward ops of a layer in reverse, so that each backward op meets the forward op it belongs to. */
  backward(layer: number): void {
    const { program: p, ops } = this;
    p.kernel(ops.addGrad, 'backward');
    if (this.moeOps === undefined) this.backwardMlp();
    else this.backwardExperts(layer, this.moeOps);
    p.kernel(ops.normGrad, 'backward');
    p.kernel(ops.addGrad, 'backward');
    p.kernel(ops.projectDataGrad, 'backward');
    p.kernel(ops.projectWeightGrad);
    p.kernel(ops.attentionGrad, 'backward');
    this.gatherKeys('reduceScatter');
    p.kernel(ops.transposeGrad, 'backward');
    p.kernel(ops.rotaryGrad, 'backward');
    p.kernel(ops.rotaryGrad, 'backward');
    p.kernel(ops.qkvDataGrad, 'backward');
    this.reduceActivations();
    p.kernel(ops.qkvWeightGrad);
    p.kernel(ops.normGrad, 'backward');
  }

  private forwardMlp(layer: number): void {
    const { program: p, ops } = this;
    p.module(`MLP_${layer}`, 'model/mlp.py(35): forward', () => {
      p.module(`ColumnParallelLinear_${2 * layer + 1}`, 'model/parallel_linear.py(44): forward', () =>
        p.kernel(ops.gateUp, this.grad),
      );
      p.kernel(ops.swiglu, this.grad);
      p.module(`RowParallelLinear_${2 * layer + 1}`, 'model/parallel_linear.py(97): forward', () => {
        p.kernel(ops.down, this.grad);
        this.reduceActivations();
      });
    });
  }

  private backwardMlp(): void {
    const { program: p, ops } = this;
    p.kernel(ops.downDataGrad, 'backward');
    p.kernel(ops.downWeightGrad);
    p.kernel(ops.swigluGrad, 'backward');
    p.kernel(ops.gateUpDataGrad, 'backward');
    this.reduceActivations();
    p.kernel(ops.gateUpWeightGrad);
  }

  private forwardExperts(layer: number, moeOps: MoeOps): void {
    const { program: p } = this;
    const work = (opFor: MoeOps['expertGateUp']) => ({ layer: this.setting.firstLayer + layer, opFor });
    p.module(`MoELayer_${layer}`, 'model/moe.py(47): forward', () => {
      p.kernel(moeOps.gate, this.grad);
      p.kernel(moeOps.topK, this.grad);
      p.kernel(moeOps.permute, this.grad);
      this.exchangeTokens('dispatch', layer);
      p.module(`Experts_${layer}`, 'model/experts.py(31): forward', () => {
        p.expertKernel(work(moeOps.expertGateUp), this.grad);
        p.expertKernel(work(moeOps.expertSwiglu), this.grad);
        p.expertKernel(work(moeOps.expertDown), this.grad);
      });
      this.exchangeTokens('combine', layer);
      p.kernel(moeOps.unpermute, this.grad);
      this.reduceActivations();
    });
  }

  private backwardExperts(layer: number, moeOps: MoeOps): void {
    const { program: p } = this;
    const work = (opFor: MoeOps['expertGateUp']) => ({ layer: this.setting.firstLayer + layer, opFor });
    p.kernel(moeOps.unpermuteGrad, 'backward');
    this.exchangeTokens('dispatch', layer);
    p.expertKernel(work(moeOps.expertDownDataGrad), 'backward');
    p.expertKernel(work(moeOps.expertDownWeightGrad));
    p.expertKernel(work(moeOps.expertSwigluGrad), 'backward');
    p.expertKernel(work(moeOps.expertGateUpDataGrad), 'backward');
    p.expertKernel(work(moeOps.expertGateUpWeightGrad));
    this.exchangeTokens('combine', layer);
    p.kernel(moeOps.permuteGrad, 'backward');
    p.kernel(moeOps.topKGrad, 'backward');
    p.kernel(moeOps.gateDataGrad, 'backward');
    this.reduceActivations();
  }

  private reduceActivations(): void {
    if (this.setting.sizes.tensor > 1)
      this.program.collective(collective('allReduce', 'tp', this.activationCount, 'BFP16'), true);
  }

  /** With context parallelism each rank has the keys and values of its part only. */
  private gatherKeys(type: 'allGather' | 'reduceScatter'): void {
    const { sizes, workload } = this.setting;
    if (sizes.context === 1 || workload.phase === 'decode') return;
    const count = (2 * workload.contextTokens * modelDims.hidden) / sizes.tensor;
    this.program.collective(collective(type, 'cp', count, 'BFP16'), true);
  }

  private exchangeTokens(exchange: 'dispatch' | 'combine', layer: number): void {
    const { sizes, moe, firstLayer } = this.setting;
    if (sizes.expert === 1 || moe === undefined) return;
    const count = this.activationCount * moe.topK;
    this.program.collective(tokenExchange(exchange, count), true, firstLayer + layer);
  }
}
