/** `tracelane info` and all that it needs, which are built into one script: see `infoProgram.ts`. */
import { createIndexing } from '../engine/threads/indexing';
import { keepCompiledCode } from '../engine/user/compiledCode';
import { installationOf } from '../host/installation';
import { exitCodeOf } from './exitCode';
import { infoArguments } from './infoArguments';
import { runInfo } from './infoCommand';
import { print } from './printing';

/** `entryUrl` is that of the built command. Resolves with the exit code. */
export function main(entryUrl: string): Promise<number> {
  return exitCodeOf(async () => {
    const { paths, isJson } = infoArguments(process.argv.slice(3));
    keepCompiledCode();
    return runInfo(paths, isJson, installationOf(entryUrl), print, createIndexing);
  });
}
