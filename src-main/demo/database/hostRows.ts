import { autogradEnds } from '../facts/autogradPairs';
import { apiOf, type CannCall, connectionOf, launchCalls, syncCalls } from '../facts/cannCalls';
import { type HostOp, hostOps } from '../facts/hostOps';
import { pythonCalls } from '../facts/pythonCalls';
import type { RankFacts } from '../facts/rankFacts';
import { type UnendedWork, unendedWork } from '../facts/unendedWork';
import type { StepRecords } from '../simulation/stepRecords';
import type { AddRow, DatabaseFile } from './databaseFile';
import { apiTypes } from './enumerations';
import { hostTables } from './schema';
import type { StringIds } from './stringIds';

/** Connections within the framework are numbered from here: above those of the libraries' launches. */
const firstFrameworkConnection = 2_000_000_000;
const frameSeparator = ';\r\n';

/** The host's tables of one rank: framework ops, the task queue, Python functions, the libraries' calls, steps. */
export class HostRows {
  private readonly api: AddRow;
  private readonly connection: AddRow;
  private readonly callchain: AddRow;
  private readonly cann: AddRow;
  private readonly step: AddRow;
  private readonly collection: AddRow | undefined;
  private nextConnectionId = 0;
  private nextCallchain = 0;
  private readonly unescaped = new Map<string, string>();
  private readonly stacks = new Map<string, readonly number[]>();

  constructor(
    file: DatabaseFile,
    private readonly facts: RankFacts,
    private readonly framework: StringIds,
    private readonly libraries: StringIds,
  ) {
    this.api = file.table(hostTables.pytorchApi);
    this.connection = file.table(hostTables.connectionIds);
    this.callchain = file.table(hostTables.callchains);
    this.cann = file.table(hostTables.cannApi);
    this.step = file.table(hostTables.stepTime);
    this.collection = facts.hasGarbageCollection ? file.table(hostTables.gcRecord) : undefined;
  }

  *add(records: StepRecords): Generator<void> {
    const { facts } = this;
    const { launches, firstIds } = records;
    if (records.hang === undefined) this.step([records.step, records.startNs, records.endNs]);
    const autograd = new Map<number, number>();
    for (const { launchRow, forwardLaunchId } of autogradEnds(facts, records)) {
      autograd.set(launchRow, forwardConnection(forwardLaunchId));
    }
    for (const op of hostOps(facts, records)) {
      this.api(this.opRow(op, records, autograd));
      yield;
    }
    for (const { startNs, endNs } of records.gcPauses) this.collection?.([startNs, endNs, facts.mainTid]);
    for (let row = 0; row < launches.launch.length; row++) {
      this.queue(records, row, firstIds.launch + row);
      yield;
    }
    for (const { name, startNs, endNs } of pythonCalls(records)) {
      const { trace } = apiTypes;
      const id = this.framework.idOf(name);
      this.api([startNs, endNs, facts.mainTid, null, id, null, null, null, null, null, trace]);
      yield;
    }
    for (let row = 0; row < launches.launch.length; row++) {
      for (const call of launchCalls(records, row)) this.call(call);
      yield;
    }
    for (const call of syncCalls(records)) this.call(call);
    for (const own of unendedWork(records)) this.unended(own);
  }

  /** What never ended has no end. */
  private unended({ kind, name, startNs }: UnendedWork): void {
    const { facts } = this;
    const [nothing, thread] = [null, facts.mainTid];
    switch (kind) {
      case 'acl':
        this.cann([startNs, nothing, apiTypes.acl, thread, nothing, this.libraries.idOf(name)]);
        return;
      case 'op':
      case 'python': {
        const [id, type] = [this.framework.idOf(name), kind === 'op' ? apiTypes.op : apiTypes.trace];
        this.api([startNs, nothing, thread, nothing, id, nothing, nothing, nothing, nothing, nothing, type]);
        return;
      }
      case 'collective':
        // It is of the device.
        return;
    }
  }

  private opRow(op: HostOp, { firstIds }: StepRecords, autograd: ReadonlyMap<number, number>) {
    const launchId = firstIds.launch + op.launchRow;
    const launched = op.launchRow >= 0 && this.facts.hasFlows(launchId) ? [connectionOf(launchId)] : [];
    const paired = autograd.get(op.launchRow);
    const connections = paired === undefined ? launched : [...launched, paired];
    const { input } = op;
    return [
      op.startNs,
      op.endNs,
      this.facts.tidOf(op.thread),
      this.connectionId(connections),
      this.framework.idOf(op.name),
      op.sequence,
      op.forwardThread,
      input === undefined ? null : this.framework.idOf(this.unescape(input.types)),
      input === undefined ? null : this.framework.idOf(this.unescape(input.dims).replaceAll(', ', ',')),
      op.callStack === '' ? null : this.callchainOf(op.callStack),
      apiTypes.op,
    ];
  }

  private queue({ launches }: StepRecords, row: number, launchId: number): void {
    const { facts, framework } = this;
    const launch = launches.launch[row]!;
    const connections = facts.hasFlows(launchId) ? [queueConnection(launchId)] : [];
    const put = (name: string, tid: number, startNs: number, durationNs: number): void => {
      const id = this.connectionId(connections);
      const times = [startNs, startNs + durationNs];
      this.api([...times, tid, id, framework.idOf(name), null, null, null, null, null, apiTypes.queue]);
    };
    put('Enqueue', facts.tidOf(launch.thread), launches.enqueueNs[row]!, launches.enqueueDurationNs[row]!);
    put(`Dequeue@${apiOf(launch)}`, facts.dequeueTid, launches.dequeueNs[row]!, launches.dequeueDurationNs[row]!);
  }

  private call({ name, level, thread, startNs, durationNs, connection }: CannCall): void {
    const tid = this.facts.tidOf(thread);
    this.cann([startNs, startNs + durationNs, apiTypes[level], tid, connection, this.libraries.idOf(name)]);
  }

  /** A number that stands for all connections of a row; none for a row without. */
  private connectionId(connections: readonly number[]): number | null {
    if (connections.length === 0) return null;
    const id = this.nextConnectionId++;
    for (const connection of connections) this.connection([id, connection]);
    return id;
  }

  private callchainOf(callStack: string): number {
    let frames = this.stacks.get(callStack);
    if (frames === undefined) {
      frames = this.unescape(callStack)
        .split(frameSeparator)
        .map((frame) => this.framework.idOf(frame));
      this.stacks.set(callStack, frames);
    }
    const id = this.nextCallchain++;
    frames.forEach((frame, depth) => {
      this.callchain([id, frame, depth]);
    });
    return id;
  }

  private unescape(escaped: string): string {
    const known = this.unescaped.get(escaped);
    if (known !== undefined) return known;
    const text: unknown = JSON.parse(`"${escaped}"`);
    this.unescaped.set(escaped, String(text));
    return String(text);
  }
}

function queueConnection(launchId: number): number {
  return firstFrameworkConnection + 2 * launchId;
}

/** Ties a forward op to its backward op. */
function forwardConnection(forwardLaunchId: number): number {
  return firstFrameworkConnection + 2 * forwardLaunchId + 1;
}
