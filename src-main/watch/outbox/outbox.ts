import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Spoken } from '../../../src-watch/words/spoken';
import { sendWebhook, type WebhookTarget } from './sendWebhook';

/** Something to be sent. `sending`: a try is under way; who finds this after a kill does not try again, since nothing tells how far it came. */
interface Delivery {
  readonly id: string;
  readonly body: string;
  readonly tries: number;
  readonly status: 'waiting' | 'sending';
}

export type SavedOutbox = readonly Delivery[];

/** What the user may want to know of a delivery that did not arrive for sure. */
export type OutboxProblem =
  | { readonly kind: 'failed'; readonly reason: Spoken; readonly tries: number }
  | { readonly kind: 'unknown' };

export interface OutboxLimits {
  readonly timeoutMs: number;
  /** Before the second try, the third, … */
  readonly pausesMs: readonly number[];
}

const usualLimits: OutboxLimits = { timeoutMs: 10_000, pausesMs: [1_000, 5_000, 30_000, 120_000, 600_000] };
/** The oldest give way: a receiver that is away for days is not to be flooded when it comes back. */
const MOST_WAITING = 100;

/** Sends one behind the other, in their order, and nobody waits for it. What it knows is kept by whoever keeps the journal. */
export class Outbox {
  #target: WebhookTarget | undefined;
  #deliveries: Delivery[];
  #wake: () => void = () => {};
  /** Until the address is another one. */
  #sameAddress = new AbortController();

  /** `target`: undefined, nothing is sent. */
  constructor(
    target: WebhookTarget | undefined,
    readonly tell: (problem: OutboxProblem) => void,
    saved: SavedOutbox = [],
    readonly limits = usualLimits,
  ) {
    this.#target = target;
    this.#deliveries = target ? saved.filter(({ status }) => status === 'waiting') : [];
    for (const { status } of saved) if (status === 'sending') tell({ kind: 'unknown' });
  }

  save(): SavedOutbox {
    return this.#deliveries;
  }

  /** What waits was for the address before, and is sent to no other. */
  retarget(target: WebhookTarget | undefined): void {
    this.#target = target;
    this.#deliveries = this.#deliveries.filter(({ status }) => status === 'sending');
    this.#sameAddress.abort();
    this.#sameAddress = new AbortController();
  }

  /** `content`: of the document, which gets an id of its own. */
  add(content: Readonly<Record<string, unknown>>): void {
    if (!this.#target) return;
    const id = randomUUID();
    const body = JSON.stringify({ version: 1, id, ...content });
    this.#deliveries = [...this.#deliveries, { id, body, tries: 0, status: 'waiting' as const }].slice(-MOST_WAITING);
    this.#wake();
  }

  /** Until `signal` aborts. `keep`: what `save` gives is on disk when it resolves; a delivery is sent behind that alone. */
  async run(keep: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [next] = this.#deliveries;
      if (next) await this.#send(next, keep, signal);
      else await this.#something(signal);
    }
  }

  async #send(next: Delivery, keep: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { timeoutMs, pausesMs } = this.limits;
    const pauseMs = next.tries === 0 ? 0 : pausesMs[next.tries - 1];
    await wait(pauseMs, undefined, { signal: AbortSignal.any([signal, this.#sameAddress.signal]) }).catch(() => {});
    const target = this.#target;
    if (signal.aborted || !target || !this.#deliveries.includes(next)) return;
    const tries = next.tries + 1;
    this.#replace({ ...next, tries, status: 'sending' });
    await keep();
    const sent = await sendWebhook(target, next.id, next.body, timeoutMs, signal);
    const isOver = sent.kind === 'sent' || sent.isFinal || tries > pausesMs.length;
    if (isOver) this.#deliveries = this.#deliveries.filter(({ id }) => id !== next.id);
    else this.#replace({ ...next, tries, status: 'waiting' });
    if (isOver && sent.kind === 'failed') this.tell({ kind: 'failed', reason: sent.reason, tries });
    await keep();
  }

  #replace(own: Delivery): void {
    this.#deliveries = this.#deliveries.map((other) => (other.id === own.id ? own : other));
  }

  #something(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        this.#wake = () => {};
        resolve();
      };
      this.#wake = go;
      signal.addEventListener('abort', go, { once: true });
    });
  }
}
