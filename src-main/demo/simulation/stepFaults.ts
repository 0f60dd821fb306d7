import type { Fault, FaultEffect, FaultKind } from '../faults/fault';
import { nominalMhz } from '../faults/fault';
import type { AcceleratorCore } from '../model/opSpec';

/** One fault and its position in the list. */
export interface NumberedFault<Kind extends FaultKind = FaultKind> {
  readonly index: number;
  readonly fault: Extract<Fault, { readonly kind: Kind }>;
}

/** How much of a lower frequency a kernel feels that waits for memory. */
const vectorShare = 1 / 3;

/** The faults of a kind that are there in a step. */
export function faultsInStep<Kind extends FaultKind>(
  faults: readonly Fault[],
  kind: Kind,
  step: number,
): NumberedFault<Kind>[] {
  return faults.flatMap((fault, index) => {
    const { steps } = fault;
    const isThen = steps === undefined || (step >= steps[0] && step <= steps[1]);
    return isThen && isOfKind(fault, kind) ? [{ index, fault }] : [];
  });
}

function isOfKind<Kind extends FaultKind>(fault: Fault, kind: Kind): fault is Extract<Fault, { readonly kind: Kind }> {
  return fault.kind === kind;
}

interface SlowDown {
  readonly index: number;
  readonly cubeFactor: number;
  readonly vectorFactor: number;
}

/** The faults of one rank in one step, and what they have done so far. */
export class StepFaults {
  readonly dataloaders: readonly NumberedFault<'late-dataloader'>[];
  readonly compiles: readonly NumberedFault<'jit-compile'>[];
  readonly pauses: readonly NumberedFault<'gc-pause'>[];
  readonly leaks: readonly NumberedFault<'leak'>[];
  readonly mismatches: readonly NumberedFault<'mismatch'>[];
  readonly hangs: readonly NumberedFault<'hang'>[];
  /** Frequency of the device; undefined as it is in order. */
  readonly coreMhz: number | undefined;
  private readonly slowDowns: readonly SlowDown[];
  private readonly byFault = new Map<number, FaultEffect>();

  constructor(
    faults: readonly Fault[],
    rank: number,
    stage: number,
    private readonly step: number,
    { firstStep, lastStep }: { readonly firstStep: number; readonly lastStep: number },
  ) {
    const mine = <Kind extends FaultKind>(kind: Kind): NumberedFault<Kind>[] =>
      faultsInStep(faults, kind, step).filter(
        ({ fault }) =>
          (!('rank' in fault) || fault.rank === undefined || fault.rank === rank) &&
          (!('stage' in fault) || fault.stage === stage),
      );
    this.dataloaders = mine('late-dataloader');
    this.compiles = mine('jit-compile');
    this.pauses = mine('gc-pause');
    this.leaks = mine('leak');
    this.mismatches = mine('mismatch');
    this.hangs = step === lastStep ? mine('hang') : [];
    const clocks = mine('down-clock');
    this.coreMhz = clocks.length === 0 ? undefined : Math.min(...clocks.map(({ fault }) => fault.mhz));
    this.slowDowns = [
      ...mine('slow-rank').map(({ index, fault }) => evenly(index, fault.factor)),
      ...mine('heavy-stage').map(({ index, fault }) => evenly(index, fault.factor)),
      ...clocks.map(({ index, fault }) => ({
        index,
        cubeFactor: nominalMhz / fault.mhz,
        vectorFactor: 1 + vectorShare * (nominalMhz / fault.mhz - 1),
      })),
      ...mine('drift').map(({ index, fault }) =>
        evenly(index, 1 + fault.perStep * (step - Math.max(firstStep, fault.steps?.[0] ?? firstStep))),
      ),
      // The first step of a drift, or a frequency that is in order.
    ].filter(({ cubeFactor }) => cubeFactor !== 1);
  }

  /** Whether any kernel takes longer. */
  get slowsKernels(): boolean {
    return this.slowDowns.length > 0;
  }

  /** What the faults make of a kernel's time. */
  slowed(durationNs: number, core: AcceleratorCore): number {
    return this.slowDowns.reduce(
      (ns, { cubeFactor, vectorFactor }) => ns * (core === 'AI_VECTOR_CORE' ? vectorFactor : cubeFactor),
      durationNs,
    );
  }

  /** Takes note of a kernel that ran for `durationNs`, the faults included. */
  noteKernel(core: AcceleratorCore, startNs: number, durationNs: number): void {
    for (const { index, cubeFactor, vectorFactor } of this.slowDowns) {
      const factor = core === 'AI_VECTOR_CORE' ? vectorFactor : cubeFactor;
      this.note(index, startNs, startNs + durationNs, durationNs * (1 - 1 / factor), 0);
    }
  }

  /** Takes note of one thing that a fault has done. */
  note(fault: number, startNs: number, endNs: number, extraNs: number, bytes: number): void {
    const before = this.byFault.get(fault);
    this.byFault.set(fault, {
      fault,
      step: this.step,
      count: (before?.count ?? 0) + 1,
      startNs: Math.min(before?.startNs ?? startNs, startNs),
      endNs: Math.max(before?.endNs ?? endNs, endNs),
      extraNs: (before?.extraNs ?? 0) + extraNs,
      bytes: (before?.bytes ?? 0) + bytes,
    });
  }

  /** By position of the fault. */
  get effects(): readonly FaultEffect[] {
    return [...this.byFault.values()].sort((a, b) => a.fault - b.fault);
  }
}

function evenly(index: number, factor: number): SlowDown {
  return { index, cubeFactor: factor, vectorFactor: factor };
}
