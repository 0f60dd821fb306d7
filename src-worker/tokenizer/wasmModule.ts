import { readFileSync } from 'node:fs';

/**
 * The compiled tokenizer of a file, to be made once per thread and given to each `WasmTokenizer` there. Undefined if the
 * engine lacks SIMD: the plain tokenizer then does the work. Throws what reading the file throws.
 */
export function loadWasmModule(file: string | URL): WebAssembly.Module | undefined {
  const bytes = readFileSync(file);
  return WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : undefined;
}
