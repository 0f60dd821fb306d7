/** What a thread starts with whose program has been compiled already: runs it as Node would run the file. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { KeptCode } from '../../base/keptCode';
import { type CompiledProgram, inFunction, type ModuleFunction } from './compiledProgram';
import { takeCompilingBack } from './ownCompiling';
import { codeOfPart, keepPartCode } from './partCode';
import { takeRoomBack } from './roomToGrow';
import type { ThreadStart } from './threadStart';

/** A part that takes V8 5 ms and more to read. */
const LARGE_BYTES = 128 << 10;
/** When a part's code is kept, if not later: what it was loaded for has been called by then. */
const KEPT_AFTER_MS = 500;

const { program, isUnasked = false } = workerData as ThreadStart & { readonly program: CompiledProgram };
if (isUnasked) {
  takeRoomBack();
  takeCompilingBack();
}
const { path, source, cachedData, partCode, codeFolder } = program;
const { cache } = createRequire(path);
// What is loaded later imports from the program, and must not load it once more.
const script = new Script(source, { filename: path, cachedData });
program.codeNow = () => script.createCachedData();
run(path, script);

function run(filename: string, own: Script): unknown {
  const module = new Module(filename) as NodeJS.Module;
  cache[filename] = module;
  const body = own.runInThisContext() as ModuleFunction;
  const requireSmall = createRequire(filename);
  const folder = dirname(filename);
  const require = Object.assign((id: string): unknown => requireLarge(folder, id) ?? requireSmall(id), requireSmall);
  body(module.exports, require, module, filename, folder);
  module.loaded = true;
  return module.exports;
}

/**
 * A large part of the program, which one of these may import from another, from what another thread has compiled; undefined for
 * anything else, and what is loaded already.
 */
function requireLarge(folder: string, id: string): unknown {
  if (!id.startsWith('./')) return undefined;
  const filename = join(folder, id);
  if (cache[filename]) return undefined;
  const size = statSync(filename, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGE_BYTES) return undefined;
  const name = basename(filename);
  const text = readFileSync(filename, 'utf8');
  const shared = codeOfPart(partCode, name);
  const kept = codeFolder === '' ? undefined : new KeptCode(codeFolder, name.replace(/-.{8}\.cjs$/, '.cjs'), text);
  const known = shared ?? kept?.read();
  const part = new Script(inFunction(text), { filename, ...(known && { cachedData: known }) });
  const exported = run(filename, part);
  const isKnown = known !== undefined && part.cachedDataRejected === false;
  if (!shared) keepPartCode(partCode, name, isKnown ? known : part.createCachedData());
  if (!isKnown) setTimeout(() => kept?.write(part.createCachedData()), KEPT_AFTER_MS).unref();
  return exported;
}
