import { DemoError } from '../demoError';
import type { ExpertLoad } from '../model/expertLoad';
import type { OpTemplate } from '../model/opSpec';
import type { CollectiveLaunch, Instruction, KernelLaunch, Launch, LaunchThread, StepProgram } from '../model/program';
import { type DemoPlan, firstStep } from '../options';
import { type CommunicationGroup, type GroupKind, groupsOf, pipelineStageOf } from '../parallel';
import { hash2, Random } from '../random';
import { LaunchVariants } from './launchVariants';
import type { Programs } from './programs';
import { endSkewNs, type Meeting, type MeetingOutcome, type Rendezvous } from './rendezvous';
import { StepFaults } from './stepFaults';
import { emptyRecords, type RunIds, type StepRecords } from './stepRecords';
import { aligned, round10, type StreamName } from './streams';
import { sentInPhase } from './wire';

/** Launches that may wait between the host thread and the dequeue thread, and between that and the device. */
const queueDepth = 1024;
/** How much slower the host is for being profiled with stacks. */
const profilerSlowdown = 1.6;
const pythonFrameNs = 1_600;
const pythonReturnNs = 900;
const leafReturnNs = 500;

interface OpenScope {
  readonly row: number;
  readonly pythonId: number;
}

interface PendingCollective {
  readonly launchRow: number;
  readonly instruction: CollectiveLaunch;
  readonly group: CommunicationGroup;
  readonly members: readonly number[];
  readonly channel: string;
  readonly index: number;
  readonly meeting: Meeting;
  readonly startNs: number;
}

/** A rank that a fault keeps from a collective for ever. */
export interface StoppedRank {
  /** Position of the fault, which says how long the recording goes on. */
  readonly index: number;
  readonly milliseconds: number;
  /** The collective that it never calls, as those who wait in it know it. */
  readonly channel: string;
  readonly callIndex: number;
  readonly atNs: number;
}

/**
 * One rank's host threads, task queue and streams, advanced instruction by instruction. It stops where a collective
 * waits for ranks that have not come so far, and goes on once they have.
 */
export class RankSimulation {
  records: StepRecords;
  private readonly random: Random;
  private readonly groups: readonly CommunicationGroup[];
  private readonly hostSpeed: number;
  private readonly deviceSpeed: number;
  private readonly ids: RunIds = { launch: 0, pythonId: 1 };
  private sequence = 1;
  private readonly cursorNs: Record<LaunchThread, number> = { main: 0, backward: 0 };
  private dequeueFreeNs = 0;
  private readonly streamFreeNs: Record<StreamName, number> = {
    compute: 0,
    copy: 0,
    tp: 0,
    dp: 0,
    pp: 0,
    cp: 0,
    ep: 0,
    edp: 0,
  };
  private computeReadyNs = 0;
  /** By how much compiling it put the latest kernel off. */
  private putOffNs = 0;
  private lastDeviceEndNs: number | undefined;
  /** When receives ended that nothing has waited for, the oldest first. */
  private readonly receivedNs: number[] = [];
  private readonly channelIndex = new Map<string, number>();
  private scopeStack: OpenScope[] = [];
  private forwards: number[][] = [];
  private backwardOf: number[] = [];
  private next = 0;
  private retainedBytes = 0;
  private pending: PendingCollective | undefined;
  /** It never comes to that collective: what it has been in since then does not return. */
  private stopped: StoppedRank | undefined;

  private readonly seed: number;
  private program: StepProgram;
  private variants: LaunchVariants;
  private faults: StepFaults;

  constructor(
    readonly rank: number,
    private readonly plan: DemoPlan,
    private readonly programs: Programs,
    private readonly rendezvous: Rendezvous,
    private readonly expertLoad: ExpertLoad | undefined,
  ) {
    const { layout } = plan;
    this.seed = layout.seed;
    this.random = new Random(hash2(layout.seed, rank + 1));
    this.groups = groupsOf(rank, layout);
    this.hostSpeed = profilerSlowdown * this.random.jitter(0.04);
    this.deviceSpeed = this.random.jitter(0.002);
    this.cursorNs.main = 2_000_000 + round10(this.random.next() * 300_000);
    this.program = this.programAt(firstStep);
    this.faults = this.faultsAt(firstStep);
    this.variants = this.variantsAt(firstStep);
    this.records = emptyRecords(firstStep, this.program.phase, 0, this.ids);
  }

  beginStep(step: number): void {
    this.cursorNs.main = this.nextStepNs() + round10(this.random.between(180_000, 320_000));
    this.program = this.programAt(step);
    this.faults = this.faultsAt(step);
    this.variants = this.variantsAt(step);
    this.records = emptyRecords(step, this.program.phase, this.cursorNs.main, this.ids);
    this.records.coreMhz = this.faults.coreMhz;
    this.next = 0;
    this.forwards = [];
    this.enter({ category: 'op', name: `ProfilerStep#${step}` });
  }

  private nextStepNs(): number {
    const { stepEveryNs } = this.plan.layout;
    return stepEveryNs === 0 ? this.cursorNs.main : Math.ceil(this.cursorNs.main / stepEveryNs) * stepEveryNs;
  }

  /** Runs on as far as possible; true when the step is over. */
  advance(): boolean {
    const { instructions } = this.program;
    while (this.next < instructions.length) {
      if (this.pending !== undefined && !this.finishCollective(this.pending)) return false;
      if (this.stopped !== undefined) return false;
      this.execute(instructions[this.next]!);
      this.next++;
    }
    if (this.stopped !== undefined) return false;
    if (this.pending !== undefined && !this.finishCollective(this.pending)) return false;
    if (this.scopeStack.length > 0) {
      this.leave();
      this.endStep();
    }
    return true;
  }

  /** Grows as the rank gets on. */
  get position(): number {
    return 2 * this.next + (this.pending === undefined ? 1 : 0);
  }

  get stoppedBy(): StoppedRank | undefined {
    return this.stopped;
  }

  /** When its host and its device have done all that they could. */
  get idleNs(): number {
    return Math.max(this.cursorNs.main, this.cursorNs.backward, ...Object.values(this.streamFreeNs));
  }

  /** Nobody gets on any more, because of `cause`: what is under way stays so until the recording ends. */
  hang(cause: StoppedRank, untilNs: number): void {
    const { records, pending } = this;
    if (pending !== undefined) {
      for (const column of Object.values(records.launches)) column.length = pending.launchRow;
      if (pending.channel === cause.channel && pending.index === cause.callIndex)
        this.faults.note(cause.index, pending.startNs, untilNs, untilNs - pending.startNs, 0);
    }
    if (this.stopped !== undefined) this.faults.note(cause.index, cause.atNs, untilNs, 0, 0);
    const open = this.scopeStack.map(({ row }) => row);
    for (const row of open) records.scopes.endNs[row] = untilNs;
    this.scopeStack = [];
    this.cursorNs.main = round10(Math.max(this.cursorNs.main, this.cursorNs.backward)) + 6_000;
    records.hang = {
      untilNs,
      openScopes: new Set(open),
      hostStartNs: this.cursorNs.main,
      collective: pending && {
        group: pending.group,
        name: this.nameOf(pending),
        startNs: pending.startNs,
        launch: pending.instruction,
      },
    };
    this.endStep();
  }

  private programAt(step: number): StepProgram {
    return this.programs.at(pipelineStageOf(this.rank, this.plan.layout.sizes), step);
  }

  private faultsAt(step: number): StepFaults {
    const stage = pipelineStageOf(this.rank, this.plan.layout.sizes);
    const lastStep = firstStep + this.plan.steps - 1;
    return new StepFaults(this.plan.faults, this.rank, stage, step, { firstStep, lastStep });
  }

  private variantsAt(step: number): LaunchVariants {
    const { sizes } = this.plan.layout;
    return new LaunchVariants(this.rank, sizes, this.seed, this.expertLoad, this.program, step, this.faults);
  }

  private endStep(): void {
    const { records } = this;
    records.faultEffects = this.faults.effects;
    // What hangs may not have come to them.
    const due = records.hang === undefined ? [...this.faults.mismatches, ...this.faults.hangs] : [];
    for (const { index, fault } of due) {
      if (records.faultEffects.some((effect) => effect.fault === index)) continue;
      throw new DemoError(
        `${fault.kind}: call=${fault.call} is more than the ${fault.group} group’s collectives of a step, from 0.`,
      );
    }
    records.retainedBytes = this.retainedBytes;
    const { launch, deviceStartNs } = records.launches;
    records.endNs = this.cursorNs.main;
    if (this.lastDeviceEndNs === undefined) {
      const starts = deviceStartNs.filter((_, row) => launch[row]!.kind !== 'copyToDevice');
      this.lastDeviceEndNs = starts.reduce((first, ns) => Math.min(first, ns), Number.POSITIVE_INFINITY);
    }
    records.deviceStartNs = this.lastDeviceEndNs;
    const collectivesEndNs = records.collectives.reduce((last, { endNs }) => Math.max(last, endNs), 0);
    records.deviceEndNs = Math.max(this.streamFreeNs.compute, collectivesEndNs);
    this.lastDeviceEndNs = records.deviceEndNs;
  }

  private execute(instruction: Instruction): void {
    switch (instruction.kind) {
      case 'enter':
        this.enter(instruction.scope);
        return;
      case 'leave':
        this.leave();
        return;
      case 'host':
        this.cursorNs.main += round10(instruction.meanNs * this.random.jitter(0.4) * this.hostSpeed);
        if (instruction.work === 'dataloader') this.waitForBatch();
        return;
      case 'retain':
        for (const { index, fault } of this.faults.leaks) {
          const sizeBytes = Math.round(fault.mibPerStep * 2 ** 20);
          this.retainedBytes += sizeBytes;
          this.faults.note(index, this.cursorNs.main, this.cursorNs.main, 0, sizeBytes);
          this.launch(this.variants.leak(instruction.callStack, sizeBytes), 0);
        }
        return;
      case 'beginForward':
        this.forwards.push([]);
        return;
      case 'beginBackward':
        this.backwardOf = this.forwards.shift() ?? [];
        this.cursorNs.backward = this.cursorNs.main + 32_000;
        return;
      case 'endBackward':
        this.cursorNs.main = this.cursorNs.backward + 18_000;
        return;
      case 'waitGroup':
        this.computeReadyNs = Math.max(this.computeReadyNs, this.streamFreeNs[instruction.group]);
        return;
      case 'waitReceive':
        this.computeReadyNs = Math.max(this.computeReadyNs, this.receivedNs.shift() ?? 0);
        return;
      case 'synchronize':
        this.synchronize();
        return;
      case 'kernel':
        this.launchKernel(instruction);
        return;
      case 'collective':
        this.launchCollective(instruction);
        return;
      case 'copyToDevice':
        this.launch(instruction, 0);
        return;
    }
  }

  private waitForBatch(): void {
    for (const { index, fault } of this.faults.dataloaders) {
      const startNs = this.cursorNs.main;
      this.cursorNs.main += round10(fault.milliseconds * 1e6);
      this.faults.note(index, startNs, this.cursorNs.main, this.cursorNs.main - startNs, 0);
    }
  }

  private launchKernel(instruction: KernelLaunch): void {
    for (const { index, fault } of this.variants.pausesBefore(instruction)) {
      const startNs = this.cursorNs.main + 2_000;
      const endNs = startNs + round10(fault.milliseconds * 1e6);
      this.records.gcPauses.push({ startNs, endNs });
      this.faults.note(index, startNs, endNs, endNs - startNs, 0);
      this.cursorNs.main = endNs + 2_000;
    }
    const { launch, compileNs, compileFaults } = this.variants.vary(instruction);
    const row = this.records.launches.launch.length;
    this.launch(launch, compileNs);
    const startNs = this.records.launches.dequeueNs[row]!;
    for (const each of compileFaults) {
      // Of its own part, what the device had to wait for; beside earlier work a compile costs nothing.
      const extraNs = (this.putOffNs * each.compileNs) / compileNs;
      this.faults.note(each.index, startNs, startNs + compileNs, extraNs, 0);
    }
  }

  private launchCollective(instruction: CollectiveLaunch): void {
    const { launch, faults, hang } = this.variants.varyCollective(instruction);
    if (hang !== undefined) {
      const { id } = this.groupOf(launch);
      const callIndex = this.channelIndex.get(id) ?? 0;
      const { milliseconds } = hang.fault;
      this.stopped = { index: hang.index, milliseconds, channel: id, callIndex, atNs: this.cursorNs[launch.thread] };
      return;
    }
    const atNs = this.cursorNs[launch.thread];
    for (const index of faults) this.faults.note(index, atNs, atNs, 0, 0);
    this.launch(launch, 0);
  }

  private enter(scope: { readonly category: 'python' | 'op'; readonly name: string }): void {
    const { scopes } = this.records;
    const parent = this.scopeStack.at(-1)?.pythonId ?? 0;
    const pythonId = scope.category === 'python' ? this.ids.pythonId++ : parent;
    this.scopeStack.push({ row: scopes.scope.length, pythonId });
    scopes.scope.push(scope);
    scopes.startNs.push(this.cursorNs.main);
    scopes.endNs.push(this.cursorNs.main);
    scopes.pythonId.push(pythonId);
    scopes.parentPythonId.push(parent);
    this.cursorNs.main += round10(pythonFrameNs * this.random.jitter(0.5));
  }

  private leave(): void {
    const open = this.scopeStack.pop();
    if (open === undefined) throw new Error('A step leaves more scopes than it entered.');
    this.cursorNs.main += round10(pythonReturnNs * this.random.jitter(0.5));
    this.records.scopes.endNs[open.row] = this.cursorNs.main;
  }

  private synchronize(): void {
    const startNs = this.cursorNs.main + 6_000;
    const deviceEndNs = Math.max(...Object.values(this.streamFreeNs));
    const endNs = Math.max(startNs + 9_000, round10(deviceEndNs) + round10(this.random.between(15_000, 30_000)));
    this.records.syncs.push({ startNs, endNs });
    this.cursorNs.main = endNs + 12_000;
  }

  private launch(instruction: Launch, compileNs: number): void {
    const { launches } = this.records;
    const row = launches.launch.length;
    const frames = instruction.kind === 'copyToDevice' ? 0 : instruction.op.leafFrames.length;
    const hostMeanNs = instruction.kind === 'kernel' ? instruction.op.hostMeanNs : 84_000;
    const { thread } = instruction;
    const hostStartNs = this.cursorNs[thread] + (frames + 1) * pythonFrameNs;
    const costNs = round10(hostMeanNs * this.random.jitter(0.35) * this.hostSpeed);
    const throttledNs = row >= queueDepth ? launches.dequeueNs[row - queueDepth]! : 0;
    const enqueueNs = Math.max(hostStartNs + round10(costNs * 0.62), round10(throttledNs));
    const enqueueDurationNs = round10(this.random.between(3_000, 9_000));
    const hostEndNs = Math.max(hostStartNs + costNs, enqueueNs + enqueueDurationNs + 2_000);
    this.cursorNs[thread] = hostEndNs + (frames + 1) * leafReturnNs;

    const deviceBehindNs = row >= queueDepth ? launches.deviceStartNs[row - queueDepth]! : 0;
    const wakeNs = enqueueNs + enqueueDurationNs + round10(this.random.between(1_500, 6_000));
    const dequeueNs = round10(Math.max(this.dequeueFreeNs, wakeNs, deviceBehindNs));
    const dequeueDurationNs = compileNs + round10(this.random.between(14_000, 30_000));
    this.dequeueFreeNs = dequeueNs + dequeueDurationNs + 600;

    launches.launch.push(instruction);
    launches.hostStartNs.push(hostStartNs);
    launches.hostEndNs.push(hostEndNs);
    launches.enqueueNs.push(enqueueNs);
    launches.enqueueDurationNs.push(enqueueDurationNs);
    launches.dequeueNs.push(dequeueNs);
    launches.dequeueDurationNs.push(dequeueDurationNs);
    launches.sequence.push(this.sequenceFor(instruction));
    launches.compileNs.push(compileNs);
    launches.pythonId.push(this.ids.pythonId);
    launches.parentPythonId.push(this.scopeStack.at(-1)?.pythonId ?? 0);
    this.ids.pythonId += frames;
    this.ids.launch++;
    this.run(instruction, row, dequeueNs + compileNs + round10((dequeueDurationNs - compileNs) * 0.7) + 3_500);
  }

  private sequenceFor(instruction: Launch): number {
    switch (instruction.autograd) {
      case 'none':
        return -1;
      case 'forward':
        this.forwards.at(-1)?.push(this.sequence);
        return this.sequence++;
      case 'backward':
        return this.backwardOf.pop() ?? -1;
    }
  }

  /** Puts the launch on its stream, where it may start at `launchedNs`. */
  private run(instruction: Launch, row: number, launchedNs: number): void {
    const { launches } = this.records;
    launches.secondStartNs.push(-1);
    launches.secondDurationNs.push(0);
    launches.collective.push(-1);
    if (instruction.kind === 'collective') {
      this.arrive(instruction, row, launchedNs);
      return;
    }
    if (instruction.kind === 'copyToDevice') {
      const startNs = aligned(Math.max(launchedNs, this.streamFreeNs.copy), 'copy');
      const durationNs = Math.round(4_000 + instruction.sizeBytes / 20);
      launches.deviceStartNs.push(startNs);
      launches.deviceDurationNs.push(durationNs);
      this.streamFreeNs.copy = startNs + durationNs;
      this.computeReadyNs = Math.max(this.computeReadyNs, startNs + durationNs);
      return;
    }
    const { op } = instruction;
    const gapNs = this.random.between(300, 1_800);
    const freeNs = this.streamFreeNs.compute + gapNs;
    const earliestNs = Math.max(freeNs, this.computeReadyNs + 900);
    const startNs = aligned(Math.max(launchedNs, earliestNs), 'compute');
    this.putOffNs = startNs - aligned(Math.max(launchedNs - launches.compileNs[row]!, earliestNs), 'compute');
    const durationNs = this.kernelNs(op.kernel, startNs);
    launches.deviceStartNs.push(startNs);
    launches.deviceDurationNs.push(durationNs);
    this.streamFreeNs.compute = startNs + durationNs;
    if (op.secondKernel !== undefined) {
      const secondStartNs = aligned(this.streamFreeNs.compute + gapNs, 'compute');
      const secondDurationNs = this.kernelNs(op.secondKernel, secondStartNs);
      launches.secondStartNs[row] = secondStartNs;
      launches.secondDurationNs[row] = secondDurationNs;
      this.streamFreeNs.compute = secondStartNs + secondDurationNs;
    }
  }

  private kernelNs({ meanNs, core }: OpTemplate['kernel'], startNs: number): number {
    const usualNs = meanNs * this.random.jitter(0.012) * this.deviceSpeed;
    if (!this.faults.slowsKernels) return Math.round(usualNs);
    const durationNs = Math.round(this.faults.slowed(usualNs, core));
    this.faults.noteKernel(core, startNs, durationNs);
    return durationNs;
  }

  private arrive(instruction: CollectiveLaunch, launchRow: number, launchedNs: number): void {
    const group = this.groupOf(instruction);
    const members = membersOf(instruction, group);
    const channel = instruction.op.peerStep === 0 ? group.id : `${members[0]}:${group.id}`;
    const index = this.channelIndex.get(channel) ?? 0;
    this.channelIndex.set(channel, index + 1);
    const startNs = aligned(
      Math.max(launchedNs, this.streamFreeNs[group.kind], this.dataReadyNs(instruction)),
      group.kind,
    );
    const globalRanks = members.map((member) => group.globalRanks[member]!);
    const { op: template, expertLayer } = instruction;
    const shares = expertLayer === undefined ? undefined : this.variants.sharesOf(expertLayer);
    const arrival = { channel, index, globalRanks, rank: this.rank, template, shares, atNs: startNs };
    const meeting = this.rendezvous.arrive(arrival);
    this.pending = { launchRow, instruction, group, members, channel, index, meeting, startNs };
  }

  /** What it sends is what the compute stream has been told to compute so far, over stages also what that is summed up to. */
  private dataReadyNs({ op: { type, group }, isBlocking }: CollectiveLaunch): number {
    if (type === 'receive' && !isBlocking) return 0;
    return Math.max(this.streamFreeNs.compute, group === 'pp' ? this.streamFreeNs.tp : 0) + 1_200;
  }

  private finishCollective(pending: PendingCollective): boolean {
    const { meeting, group, instruction, launchRow, startNs } = pending;
    const { outcome } = meeting;
    if (outcome === undefined) return false;
    this.rendezvous.leave(pending.channel, pending.index, meeting);
    this.pending = undefined;
    this.noteTransfers(pending, outcome);
    const endNs = outcome.endNs + endSkewNs(this.seed, this.rank, this.ids.launch);
    const { launches, collectives } = this.records;
    launches.deviceStartNs.push(startNs);
    launches.deviceDurationNs.push(endNs - startNs);
    launches.collective[launchRow] = collectives.length;
    collectives.push({
      launchRow,
      group,
      name: this.nameOf(pending),
      members: pending.members,
      arrivalNs: meeting.arrivalNs,
      startNs,
      readyNs: outcome.readyNs,
      endNs,
      wire: outcome.wire,
    });
    this.streamFreeNs[group.kind] = endNs + 400;
    if (instruction.isBlocking) this.computeReadyNs = Math.max(this.computeReadyNs, endNs);
    else if (instruction.op.type === 'receive') this.receivedNs.push(endNs);
    return true;
  }

  private groupOf({ op }: CollectiveLaunch): CommunicationGroup {
    const group = this.groups.find(({ kind }) => kind === op.group);
    if (group === undefined) throw new Error(`Rank ${this.rank} is in no ${op.group} group.`);
    return group;
  }

  /** To be asked for once. */
  private nameOf({ instruction, group }: PendingCollective): string {
    return `hcom_${instruction.op.type}__${group.id.slice(-3)}_${this.nextInGroup(group.kind)}_1`;
  }

  /** What the links' faults did to this op, and how much of its data they met. */
  private noteTransfers({ members, group }: PendingCollective, { readyNs, endNs, wire }: MeetingOutcome): void {
    if (wire.faultNs.size === 0) return;
    const me = members.indexOf(group.groupRank);
    const sentBytes = wire.phases.reduce((sum, phase) => sum + sentInPhase(phase, me, members.length), 0);
    for (const [index, extraNs] of wire.faultNs) this.faults.note(index, readyNs, endNs, extraNs, sentBytes);
  }

  private nextInGroup(kind: GroupKind): number {
    const key = `name:${kind}`;
    const index = this.channelIndex.get(key) ?? 0;
    this.channelIndex.set(key, index + 1);
    return index;
  }
}

/** Positions in the group of those that take part, in the group's order. */
function membersOf(instruction: CollectiveLaunch, group: CommunicationGroup): readonly number[] {
  const { peerStep } = instruction.op;
  if (peerStep === 0) return group.globalRanks.map((_, i) => i);
  const peer = group.groupRank + peerStep;
  return [Math.min(group.groupRank, peer), Math.max(group.groupRank, peer)];
}
