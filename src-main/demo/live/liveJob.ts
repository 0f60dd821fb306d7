import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../random';
import { ConfigPoll } from './configPoll';
import { StandInDaemon } from './daemon';
import { DumpWriter } from './dumpWriter';
import type { LiveOptions, LivePlaces } from './liveOptions';
import { LogWriter } from './logWriter';
import { metricsServer } from './metricsServer';
import { MonitorWriter } from './monitorWriter';
import { type Order, OrderFile, orderOf } from './orders';
import { type ProfileOrder, ProfileTaker } from './profileTaker';
import { type DoneStep, StepHistory } from './stepHistory';

/** Of the mean, either way. */
const JITTER = 0.01;
/** Of a step in which nobody is late. */
const BUSY_SHARE = 0.9;
const PAUSE_MS = 50;

type StepOrder = Exclude<Order, { readonly kind: 'end' | 'daemon' }>;

/** What the job tells of itself. */
export type LiveNews =
  | { readonly kind: 'slow'; readonly step: number; readonly factor: number }
  | { readonly kind: 'fast' | 'stall' | 'go'; readonly step: number }
  | { readonly kind: 'restart'; readonly step: number }
  | { readonly kind: 'profile' | 'dump'; readonly step: number; readonly output: string }
  | { readonly kind: 'failed'; readonly output: string; readonly reason: string }
  | { readonly kind: 'unknown-order'; readonly line: string };

/** Goes from step to step until it is stopped. */
export class LiveJob {
  readonly #history = new StepHistory();
  readonly #log: LogWriter;
  readonly #monitor: MonitorWriter;
  readonly #config: ConfigPoll;
  readonly #orders: OrderFile;
  readonly #dumps: DumpWriter;
  readonly #taker: ProfileTaker;
  readonly #daemon: StandInDaemon;
  readonly #metrics: Server;
  readonly #random: Random;
  readonly #stop = new AbortController();
  readonly #aside: string;
  #step: number;
  #slowFactor: number | undefined;
  #isStalled = false;
  #waiting: StepOrder[] = [];

  constructor(
    readonly options: LiveOptions,
    readonly tell: (news: LiveNews) => void,
  ) {
    const { folder, framework, firstStep, dump, fileMs, dialect, behaviour, tls } = options;
    const ranks = Array.from({ length: dump.ranks }, (_, rank) => rank);
    this.#step = firstStep - 1;
    this.#random = new Random(dump.seed);
    this.#aside = join(folder, '.made');
    this.#log = new LogWriter(join(folder, 'train.log'), framework);
    this.#monitor = new MonitorWriter(join(folder, 'msmonitor'), dump.ranks, process.pid);
    this.#config = new ConfigPoll(join(folder, 'prof'), ranks);
    this.#orders = new OrderFile(join(folder, 'orders'));
    this.#dumps = new DumpWriter(this.#aside, dump, fileMs, this.#stop.signal);
    this.#taker = new ProfileTaker((order, isSlow) => this.#writeDump(order, isSlow));
    this.#daemon = new StandInDaemon(dialect, behaviour, tls, this.#daemonJob(ranks));
    this.#metrics = metricsServer(this.#history, dump.ranks);
  }

  /** Listens, and says where it is found. Rejects with a `DemoError`, or the system’s error. */
  async begin(): Promise<LivePlaces> {
    const { folder, daemonPort, metricsPort } = this.options;
    await mkdir(folder, { recursive: true });
    await this.#config.begin();
    await this.#orders.begin();
    const places: LivePlaces = {
      log: this.#log.path,
      monitor: this.#monitor.folder,
      config: join(folder, 'prof'),
      orders: this.#orders.path,
      daemonPort: await listen(this.#daemon.server, daemonPort),
      metricsPort: await listen(this.#metrics, metricsPort),
      processId: process.pid,
    };
    const path = join(folder, 'live.json');
    await writeFile(`${path}.tmp`, `${JSON.stringify(places, undefined, 2)}\n`);
    await rename(`${path}.tmp`, path);
    return places;
  }

  /** Until it is stopped; what was made aside is removed then. */
  async run(): Promise<void> {
    // Ready when the first profile is asked for; where it can’t be made, that is told then.
    this.#dumps.prepare(1, true).catch(() => {});
    let dueMs = performance.now();
    while (!this.#stop.signal.aborted) {
      for (const line of await this.#orders.look()) this.order(line);
      for (const order of this.#waiting.splice(0)) this.#obey(order);
      if (this.#isStalled) {
        await this.#pause(PAUSE_MS);
        dueMs = performance.now();
        continue;
      }
      const durationMs = this.#nextDuration();
      dueMs += durationMs;
      await this.#pause(Math.max(0, dueMs - performance.now()));
      if (!this.#stop.signal.aborted) await this.#done(durationMs);
    }
    this.#daemon.close();
    this.#metrics.close();
    await this.#taker.settled();
    await this.#dumps.settled();
    await rm(this.#aside, { recursive: true, force: true });
  }

  stop(): void {
    this.#stop.abort();
  }

  /** What concerns steps is obeyed between two of them. */
  order(line: string): void {
    const order = orderOf(line);
    if (!order) this.tell({ kind: 'unknown-order', line });
    else if (order.kind === 'end') this.stop();
    else if (order.kind === 'daemon') this.#daemon.behaviour = order.behaviour;
    else this.#waiting.push(order);
  }

  #obey(order: StepOrder): void {
    if (order.kind === 'slow') {
      this.#slow(order.factor ?? this.options.slowFactor);
      return;
    }
    if (order.kind === 'restart') {
      this.#step = this.options.firstStep - 1;
      this.tell({ kind: 'restart', step: this.options.firstStep });
      return;
    }
    if (order.kind === 'fast') this.#slowFactor = undefined;
    else this.#isStalled = order.kind === 'stall';
    this.tell({ kind: order.kind, step: this.#step });
  }

  #slow(factor: number): void {
    this.#slowFactor = factor;
    this.tell({ kind: 'slow', step: this.#step, factor });
  }

  #nextDuration(): number {
    const { stepMs, slowAfter, slowFactor } = this.options;
    if (slowAfter !== undefined && this.#step === slowAfter) this.#slow(slowFactor);
    return stepMs * this.#random.jitter(JITTER) * (this.#slowFactor ?? 1);
  }

  async #done(durationMs: number): Promise<void> {
    const { ranks, faults = [] } = this.options.dump;
    const step = ++this.#step;
    const late = new Set(faults.flatMap((fault) => ('rank' in fault && fault.rank !== undefined ? [fault.rank] : [])));
    const usualMs = (BUSY_SHARE * durationMs) / (this.#slowFactor ?? 1);
    const busyMs = Array.from({ length: ranks }, (_, rank) => (late.has(rank) ? BUSY_SHARE * durationMs : usualMs));
    const done: DoneStep = { step, durationMs, endMs: Date.now(), busyMs };
    this.#history.add(done);
    await Promise.all([this.#log.write(done), this.#monitor.write(done)]);
    this.#taker.step(step, done.endMs, this.#slowFactor !== undefined);
    const asked = await this.#config.look();
    if (asked) this.#taker.take(asked);
  }

  /** A job goes on without its profile. */
  async #writeDump(order: ProfileOrder, isSlow: boolean): Promise<void> {
    const { output } = order;
    this.tell({ kind: 'profile', step: this.#step, output });
    try {
      await this.#dumps.write(order, isSlow);
      this.tell({ kind: 'dump', step: this.#step, output });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.tell({ kind: 'failed', output, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#stop.signal }).catch(() => {});
  }

  #daemonJob(ranks: readonly number[]): ConstructorParameters<typeof StandInDaemon>[3] {
    const step = (): number => this.#step;
    const taker = (): ProfileTaker => this.#taker;
    return {
      get step() {
        return step();
      },
      get state() {
        return taker().state;
      },
      processIds: ranks.map((rank) => process.pid + rank),
      take: (order) => taker().take(order),
    };
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('It listens on no port.'));
      else resolve(address.port);
    });
  });
}
