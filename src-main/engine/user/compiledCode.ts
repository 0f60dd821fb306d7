import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { userDirs } from './userDirs';

/** Node's, since 22.1. Those before have each file compiled anew. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/** Node keeps the compiled code of what is imported from now on for this user, where it can; else nothing is different. */
export function keepCompiledCode(node: CompileCache = module as CompileCache): void {
  const { cacheDir } = userDirs(process.platform, process.env, homedir());
  node.enableCompileCache?.(join(cacheDir, 'code'));
}
