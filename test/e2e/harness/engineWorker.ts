/** The made-up Engine in a thread of its own, as the real one is: its answers cost the page only their transfer. */
import { expose } from 'comlink';
import type { Engine, QuestionOf } from '../../../src-contract';
import { createSyntheticEngine } from '../../fixtures/syntheticEngine';
import type { SyntheticOptions } from '../../fixtures/syntheticTrace';

let engine: Engine | undefined;

const api = {
  start(options: SyntheticOptions) {
    const made = createSyntheticEngine(options);
    engine = made.engine;
    return made.state;
  },
  /** Of every second lane, and more coarsely than all slices are. */
  picture({ window }: QuestionOf<'search.picture'>, dump: Parameters<Engine['close']>[0]) {
    if (engine === undefined) throw new Error('start it first');
    const lanes = window.lanes.filter((_, at) => at % 2 === 0);
    return engine.viewport({ ...window, dump, lanes, folded: [], nsPerPixel: window.nsPerPixel * 8 });
  },
  ask(method: 'watch' | 'close' | 'viewport' | 'flows' | 'slice' | 'neighbour', args: readonly unknown[]) {
    if (engine === undefined) throw new Error('start it first');
    return Reflect.apply(engine[method], engine, args) as unknown;
  },
};

export type EngineWorker = typeof api;

expose(api);
