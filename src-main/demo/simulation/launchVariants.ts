import { collective, isPointToPoint } from '../model/collectiveTemplates';
import type { ExpertLoad } from '../model/expertLoad';
import { type OpTemplate, op } from '../model/opSpec';
import type { CollectiveLaunch, ExpertWork, KernelLaunch, StepProgram } from '../model/program';
import { workloadOf } from '../model/workload';
import type { GroupKind, ParallelSizes } from '../parallel';
import { hash2 } from '../random';
import type { StepFaults } from './stepFaults';

/** A kernel as it is launched in this step, with the time that compiling it takes first. */
export interface VariedLaunch {
  readonly launch: KernelLaunch;
  readonly compileNs: number;
  /** Positions of the faults that made it so. */
  readonly compileFaults: readonly { readonly index: number; readonly compileNs: number }[];
}

/** A collective as the rank calls it. */
export interface VariedCollective {
  readonly launch: CollectiveLaunch;
  /** Positions of the faults that made it another one. */
  readonly faults: readonly number[];
  /** Given: it never calls it. */
  readonly hang?: StepFaults['hangs'][number];
}

/** Multiples of these many tokens are cut from a sequence that keeps changing its length. */
const raggedTokens = 16;
const raggedLengths = 11;
const bf16Bytes = 2;

/** What is not the same in every step, for one rank: ops on routed tokens, ops that are compiled anew. */
export class LaunchVariants {
  private mainKernel = 0;
  private readonly collectivesOf = new Map<GroupKind, number>();
  private readonly expertOps = new Map<ExpertWork, OpTemplate>();

  constructor(
    private readonly rank: number,
    private readonly sizes: ParallelSizes,
    private readonly seed: number,
    private readonly expertLoad: ExpertLoad | undefined,
    private readonly program: StepProgram,
    private readonly step: number,
    private readonly faults: StepFaults,
  ) {}

  /** Pauses that come before the next kernel of the main thread. */
  pausesBefore(launch: KernelLaunch): StepFaults['pauses'] {
    if (launch.thread !== 'main') return [];
    return this.faults.pauses.filter(({ fault }) => this.isChosen(fault.perStep));
  }

  /** The kernels have to be asked for in the order of the program. */
  vary(launch: KernelLaunch): VariedLaunch {
    const varied = launch.expert === undefined ? launch : { ...launch, op: this.expertOp(launch.expert) };
    if (launch.thread !== 'main') return { launch: varied, compileNs: 0, compileFaults: [] };
    const compileFaults = this.faults.compiles
      .filter(({ fault }) => this.isChosen(fault.callsPerStep))
      .map(({ index, fault }) => ({ index, compileNs: this.compileNs(fault.milliseconds) }));
    const salt = this.mainKernel++;
    if (compileFaults.length === 0) return { launch: varied, compileNs: 0, compileFaults };
    const tokens = this.raggedTokens(salt);
    return {
      launch: { ...varied, op: compiledOp(varied.op, workloadOf(this.program.phase, this.sizes).tokens, tokens) },
      compileNs: compileFaults.reduce((sum, { compileNs }) => sum + compileNs, 0),
      compileFaults,
    };
  }

  /** As this rank calls it: not always what its peers call there. Asked for in the order of the program. */
  varyCollective(launch: CollectiveLaunch): VariedCollective {
    const { group, type, count, dataType } = launch.op;
    if (isPointToPoint(launch.op)) return { launch, faults: [] };
    const call = this.collectivesOf.get(group) ?? 0;
    this.collectivesOf.set(group, call + 1);
    const hang = this.faults.hangs.find(({ fault }) => fault.group === group && fault.call === call);
    if (hang !== undefined) return { launch, faults: [], hang };
    const met = this.faults.mismatches.filter(({ fault }) => fault.group === group && fault.call === call);
    if (met.length === 0) return { launch, faults: [] };
    const other = collective(type === 'allGather' ? 'allReduce' : 'allGather', group, count, dataType);
    return { launch: { ...launch, op: other }, faults: met.map(({ index }) => index) };
  }

  /** An op whose output of this size nobody ever releases. */
  leak(callStack: string, sizeBytes: number): KernelLaunch {
    const shape = [Math.round(sizeBytes / bf16Bytes)];
    const leaked = op({
      host: ['aten::clone', 'aten::copy_'],
      api: 'aclnnInplaceCopy',
      type: 'Identity',
      core: 'AI_VECTOR_CORE',
      inputs: [shape],
      outputs: [shape],
      meanNs: 40_000,
      leaf: ['model/metrics.py(41): keep_history'],
      lifetime: 'forever',
    });
    return { kind: 'kernel', op: leaked, thread: 'main', callStack, autograd: 'none' };
  }

  /** Members' shares of the tokens that a layer sends round. */
  sharesOf(layer: number): readonly number[] | undefined {
    const { tokens } = workloadOf(this.program.phase, this.sizes);
    return this.expertLoad?.of(this.step, layer, this.rank, tokens).shares;
  }

  /** Spreads `count` things evenly over the main thread's kernels. */
  private isChosen(count: number): boolean {
    const { mainKernels } = this.program;
    const before = this.mainKernel === 0 ? -1 : Math.floor(((this.mainKernel - 1) * count) / mainKernels);
    return Math.floor((this.mainKernel * count) / mainKernels) > before;
  }

  private expertOp(work: ExpertWork): OpTemplate {
    const made = this.expertOps.get(work);
    if (made !== undefined) return made;
    const { tokens } = workloadOf(this.program.phase, this.sizes);
    const rows = this.expertLoad?.tokensOf(this.step, work.layer, this.rank, tokens) ?? tokens;
    const expertOp = work.opFor(Math.max(1, rows));
    this.expertOps.set(work, expertOp);
    return expertOp;
  }

  /** A multiple of 10, as all times of the host; ± 25 %. */
  private compileNs(milliseconds: number): number {
    const share = 0.75 + (hash2(hash2(this.seed, this.rank), this.step * 65_536 + this.mainKernel) % 1000) / 2000;
    return 10 * Math.round(milliseconds * 100_000 * share);
  }

  private raggedTokens(salt: number): number {
    const { tokens } = workloadOf(this.program.phase, this.sizes);
    const cut = raggedTokens * (1 + (hash2(this.step, salt) % raggedLengths));
    return Math.max(1, tokens > 2 * cut ? tokens - cut : tokens + cut);
  }
}

/** The same op for sequences of another length, not known when the model was compiled. */
function compiledOp(usual: OpTemplate, usualTokens: number, tokens: number): OpTemplate {
  const { kernel } = usual;
  // Tokens are the first dimension; of a matrix product only the first input has them, the other is the weight.
  const isProduct = kernel.core === 'AI_CORE';
  const resized = (shapes: string, separator: string): string =>
    shapes
      .split(separator)
      .map((shape, i) => (isProduct && i > 0 ? shape : withLeading(shape, usualTokens, tokens)))
      .join(separator);
  return {
    ...usual,
    inputDims: resized(usual.inputDims, ';\\r\\n'),
    api: kernel.type,
    kernel: {
      ...kernel,
      inputShapes: resized(kernel.inputShapes, ';'),
      outputShapes: resized(kernel.outputShapes, ';'),
      meanNs: (kernel.meanNs * tokens) / usualTokens,
      isDynamic: true,
    },
    outputBytes: Math.round((usual.outputBytes * tokens) / usualTokens),
  };
}

function withLeading(shape: string, usual: number, wanted: number): string {
  const [first, ...rest] = shape.split(',');
  return first === String(usual) ? [String(wanted), ...rest].join(',') : shape;
}
