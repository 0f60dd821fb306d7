import type { MoeOptions } from '../options';
import type { ParallelSizes } from '../parallel';
import { collective, tokenExchange } from './collectiveTemplates';
import { buildMoeOps, type MoeOps } from './moeOps';
import { modelDims, type OpTemplate } from './opSpec';
import { buildOps, type Ops } from './opTemplates';
import type { ExpertWork } from './program';
import type { ProgramBuilder } from './programBuilder';
import type { Workload } from './workload';

/** Query heads that share a key and a value: there are so many fewer of these to exchange. */
const queriesPerKey = 4;

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
  private areWeightGradsPutOff = false;

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
    const { program: p, ops, moeOps } = this;
    p.module(`DecoderLayer_${layer}`, 'model/decoder.py(76): forward', () => {
      p.module(`RMSNorm_${2 * layer}`, 'model/norm.py(24): forward', () => p.kernel(ops.norm, this.grad));
      if (moeOps !== undefined) this.routeTokens(layer, moeOps);
      p.module(`Attention_${layer}`, 'model/attention.py(88): forward', () => {
        p.module(`ColumnParallelLinear_${2 * layer}`, 'model/parallel_linear.py(44): forward', () =>
          p.kernel(ops.qkv, this.grad),
        );
        this.gatherKeys('allGather');
        p.kernel(ops.rotary, this.grad);
        p.kernel(ops.rotary, this.grad);
        p.kernel(ops.transpose, this.grad);
        if (ops.cacheKeys !== undefined) p.kernel(ops.cacheKeys);
        this.waitForKeys();
        p.kernel(ops.attention, this.grad);
        if (moeOps !== undefined) this.runExperts(layer, moeOps);
        p.module(`RowParallelLinear_${2 * layer}`, 'model/parallel_linear.py(97): forward', () => {
          p.kernel(ops.project, this.grad);
          this.reduceActivations();
        });
      });
      p.kernel(ops.add, this.grad);
      p.module(`RMSNorm_${2 * layer + 1}`, 'model/norm.py(24): forward', () => p.kernel(ops.norm, this.grad));
      if (moeOps === undefined) this.forwardMlp(layer);
      else this.collectTokens(layer, moeOps);
      p.kernel(ops.add, this.grad);
    });
  }

  /**
   * The forward ops of a layer in reverse, so that each backward op meets the forward op it belongs to. Products for the
   * gradients of the weights come where something is awaited.
   */
  backward(layer: number): void {
    const { program: p, ops, moeOps } = this;
    p.kernel(ops.addGrad, 'backward');
    if (moeOps === undefined) this.backwardMlp();
    else this.returnTokens(layer, moeOps);
    p.kernel(ops.normGrad, 'backward');
    p.kernel(ops.addGrad, 'backward');
    p.kernel(ops.projectDataGrad, 'backward');
    this.weightGrad(ops.projectWeightGrad);
    if (moeOps !== undefined) this.backwardExperts(layer, moeOps);
    p.kernel(ops.attentionGrad, 'backward');
    this.gatherKeys('reduceScatter');
    p.kernel(ops.transposeGrad, 'backward');
    p.kernel(ops.rotaryGrad, 'backward');
    p.kernel(ops.rotaryGrad, 'backward');
    this.waitForKeys();
    p.kernel(ops.qkvDataGrad, 'backward');
    this.reduceActivations();
    this.weightGrad(ops.qkvWeightGrad);
    if (moeOps !== undefined) this.backwardRoute(moeOps);
    p.kernel(ops.normGrad, 'backward');
  }

  /** Puts the products for the gradients of weights off, which nobody waits for, while `body` adds instructions. */
  withoutWeightGrads(body: () => void): void {
    this.areWeightGradsPutOff = true;
    body();
    this.areWeightGradsPutOff = false;
  }

  /** Those that one layer's `backward` has put off. */
  weightGrads(layer: number): void {
    const { program: p, ops, moeOps } = this;
    if (moeOps === undefined) {
      p.kernel(ops.downWeightGrad);
      p.kernel(ops.gateUpWeightGrad);
    } else {
      p.expertKernel(this.work(layer, moeOps.expertDownWeightGrad));
      p.expertKernel(this.work(layer, moeOps.expertGateUpWeightGrad));
    }
    p.kernel(ops.projectWeightGrad);
    p.kernel(ops.qkvWeightGrad);
  }

  private weightGrad(op: OpTemplate): void {
    if (!this.areWeightGradsPutOff) this.program.kernel(op);
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
    this.weightGrad(ops.downWeightGrad);
    p.kernel(ops.swigluGrad, 'backward');
    p.kernel(ops.gateUpDataGrad, 'backward');
    this.reduceActivations();
    this.weightGrad(ops.gateUpWeightGrad);
  }

  /** Tokens go to their experts while attention runs, and come back beside its output projection: ScMoE (2404.05019). */
  private routeTokens(layer: number, moeOps: MoeOps): void {
    const { program: p } = this;
    p.module(`MoERouter_${layer}`, 'model/moe.py(47): forward', () => {
      p.kernel(moeOps.gate, this.grad);
      p.kernel(moeOps.topK, this.grad);
      p.kernel(moeOps.permute, this.grad);
      this.exchangeTokens('dispatch', layer);
    });
  }

  private runExperts(layer: number, moeOps: MoeOps): void {
    const { program: p } = this;
    p.module(`Experts_${layer}`, 'model/experts.py(31): forward', () => {
      this.waitForTokens();
      p.expertKernel(this.work(layer, moeOps.expertGateUp), this.grad);
      p.expertKernel(this.work(layer, moeOps.expertSwiglu), this.grad);
      p.expertKernel(this.work(layer, moeOps.expertDown), this.grad);
      this.exchangeTokens('combine', layer);
    });
  }

  private collectTokens(layer: number, moeOps: MoeOps): void {
    const { program: p } = this;
    p.module(`MoELayer_${layer}`, 'model/moe.py(91): forward', () => {
      this.waitForTokens();
      p.kernel(moeOps.unpermute, this.grad);
      this.reduceActivations();
    });
  }

  private returnTokens(layer: number, moeOps: MoeOps): void {
    this.program.kernel(moeOps.unpermuteGrad, 'backward');
    this.exchangeTokens('dispatch', layer);
  }

  private backwardExperts(layer: number, moeOps: MoeOps): void {
    const { program: p } = this;
    this.waitForTokens();
    p.expertKernel(this.work(layer, moeOps.expertDownDataGrad), 'backward');
    if (!this.areWeightGradsPutOff) p.expertKernel(this.work(layer, moeOps.expertDownWeightGrad));
    p.expertKernel(this.work(layer, moeOps.expertSwigluGrad), 'backward');
    p.expertKernel(this.work(layer, moeOps.expertGateUpDataGrad), 'backward');
    this.exchangeTokens('combine', layer);
    if (!this.areWeightGradsPutOff) p.expertKernel(this.work(layer, moeOps.expertGateUpWeightGrad));
  }

  private backwardRoute(moeOps: MoeOps): void {
    const { program: p } = this;
    this.waitForTokens();
    p.kernel(moeOps.permuteGrad, 'backward');
    p.kernel(moeOps.topKGrad, 'backward');
    p.kernel(moeOps.gateDataGrad, 'backward');
    this.reduceActivations();
  }

  private work(layer: number, opFor: ExpertWork['opFor']): ExpertWork {
    return { layer: this.setting.firstLayer + layer, opFor };
  }

  /**
   * Sums the block's output over the tensor-parallel ranks while the next block computes on the residual without it; the
   * block after that one needs it. Source: Ladder-Residual (arXiv 2501.06589), which hides these all-reduces.
   */
  private reduceActivations(): void {
    if (this.setting.sizes.tensor === 1) return;
    this.waitForActivations();
    this.program.collective(collective('allReduce', 'tp', this.activationCount, 'BFP16'), false);
  }

  /** What is issued from here on needs the outputs of all blocks before it. */
  waitForActivations(): void {
    if (this.setting.sizes.tensor > 1) this.program.add({ kind: 'waitGroup', group: 'tp' });
  }

  /** With context parallelism each rank has the keys and values of its part only. */
  private gatherKeys(type: 'allGather' | 'reduceScatter'): void {
    const { sizes, workload } = this.setting;
    if (sizes.context === 1 || workload.phase === 'decode') return;
    const count = (2 * workload.tokens * sizes.context * modelDims.hidden) / sizes.tensor / queriesPerKey;
    this.program.collective(collective(type, 'cp', count, 'BFP16'), false);
  }

  private waitForKeys(): void {
    const { sizes, workload } = this.setting;
    if (sizes.context > 1 && workload.phase !== 'decode') this.program.add({ kind: 'waitGroup', group: 'cp' });
  }

  private waitForTokens(): void {
    if (this.setting.sizes.expert > 1) this.program.add({ kind: 'waitGroup', group: 'ep' });
  }

  private exchangeTokens(exchange: 'dispatch' | 'combine', layer: number): void {
    const { sizes, moe, firstLayer } = this.setting;
    if (sizes.expert === 1 || moe === undefined) return;
    const count = this.activationCount * moe.topK;
    this.program.collective(tokenExchange(exchange, count), false, firstLayer + layer);
  }
}
