import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import { WorkerApi } from '../../src-worker/workerApi';
import { generateDemo } from '../demo/generate';
import type { DemoOptions } from '../demo/options';
import { nodeEndpoint } from './nodeEndpoint';

/** The worker threads' entry: what `src-worker` does, and the demo generator, which is as much work as an index. */
export class ThreadApi extends WorkerApi {
  async generateDemo(options: DemoOptions): Promise<void> {
    await generateDemo(options);
  }
}

if (!parentPort) throw new Error('workerMain must be started as a worker thread');
expose(new ThreadApi(), nodeEndpoint(parentPort));
