import { once } from '../../../src-worker/base/once';
import { plainLoops, type SliceLoops } from '../../../src-worker/index/loops/sliceLoops';
import { WasmLoops } from '../../../src-worker/index/loops/wasmLoops';
import { IndexingApi } from '../../../src-worker/indexingApi';
import { CollectiveNames } from '../../../src-worker/names/collectiveNames';
import type { Tokenizer } from '../../../src-worker/tokenizer/batch';
import { PlainTokenizer } from '../../../src-worker/tokenizer/plainTokenizer';
import { loadWasmModule } from '../../../src-worker/tokenizer/wasmModule';
import { createWasmTokenizer } from '../../../src-worker/tokenizer/wasmTokenizer';
import type { ThreadStart } from './threadStart';

export type WasmLoader = () => WebAssembly.Module | undefined;

/** What reads and indexes, in whichever thread this is called. */
export function createIndexing({ collectives }: ThreadStart): IndexingApi {
  return new IndexingApi(tokenizerFactory(), new CollectiveNames(collectives), loopsFactory(), wasmModule('pages'));
}

/**
 * WebAssembly where the engine can run it, else nothing. `TRACELANE_TOKENIZER=plain` asks for that. Threads that only answer
 * questions never load it.
 */
export function wasmModule(name: string): WasmLoader {
  return once(() => {
    const isPlain = process.env.TRACELANE_TOKENIZER === 'plain';
    return isPlain ? undefined : loadWasmModule(new URL(`./${name}.wasm`, import.meta.url));
  });
}

/** The fast tokenizer, or the plain one. */
export function tokenizerFactory(): (baseUs: number | undefined) => Tokenizer {
  const load = wasmModule('tokenizer');
  return (baseUs) => {
    const module = load();
    return module ? createWasmTokenizer(module, baseUs) : new PlainTokenizer(baseUs);
  };
}

/** The same of the loops over slices. */
export function loopsFactory(): () => SliceLoops {
  const load = wasmModule('arranging');
  return () => {
    const module = load();
    return module ? new WasmLoops(module) : plainLoops;
  };
}
