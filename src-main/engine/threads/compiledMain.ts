/** What a thread starts with whose program has been compiled already: runs it as Node would run the file. */
import { createRequire, Module } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { workerData } from 'node:worker_threads';
import type { CompiledProgram, ModuleFunction } from './compiledProgram';

const { path, source, cachedData } = (workerData as { readonly program: CompiledProgram }).program;
const require = createRequire(path);
const module = new Module(path) as NodeJS.Module;
// What is loaded later imports from the program, and must not load it once more.
require.cache[path] = module;
const run = new Script(source, { filename: path, cachedData }).runInThisContext() as ModuleFunction;
run(module.exports, require, module, path, dirname(path));
module.loaded = true;
