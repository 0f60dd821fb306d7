import { DemoError } from '../demoError';
import { type GroupKind, groupsOf, type JobLayout, worldSizeOf } from '../parallel';
import { type Fault, type Hang, type HeavyStage, type Mismatch, nominalMhz } from './fault';
import { isMesh, isOfLink, type OfLink } from './linkGroups';

/** What the checks have to know of the job. */
interface Job {
  readonly layout: JobLayout;
  readonly firstStep: number;
  readonly steps: number;
  /** A timeline is written. */
  readonly hasTimeline: boolean;
}

/** Throws a `DemoError` on faults that this job can't have, so that none is planted without an effect. */
export function checkFaults(faults: readonly Fault[], job: Job): void {
  for (const fault of faults) {
    checkSteps(fault, job);
    checkRanks(fault, job);
    checkAmounts(fault);
    if ('stage' in fault) checkStage(fault, job);
    if ('group' in fault) checkGroup(fault.kind, fault.group, job);
    if (fault.kind === 'mismatch' || fault.kind === 'hang') checkCall(fault);
    if (fault.kind === 'hang') checkHang(fault, job);
    if (isOfLink(fault)) checkLink(fault, job);
  }
  if (faults.filter(({ kind }) => kind === 'hang').length > 1) throw new DemoError('hang: a job hangs once.');
}

function checkSteps({ kind, steps }: Fault, { firstStep, steps: count }: Job): void {
  if (steps === undefined) return;
  const [first, last] = steps;
  const lastStep = firstStep + count - 1;
  if (first > last || first > lastStep || last < firstStep) {
    throw new DemoError(`${kind}: steps ${first}-${last} lie outside the dump's, ${firstStep} to ${lastStep}.`);
  }
}

function checkRanks(fault: Fault, { layout }: Job): void {
  const world = worldSizeOf(layout.sizes);
  const ranks = [
    ...('rank' in fault && fault.rank !== undefined ? [fault.rank] : []),
    ...(isOfLink(fault) ? (fault.between ?? []) : []),
  ];
  for (const rank of ranks) {
    if (!Number.isInteger(rank) || rank < 0 || rank >= world) {
      throw new DemoError(`${fault.kind}: the job's ranks are 0 to ${world - 1}, not ${rank}.`);
    }
  }
}

function checkAmounts(fault: Fault): void {
  switch (fault.kind) {
    case 'slow-rank':
      requireBetween(fault.kind, 'factor', fault.factor, 1, 100);
      return;
    case 'late-dataloader':
      requireBetween(fault.kind, 'milliseconds', fault.milliseconds, 0.001, 3_600_000);
      return;
    case 'slow-link':
      requireBetween(fault.kind, 'factor', fault.factor, 0.001, 1);
      return;
    case 'absent-link':
      return;
    case 'flapping-link':
      requireBetween(fault.kind, 'factor', fault.factor, 0.001, 1);
      requireBetween(fault.kind, 'every', fault.every, 2, 10_000);
      return;
    case 'down-clock':
      requireBetween(fault.kind, 'mhz', fault.mhz, 100, nominalMhz);
      return;
    case 'heavy-stage':
      requireBetween(fault.kind, 'factor', fault.factor, 1, 100);
      return;
    case 'jit-compile':
      requireBetween(fault.kind, 'callsPerStep', fault.callsPerStep, 1, 100_000);
      requireBetween(fault.kind, 'milliseconds', fault.milliseconds, 0.001, 3_600_000);
      return;
    case 'gc-pause':
      requireBetween(fault.kind, 'perStep', fault.perStep, 1, 10_000);
      requireBetween(fault.kind, 'milliseconds', fault.milliseconds, 0.001, 3_600_000);
      return;
    case 'leak':
      requireBetween(fault.kind, 'mibPerStep', fault.mibPerStep, 0.001, 1_000_000);
      return;
    case 'small-packets':
      requireBetween(fault.kind, 'packetKib', fault.packetKib, 0.5, 1_000_000);
      return;
    case 'drift':
      requireBetween(fault.kind, 'perStep', fault.perStep, 0.000_001, 10);
      return;
    case 'hang':
      requireBetween(fault.kind, 'milliseconds', fault.milliseconds, 1, 3_600_000);
      return;
    case 'mismatch':
    case 'unaligned':
      return;
  }
}

function requireBetween(kind: string, name: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) {
    throw new DemoError(`${kind}: ${name} must lie between ${min} and ${max}, not ${value}.`);
  }
}

function checkStage({ kind, stage }: HeavyStage, { layout }: Job): void {
  const { pipeline } = layout.sizes;
  if (Number.isInteger(stage) && stage >= 0 && stage < pipeline) return;
  throw new DemoError(`${kind}: the job has pipeline stages from 0 to ${pipeline - 1}, not ${stage}.`);
}

function checkGroup(fault: string, kind: GroupKind, { layout }: Job): void {
  if (groupsOf(0, layout).some((group) => group.kind === kind)) return;
  throw new DemoError(`${fault}: the parallel sizes leave no ${kind} group of more than one rank.`);
}

/** A send by itself has no peers that call the same. */
function checkCall({ kind, group, call }: Mismatch | Hang): void {
  if (!(Number.isInteger(call) && call >= 0))
    throw new DemoError(`${kind}: call is a whole number from 0, not ${call}.`);
  if (group === 'pp') throw new DemoError(`${kind}: ranks of a pp group only send and receive, each with one peer.`);
}

function checkHang({ kind, steps }: Hang, { hasTimeline }: Job): void {
  if (steps !== undefined) throw new DemoError(`${kind}: it is in the last step, and takes no others.`);
  if (!hasTimeline) throw new DemoError(`${kind}: only a timeline has what never ended.`);
}

/** A link that no group uses can't be slow, and where there is no third rank nothing can go around one: nothing would show. */
function checkLink(fault: OfLink, { layout }: Job): void {
  const { kind, between } = fault;
  if (between === undefined) return;
  const [a, b] = between;
  if (a === b) throw new DemoError(`${kind}: rank ${a} has no link to itself.`);
  const groups = groupsOf(a, layout).filter(({ globalRanks }) => globalRanks.includes(b));
  if (groups.length === 0)
    throw new DemoError(`${kind}: ranks ${a} and ${b} are in no group together, so nothing goes over their link.`);
  if (kind === 'absent-link' && !groups.some(({ globalRanks }) => isMesh(globalRanks.length)))
    throw new DemoError(
      `${kind}: ranks ${a} and ${b} are in no group of three to eight ranks, in which data could go around their link.`,
    );
}
