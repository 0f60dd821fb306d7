/**
 * The part of WebAssembly's JavaScript interface that is used here. TypeScript has it in its library for browsers alone,
 * which the Node side does not load.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class RuntimeError extends Error {}
  function validate(bytes: Uint8Array): boolean;
}
