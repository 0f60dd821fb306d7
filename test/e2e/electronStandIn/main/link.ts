import type { ToDriver, ToStandIn } from '../messages';

/** A question of the test: what the main process would be asked by Chromium, or by the user and the system. */
export type Answerer = (...args: readonly never[]) => unknown;

/** The stand-in's end of the channel to the test, which drives Chromium and stands for the user and the system. */
export class Link {
  private readonly answerers = new Map<string, Answerer>();
  private readonly listeners = new Set<(message: ToStandIn) => void>();
  private lastSent = Promise.resolve();

  constructor() {
    if (process.send === undefined)
      throw new Error('The stand-in for electron is started by a test, with a channel to it');
    process.on('message', (message: ToStandIn) => {
      if (message.kind === 'ask') void this.answerQuestion(message.id, message.name, message.args);
      else for (const listener of this.listeners) listener(message);
    });
    // The test that drives us is gone.
    process.on('disconnect', () => process.exit(1));
  }

  tell(message: ToDriver): void {
    this.lastSent = new Promise((resolve) => {
      process.send?.(message, undefined, undefined, (error) => {
        // The test that drives us is gone, which ends this process.
        if (error === null) resolve();
      });
    });
  }

  /** Resolves when all that has been told so far has gone out: messages that wait end with the process. */
  allSent(): Promise<void> {
    return this.lastSent;
  }

  onMessage(listener: (message: ToStandIn) => void): void {
    this.listeners.add(listener);
  }

  /** What is answered, or awaited, goes back to the test; so does what is thrown. */
  answer<Args extends readonly unknown[]>(name: string, answerer: (...args: Args) => unknown): void {
    this.answerers.set(name, answerer as unknown as Answerer);
  }

  private async answerQuestion(id: number, name: string, args: readonly unknown[]): Promise<void> {
    try {
      const answerer = this.answerers.get(name);
      if (answerer === undefined) throw new Error(`The stand-in for electron is not asked "${name}"`);
      this.tell({ kind: 'answer', id, value: await answerer(...(args as readonly never[])) });
    } catch (error) {
      this.tell({
        kind: 'failure',
        id,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
}

export const link = new Link();
