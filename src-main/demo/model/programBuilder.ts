import type { CollectiveTemplate } from './collectiveTemplates';
import type { OpTemplate } from './opSpec';
import type { ExpertWork, Instruction, KernelLaunch, LaunchThread, StepPhase, StepProgram } from './program';

/** Where the invented sources lie: short names stand in the events, whole paths in the call stacks. */
const workspace = '/workspace/';
const sitePackages = '/opt/conda/lib/python3.10/site-packages/';
const moduleCall = [
  `${sitePackages}torch/nn/modules/module.py(1518): _wrapped_call_impl`,
  `${sitePackages}torch/nn/modules/module.py(1527): _call_impl`,
];

/** Collects the instructions of a step and keeps the Python stack that each launch is made from. */
export class ProgramBuilder {
  readonly instructions: Instruction[] = [];
  private readonly stack: string[][] = [];
  private thread: LaunchThread = 'main';

  /** Runs `body` inside a Python frame such as `model/attention.py(88): forward` or `nn.Module: Attention_0`. */
  frame(name: string, body: () => void): void {
    this.instructions.push({ kind: 'enter', scope: { category: 'python', name } });
    this.stack.push(pathsOf(name));
    body();
    this.stack.pop();
    this.instructions.push({ kind: 'leave' });
  }

  /** Runs `body` inside a framework op or annotation of the main thread. */
  annotation(name: string, body: () => void): void {
    this.instructions.push({ kind: 'enter', scope: { category: 'op', name } });
    body();
    this.instructions.push({ kind: 'leave' });
  }

  module(className: string, sourceLine: string, body: () => void): void {
    this.frame(`nn.Module: ${className}`, () => this.frame(sourceLine, body));
  }

  kernel(op: OpTemplate, autograd: 'none' | 'forward' | 'backward' = 'none'): void {
    this.instructions.push(this.kernelLaunch(op, autograd));
  }

  /** A kernel on the tokens that the layer's router sends to this rank's experts. */
  expertKernel(work: ExpertWork, autograd: 'none' | 'forward' | 'backward' = 'none'): void {
    this.instructions.push({ ...this.kernelLaunch(work.opFor(1), autograd), expert: work });
  }

  collective(op: CollectiveTemplate, isBlocking: boolean, expertLayer?: number): void {
    const callStack = this.callStack(op.leafFrames);
    this.instructions.push({
      kind: 'collective',
      op,
      isBlocking,
      thread: this.thread,
      callStack,
      autograd: 'none',
      ...(expertLayer === undefined ? {} : { expertLayer }),
    });
  }

  /** A place where memory is kept for good if the rank has a leak; `frame` is the one around it. */
  retain(frame: string): void {
    this.instructions.push({ kind: 'retain', callStack: this.callStack([frame]) });
  }

  copyToDevice(sizeBytes: number): void {
    const callStack = this.callStack([]);
    this.instructions.push({ kind: 'copyToDevice', sizeBytes, callStack, thread: this.thread, autograd: 'none' });
  }

  backward(body: () => void): void {
    this.instructions.push({ kind: 'beginBackward' });
    this.thread = 'backward';
    body();
    this.thread = 'main';
    this.instructions.push({ kind: 'endBackward' });
  }

  /** The instructions that `body` adds, to be added again by `repeat` at the same place of the Python stack. */
  record(body: () => void): readonly Instruction[] {
    const first = this.instructions.length;
    body();
    return this.instructions.slice(first);
  }

  repeat(recorded: readonly Instruction[]): void {
    for (const instruction of recorded) this.instructions.push(instruction);
  }

  add(instruction: Instruction): void {
    this.instructions.push(instruction);
  }

  finish(stage: number, phase: StepPhase): StepProgram {
    const { instructions } = this;
    const mainKernels = instructions.filter((each) => each.kind === 'kernel' && each.thread === 'main').length;
    return { stage, phase, instructions, mainKernels };
  }

  private kernelLaunch(op: OpTemplate, autograd: KernelLaunch['autograd']): KernelLaunch {
    return { kind: 'kernel', op, thread: this.thread, callStack: this.callStack(op.leafFrames), autograd };
  }

  private callStack(leafFrames: readonly string[]): string {
    if (this.thread === 'backward') return '';
    const lines = [...this.stack, ...leafFrames.map(pathsOf)].flat();
    return lines.reverse().join(';\\r\\n');
  }
}

/** Lines of a call stack that one frame stands for, outermost first; built-ins have none. */
function pathsOf(frame: string): string[] {
  if (frame.startsWith('nn.Module')) return moduleCall;
  if (frame.startsWith('<')) return [];
  return [`${frame.startsWith('torch') ? sitePackages : workspace}${frame}`];
}
