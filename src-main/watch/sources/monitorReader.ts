import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type MonitorOutcome, type MonitorQuestion, readMonitorDatabase } from './monitorReading';

/** Who reads databases. */
export type MonitorReader = (question: MonitorQuestion) => Promise<MonitorOutcome>;

/** On this thread, in slices of some ms. */
export const readHere: MonitorReader = (question) => readMonitorDatabase(question, () => setImmediate());

/** `program`: the built command line, which the thread's entry lies beside. */
export function monitorThreadUrl(program: string): URL {
  return new URL('monitorThread.js', pathToFileURL(program));
}

export interface ThreadAnswer {
  readonly id: number;
  /** Undefined: something failed that no file system does. */
  readonly outcome?: MonitorOutcome;
  readonly failure?: string;
}

interface Asked {
  readonly resolve: (outcome: MonitorOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * On a thread of its own, which begins with the first question: much of a database takes a core for seconds, and a file system that hangs
 * holds up that thread alone. It does not keep the process from ending. `url`: the built `monitorThread`.
 */
export function readInThread(url: URL): MonitorReader {
  let thread: Worker | undefined;
  let lastId = 0;
  const asked = new Map<number, Asked>();
  const lose = (own: Worker, error: Error): void => {
    if (thread !== own) return;
    thread = undefined;
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
  };
  const start = (): Worker => {
    const own = new Worker(url);
    own.unref();
    own.on('message', ({ id, outcome, failure }: ThreadAnswer) => {
      const waiting = asked.get(id);
      asked.delete(id);
      if (outcome) waiting?.resolve(outcome);
      else waiting?.reject(new Error(failure));
    });
    own.on('error', (error) => lose(own, error as Error));
    own.on('exit', (code) => lose(own, new Error(`The thread that reads databases has ended (${code}).`)));
    return own;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      thread ??= start();
      const id = ++lastId;
      asked.set(id, { resolve, reject });
      thread.postMessage({ id, question });
    });
}
