/**
 * Who may import whom. The first rule whose folder contains a file counts. `imports` are folders (or files) whose code
 * may be used, `types` those of which only types may be; a file may always import its own folder. `packages` lists what
 * of node_modules is forbidden there, "node:" standing for all of Node's own.
 *
 * @type {readonly LayerRule[]}
 * @typedef {{ readonly folder: string, readonly imports: readonly string[], readonly types: readonly string[],
 *   readonly forbiddenPackages: readonly string[] }} LayerRule
 */
export const layerRules = [
  {
    folder: 'src-worker',
    imports: ['src-contract'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-contract',
    imports: [],
    types: [],
    forbiddenPackages: ['node:', 'electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/electron/preload.ts',
    imports: ['src-contract'],
    types: [],
    forbiddenPackages: ['node:', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/electron',
    imports: ['src-main/host', 'src-main/engine', 'src-contract', 'package.json'],
    types: [],
    forbiddenPackages: ['react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-main/cli',
    imports: ['src-main/host', 'src-main/engine', 'src-main/serve', 'src-main/demo', 'src-contract', 'package.json'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-main/serve',
    imports: ['src-main/host', 'src-contract'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js'],
  },
  {
    folder: 'src-main/host',
    imports: ['src-contract'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-main/demo',
    imports: [],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/engine',
    imports: ['src-worker', 'src-main/demo', 'src-contract'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-renderer',
    imports: ['src-contract', 'resources'],
    types: [],
    forbiddenPackages: ['node:', 'electron', 'ws'],
  },
];

/** Debts: imports that break a rule and are known. Each line says why; an unused one is an error. */
/** @type {readonly { readonly from: string, readonly to: string, readonly why: string }[]} */
export const knownDebts = [];
