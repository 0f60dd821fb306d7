/** Entry of the thread that reads msMonitor's databases. */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from './monitorReader';
import { type MonitorQuestion, readMonitorDatabase } from './monitorReading';

if (!parentPort) throw new Error('monitorThread must be started as a worker thread');
const port = parentPort;
port.on('message', async ({ id, question }: { readonly id: number; readonly question: MonitorQuestion }) => {
  port.postMessage(await answer(id, question));
});

async function answer(id: number, question: MonitorQuestion): Promise<ThreadAnswer> {
  try {
    return { id, outcome: await readMonitorDatabase(question, () => undefined) };
  } catch (error) {
    return { id, failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
