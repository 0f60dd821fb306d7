/** The made-up Engine in a thread of its own, as the real one is: its answers cost the page only their transfer. */
import { expose } from 'comlink';
import type { Engine } from '../../../src-contract';
import { createSyntheticEngine } from '../../fixtures/syntheticEngine';
import type { SyntheticOptions } from '../../fixtures/syntheticTrace';

let engine: Engine | undefined;

const api = {
  start(options: SyntheticOptions) {
    const made = createSyntheticEngine(options);
    engine = made.engine;
    return made.state;
  },
  ask(method: 'watch' | 'close' | 'viewport' | 'flows' | 'slice' | 'neighbour', args: readonly unknown[]) {
    if (engine === undefined) throw new Error('start it first');
    return Reflect.apply(engine[method], engine, args) as unknown;
  },
};

export type EngineWorker = typeof api;

expose(api);
