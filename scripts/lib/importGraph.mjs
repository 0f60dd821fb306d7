import { dirname, join, normalize } from 'node:path/posix';
import { knownDebts, layerRules } from './layers.mjs';

/**
 * @typedef {{ readonly specifier: string, readonly isTypeOnly: boolean }} ImportStatement
 * @typedef {{ readonly from: string, readonly to: string, readonly isTypeOnly: boolean }} Import paths of two files
 * @typedef {import('./layers.mjs').LayerRule} LayerRule
 * @typedef {import('./layers.mjs').Debt} Debt
 * @typedef {ReadonlyMap<string, string>} SourceTexts texts by path from the checkout's folder, parts joined by '/'
 */

/**
 * The imports and re-exports of a module, dynamic ones included.
 *
 * @param {string} text
 * @returns {readonly ImportStatement[]}
 */
export function importsOf(text) {
  const code = withoutComments(text);
  /** @type {ImportStatement[]} */
  const imports = [];
  const statements = /^[ \t]*(?:import|export)\b(?<clause>[^'";=]*?)\bfrom\s*['"](?<specifier>[^'"]+)['"]/gm;
  for (const { groups } of code.matchAll(statements)) {
    if (groups?.specifier === undefined) continue;
    imports.push({ specifier: groups.specifier, isTypeOnly: isTypeOnlyClause(groups.clause ?? '') });
  }
  for (const [, specifier] of code.matchAll(/^[ \t]*import\s*['"]([^'"]+)['"]/gm)) {
    if (specifier !== undefined) imports.push({ specifier, isTypeOnly: false });
  }
  // typeof import('…') is a type, import('…') loads the module.
  for (const [, typeOf, specifier] of code.matchAll(/(typeof\s+)?\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    if (specifier !== undefined) imports.push({ specifier, isTypeOnly: typeOf !== undefined });
  }
  return imports;
}

/**
 * Sentences about imports that the rules forbid, cycles of files and of folders, and debts that are not owed any more.
 *
 * @param {SourceTexts} texts
 * @param {readonly LayerRule[]} [rules]
 * @param {readonly Debt[]} [debts]
 * @returns {readonly string[]}
 */
export function findViolations(texts, rules = layerRules, debts = knownDebts) {
  const violations = [];
  const owed = new Set();
  /** @type {Import[]} */
  const imports = [];
  for (const [path, text] of texts) {
    const rule = rules.find(({ folder }) => isBelow(folder, path));
    if (rule === undefined) violations.push(`${path}: lies in no folder that the table of layers has`);
    for (const { specifier, isTypeOnly } of importsOf(text)) {
      const target = specifier.startsWith('.') ? resolveImport(path, specifier, texts) : undefined;
      if (target !== undefined && texts.has(target)) imports.push({ from: path, to: target, isTypeOnly });
      if (rule === undefined) continue;
      const problem =
        target === undefined ? packageProblem(rule, specifier) : importProblem(rule, path, target, isTypeOnly);
      if (problem === undefined) continue;
      const debt = debts.find((known) => isOwed(known, { from: path, to: target ?? specifier }));
      if (debt === undefined) violations.push(`${path}: ${problem}`);
      else owed.add(debt);
    }
  }
  for (const debt of debts) {
    const others = imports.filter((one) => !debts.some((other) => other !== debt && isOwed(other, one)));
    if (owed.has(debt) || findFolderCycles(others).some((cycle) => cycle.some((one) => isOwed(debt, one)))) continue;
    violations.push(`The debt from ${debt.from} to ${debt.to} is paid; take it off the list.`);
  }
  for (const cycle of findFileCycles(imports)) violations.push(`A cycle of imports: ${cycle.join(' → ')}`);
  for (const cycle of findFolderCycles(imports.filter((one) => !debts.some((debt) => isOwed(debt, one))))) {
    violations.push(`A cycle of folders: ${cycle.map(({ from, to }) => `${from} imports ${to}`).join(', ')}`);
  }
  return violations;
}

/**
 * @param {Debt} debt
 * @param {{ readonly from: string, readonly to: string }} one an import
 */
function isOwed(debt, one) {
  return isBelow(debt.from, one.from) && isBelow(debt.to, one.to);
}

/**
 * @param {LayerRule} rule
 * @param {string} path
 * @param {string} target
 * @param {boolean} isTypeOnly
 */
function importProblem(rule, path, target, isTypeOnly) {
  // A rule for one file says all about that file: its folder is not its own.
  const isOwn = rule.folder === path ? false : isBelow(rule.folder, target);
  if (isOwn || rule.imports.some((folder) => isBelow(folder, target))) return undefined;
  if (rule.types.some((folder) => isBelow(folder, target))) {
    return isTypeOnly ? undefined : `may import only types of ${target}`;
  }
  return `may not import ${target}`;
}

/**
 * @param {LayerRule} rule
 * @param {string} specifier
 */
function packageProblem(rule, specifier) {
  const isForbidden = rule.forbiddenPackages.some((name) =>
    name.endsWith(':') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
  return isForbidden ? `may not import the package ${specifier}` : undefined;
}

/**
 * @param {string} from
 * @param {string} specifier relative
 * @param {SourceTexts} texts
 */
function resolveImport(from, specifier, texts) {
  const path = normalize(join(dirname(from), specifier.replace(/\?.*$/, '')));
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}.d.ts`, `${path}/index.ts`, `${path}/index.tsx`];
  return candidates.find((candidate) => texts.has(candidate)) ?? path;
}

/**
 * @param {string} folder
 * @param {string} path
 */
function isBelow(folder, path) {
  return path === folder || path === folder.replace(/\.ts$/, '') || path.startsWith(`${folder}/`);
}

/** @param {string} clause what stands between `import` or `export` and `from` */
function isTypeOnlyClause(clause) {
  if (/^\s*type\s*[\w$*{]/.test(clause) && !/^\s*type[\w$]/.test(clause)) return true;
  const names = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1];
  if (names === undefined) return false;
  const parts = names.split(',').filter((name) => name.trim() !== '');
  return parts.length > 0 && parts.every((name) => /^\s*type\s/.test(name));
}

/** @param {string} text */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/**
 * Cycles of files, types included: who wants to understand one has to read all of them.
 *
 * @param {readonly Import[]} imports
 * @returns {readonly (readonly string[])[]} each cycle once, its first file repeated at the end
 */
export function findFileCycles(imports) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const { from, to } of imports) getOrAdd(graph, from, () => []).push(to);
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const trail = [];
  /** @param {string} path */
  const visit = (path) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      cycles.push([...trail.slice(at), path]);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}

/**
 * Cycles between what lies side by side in a folder, at every level, types included: who wants to understand one has to
 * read the other. A folder counts as one thing with all that is in it; a file beside it is a thing of its own, so that a
 * folder may stand between two files of the folder around it (`painter.ts` uses `overlay/`, which uses `rows.ts`), but no
 * file may both use the folder and be used by it. Cycles of files alone are not looked for here.
 *
 * @param {readonly Import[]} imports
 * @returns {readonly (readonly Import[])[]} for each knot one shortest way around: an import for each step
 */
function findFolderCycles(imports) {
  /** @type {Map<string, Map<string, Map<string, Import>>>} by folder around: who imports whom, with one such import */
  const levels = new Map();
  for (const one of imports) {
    const [from, to] = [one.from.split('/'), one.to.split('/')];
    const depth = from.findIndex((part, index) => part !== to[index]);
    const [user, used] = [from, to].map((parts) => parts.slice(0, depth + 1).join('/'));
    if (depth < 0 || user === undefined || used === undefined) continue;
    const around = from.slice(0, depth).join('/');
    const level = getOrAdd(levels, around, () => new Map());
    const targets = getOrAdd(level, user, () => new Map());
    if (!targets.has(used)) targets.set(used, one);
  }
  const files = new Set(imports.flatMap(({ from, to }) => [from, to]));
  return [...levels.values()].flatMap((level) => {
    /** @type {Import[][]} */
    const cycles = [];
    const seen = new Set();
    for (const name of level.keys()) {
      if (files.has(name) || seen.has(name)) continue;
      const cycle = shortestCycle(level, name);
      if (cycle === undefined) continue;
      cycles.push(cycle.imports);
      for (const other of cycle.names) seen.add(other);
    }
    return cycles;
  });
}

/**
 * @param {ReadonlyMap<string, ReadonlyMap<string, Import>>} level
 * @param {string} start
 * @returns {{ readonly names: readonly string[], readonly imports: Import[] } | undefined}
 */
function shortestCycle(level, start) {
  /** @type {Map<string, { readonly before: string, readonly by: Import }>} */
  const reached = new Map();
  const queue = [start];
  for (const name of queue) {
    for (const [next, by] of level.get(name) ?? []) {
      if (reached.has(next)) continue;
      reached.set(next, { before: name, by });
      if (next !== start) {
        queue.push(next);
        continue;
      }
      const names = [];
      const imports = [];
      for (let step = reached.get(start); step !== undefined; step = reached.get(step.before)) {
        names.unshift(step.before);
        imports.unshift(step.by);
        if (step.before === start) return { names, imports };
      }
    }
  }
  return undefined;
}

/**
 * @template K, V
 * @param {Map<K, V>} map
 * @param {K} key
 * @param {() => V} make
 * @returns {V}
 */
function getOrAdd(map, key, make) {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}
