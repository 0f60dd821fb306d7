/**
 * `node compileWasm.mjs JSON`: compiles AssemblyScript, a list of arguments of its compiler for each module. All in one process, in
 * which the compiler, its library and V8's code of both are there from the second on: half the time of a process for each.
 */
import { main } from 'assemblyscript/asc';

for (const args of JSON.parse(process.argv[2] ?? '[]')) {
  const { error, stderr } = await main(args);
  if (error === null) continue;
  console.error(`${stderr}${error.message}`);
  process.exit(1);
}
