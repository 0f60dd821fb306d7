import { dumpName } from '../../src-watch/requests/dumpName';
import type { AlarmEvent } from '../../src-watch/rule/jobWatch';
import { PAST_MS } from '../../src-watch/rule/stepAges';
import { saidBy } from '../../src-watch/words/spoken';
import type { Trigger, WatchListener, WatchOptions } from './watchOptions';

/** What of the watcher they need. */
export interface TriggersHost {
  readonly options: Pick<WatchOptions, 'trigger' | 'after' | 'sender'>;
  readonly listener: Pick<WatchListener, 'trigger' | 'report'>;
  /** It asks for profiles, not another watcher of the same files. */
  isOwner(): boolean;
  /** Writes down what is known now. */
  keep(): Promise<void>;
  /** Whether a profile is under way has become another thing. */
  changed(): void;
}

/** They are kept for whoever looks, not without end. */
const MOST_KEPT = 1_000;

/** Alarms that ask for a profile: asked for once each, in the order of the alarms, and what came behind it. */
export class ProfileTriggers {
  #triggers: readonly Trigger[];
  #asking: Promise<void> = Promise.resolve();
  #following: Promise<void> = Promise.resolve();

  /** `saved`: of a watcher that has ended, or was killed. */
  constructor(
    readonly host: TriggersHost,
    saved: readonly Trigger[] = [],
  ) {
    this.#triggers = saved;
    for (const own of saved) {
      if (own.status === 'asking') this.#tell({ ...own, status: 'unknown' });
      else if (isTooLate(own)) this.#tell({ ...own, status: 'past' });
    }
  }

  save(): readonly Trigger[] {
    return this.#triggers;
  }

  /** Of the last alarm that asks for one. */
  get profile(): 'under-way' | 'ready' | 'none' {
    const last = this.#triggers.at(-1);
    const isAsking = last?.status === 'waiting' || last?.status === 'asking';
    const isAwaited = last?.status === 'asked' && last.dump !== undefined && !last.report && this.host.options.after;
    return isAsking || isAwaited ? 'under-way' : last?.report?.kind === 'findings' ? 'ready' : 'none';
  }

  add(alarm: AlarmEvent): void {
    const own: Trigger = { alarm, status: this.host.isOwner() ? 'waiting' : 'elsewhere', atMs: Date.now() };
    this.#triggers = [...this.#triggers, own].slice(-MOST_KEPT);
    if (own.status === 'elsewhere') this.host.listener.trigger(own);
  }

  /** What another watcher of the same files has asked for stays asked for. */
  takeOver(triggers: readonly Trigger[]): void {
    const asked = new Map(triggers.map((own) => [own.alarm.number, own]));
    this.#triggers = this.#triggers.map((own) => asked.get(own.alarm.number) ?? own);
  }

  /** Waits for the dumps of those that were asked for before. */
  followAll(signal: AbortSignal): void {
    for (const own of this.#triggers) this.#follow(own, signal);
  }

  /** Asks for those that wait, beside everything else. */
  askWaiting(signal: AbortSignal): void {
    if (this.#triggers.some(({ status }) => status === 'waiting'))
      this.#asking = this.#asking.then(() => this.#ask(signal));
  }

  /** What has been asked for has been answered, and what came behind it has been told. */
  settled(): Promise<void> {
    return this.#asking.then(() => this.#following);
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { options, listener } = this.host;
    const waiting = this.#triggers.find(({ status }) => status === 'waiting');
    if (!waiting || !options.trigger || signal.aborted) return;
    const { alarm, atMs } = waiting;
    const dump = dumpName('auto', Date.now());
    const own = { alarm, dump, ...(atMs !== undefined && { atMs }) };
    try {
      // Who is killed meanwhile has asked nobody, and asks again.
      const send = await options.trigger(alarm, dump);
      if (signal.aborted) return;
      this.#mark({ ...own, status: 'asking' });
      await this.host.keep();
      const { said, processes } = await send(signal);
      this.#mark({ ...own, status: 'asked', said, ...(processes !== undefined && { processes }) });
    } catch (error) {
      this.#mark({ ...own, status: 'failed', said: saidBy(error) });
    }
    const done = this.#triggers.find(({ alarm: { number } }) => number === alarm.number);
    if (done) listener.trigger(done);
    await this.host.keep();
    this.host.changed();
    if (done) this.#follow(done, signal);
  }

  /** One dump behind the other, beside everything else. What nobody knows whether it was asked for may have been. */
  #follow(own: Trigger, signal: AbortSignal): void {
    if ((own.status !== 'asked' && own.status !== 'unknown') || own.isReportTold || !this.host.isOwner()) return;
    this.#following = this.#following.then(() => this.#report(own, signal));
  }

  async #report({ dump, ...own }: Trigger, signal: AbortSignal): Promise<void> {
    if (dump === undefined) return;
    const { options, listener } = this.host;
    const isSure = own.status === 'asked';
    const report = own.report ?? (await options.after?.report(dump, own.processes, signal, isSure));
    if (!report) return;
    this.#mark({ ...own, dump, report });
    if (!own.report) options.sender?.report({ ...own, dump }, report);
    await this.host.keep();
    listener.report?.({ ...own, dump }, report);
    this.host.changed();
    this.#mark({ ...own, dump, report, isReportTold: true });
    await this.host.keep();
  }

  #tell(own: Trigger): void {
    this.#mark(own);
    this.host.listener.trigger(own);
  }

  #mark(own: Trigger): void {
    this.#triggers = this.#triggers.map((other) => (other.alarm.number === own.alarm.number ? own : other));
  }
}

/** Of an earlier watcher, which was ended before it asked. */
function isTooLate({ status, atMs }: Trigger): boolean {
  return status === 'waiting' && atMs !== undefined && Date.now() - atMs > PAST_MS;
}
