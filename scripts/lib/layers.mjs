/**
 * The window's folders and what each may use of the others; all of them the contract
 * and what reports say. No tab uses another, and what is below
 * `session` knows of no open dump.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const windowLayers = {
  base: [],
  engine: [],
  ui: ['base'],
  session: ['base', 'ui'],
  compare: ['base', 'ui', 'session'],
  timeline: ['base', 'ui', 'session', 'compare'],
  'tabs/findings': ['base', 'ui', 'session'],
  'tabs/operator': ['base', 'ui', 'session', 'compare'],
  'tabs/memory': ['base', 'ui', 'session', 'compare'],
  'tabs/summary': ['base', 'ui', 'session', 'compare'],
  'tabs/communication': ['base', 'ui', 'session', 'compare'],
  'tabs/ranks': ['base', 'ui', 'session'],
  'tabs/sql': ['base', 'ui', 'session'],
  'tabs/live': ['base', 'ui', 'session'],
  app: ['base', 'engine', 'ui', 'session', 'compare', 'timeline', 'tabs'],
  'main.ts': ['base', 'engine', 'app'],
};

/** @returns {readonly LayerRule[]} */
function windowRules() {
  return Object.entries(windowLayers).map(([folder, lower]) => ({
    folder: `src-renderer/${folder}`,
    imports: ['src-contract', 'src-report', 'resources', ...lower.map((other) => `src-renderer/${other}`)],
    types: [],
    forbiddenPackages: ['node:', 'electron', 'ws'],
  }));
}

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
    imports: ['src-contract', 'resources'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-watch',
    imports: ['src-worker/model/stepSeries', 'src-contract'],
    types: [],
    forbiddenPackages: ['node:', 'electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-report',
    imports: ['src-contract'],
    types: [],
    forbiddenPackages: ['node:', 'electron', 'react', 'pixi.js', 'ws', 'comlink'],
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
    imports: ['src-main/host', 'src-main/engine', 'src-main/base', 'src-contract', 'package.json'],
    types: [],
    forbiddenPackages: ['react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-main/cli',
    imports: [
      'src-main/host',
      'src-main/engine',
      'src-main/serve',
      'src-main/demo',
      'src-main/scale',
      'src-main/sql',
      'src-main/watch',
      'src-main/base',
      'src-worker/discovery/scaleFolder.ts',
      'src-watch',
      'src-report',
      'src-contract',
      'package.json',
    ],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws'],
  },
  {
    folder: 'src-main/watch',
    imports: ['src-watch', 'src-worker/base', 'src-worker/sqlite', 'src-main/base', 'src-contract'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/serve',
    imports: ['src-main/host', 'src-main/base', 'src-contract'],
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
    folder: 'src-main/base',
    imports: ['src-contract'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/sql',
    imports: ['src-worker/discovery', 'src-report/trace', 'src-main/base', 'src-contract'],
    types: ['src-worker/analysis'],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/scale',
    imports: ['src-worker/discovery', 'src-worker/files', 'src-main/base', 'src-contract'],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/demo',
    imports: [],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws', 'comlink'],
  },
  {
    folder: 'src-main/engine',
    imports: [
      'src-worker',
      'src-main/demo',
      'src-main/scale',
      'src-main/sql',
      'src-main/watch',
      'src-main/base',
      'src-contract',
    ],
    types: [],
    forbiddenPackages: ['electron', 'react', 'pixi.js', 'ws'],
  },
  ...windowRules(),
];

/**
 * Imports that break a rule, or close a cycle of folders, and are known: `from` and `to` are files or folders. Each line says
 * why; one that is not owed any more is an error.
 *
 * @typedef {{ readonly from: string, readonly to: string, readonly why: string }} Debt
 * @type {readonly Debt[]}
 */
export const knownDebts = [];
