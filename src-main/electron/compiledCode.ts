import module from 'node:module';

/** Node's, since 22.1; not yet in the 20 that the browser host runs in. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/** Node keeps the compiled code of what is imported from now on in this folder, where it can; else nothing is different. */
export function keepCompiledCode(folder: string, node: CompileCache = module as CompileCache): void {
  node.enableCompileCache?.(folder);
}
