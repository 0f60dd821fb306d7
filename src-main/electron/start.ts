/**
 * What Electron starts: has Node keep what it compiles, and then runs the application. Both are awaited, since Electron is
 * ready, and takes no schemes any more, once this module has been evaluated; and both are imported only here, since what this
 * module shared with the application the bundler would have the application import from this module, which waits for it.
 */
const { keepCompiledCode } = await import('../engine/user/compiledCode');
keepCompiledCode();
const { runApplication } = await import('./main');
runApplication(import.meta.url);

export {};
