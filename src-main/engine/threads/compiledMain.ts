/** What a thread starts with whose program has been compiled already: runs it as Node would run the file. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { type CompiledProgram, inFunction, type ModuleFunction } from './compiledProgram';
import { codeOfPart, keepPartCode } from './partCode';
import { takeRoomBack } from './roomToGrow';
import type { ThreadStart } from './threadStart';

/** A part that takes V8 tens of ms to read. */
const LARGE_BYTES = 256 << 10;

const { program, givesWay = false } = workerData as ThreadStart & { readonly program: CompiledProgram };
if (givesWay) takeRoomBack();
const { path, source, cachedData, partCode } = program;
const requireSmall = createRequire(path);
const require = Object.assign((id: string): unknown => requireLarge(id) ?? requireSmall(id), requireSmall);
// What is loaded later imports from the program, and must not load it once more.
run(path, new Script(source, { filename: path, cachedData }), require);

function run(filename: string, script: Script, requireOfIt: NodeJS.Require): unknown {
  const module = new Module(filename) as NodeJS.Module;
  requireSmall.cache[filename] = module;
  const body = script.runInThisContext() as ModuleFunction;
  body(module.exports, requireOfIt, module, filename, dirname(filename));
  module.loaded = true;
  return module.exports;
}

/** A large part of the program, from what another thread has compiled; undefined for anything else, and what is loaded already. */
function requireLarge(id: string): unknown {
  if (!id.startsWith('./')) return undefined;
  const filename = join(dirname(path), id);
  const size = statSync(filename, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGE_BYTES || requireSmall.cache[filename]) return undefined;
  const name = basename(filename);
  const known = codeOfPart(partCode, name);
  const script = new Script(inFunction(readFileSync(filename, 'utf8')), {
    filename,
    ...(known && { cachedData: known }),
  });
  const exported = run(filename, script, createRequire(filename));
  if (!known) keepPartCode(partCode, name, script.createCachedData());
  return exported;
}
