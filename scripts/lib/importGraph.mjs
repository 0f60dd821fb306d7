import { dirname, join, normalize } from 'node:path/posix';
import { knownDebts, layerRules } from './layers.mjs';

/**
 * @typedef {{ readonly specifier: string, readonly isTypeOnly: boolean }} ImportStatement
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
 * Sentences about imports that the rules forbid, debts that are not owed any more, and cycles.
 *
 * @param {SourceTexts} texts
 * @param {readonly import('./layers.mjs').LayerRule[]} [rules]
 * @param {typeof knownDebts} [debts]
 * @returns {readonly string[]}
 */
export function findViolations(texts, rules = layerRules, debts = knownDebts) {
  const violations = [];
  const unusedDebts = new Set(debts);
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const [path, text] of texts) {
    const rule = rules.find(({ folder }) => isBelow(folder, path));
    /** @type {string[]} */
    const targets = [];
    graph.set(path, targets);
    for (const { specifier, isTypeOnly } of importsOf(text)) {
      const target = specifier.startsWith('.') ? resolveImport(path, specifier, texts) : undefined;
      if (target !== undefined && texts.has(target) && !isTypeOnly) targets.push(target);
      if (rule === undefined) continue;
      const problem =
        target === undefined ? packageProblem(rule, specifier) : importProblem(rule, path, target, isTypeOnly);
      if (problem === undefined) continue;
      const debt = debts.find(({ from, to }) => from === path && to === (target ?? specifier));
      if (debt === undefined) violations.push(`${path}: ${problem}`);
      else unusedDebts.delete(debt);
    }
  }
  for (const { from, to } of unusedDebts)
    violations.push(`The debt from ${from} to ${to} is paid; take it off the list.`);
  for (const cycle of findCycles(graph)) violations.push(`A cycle of imports: ${cycle.join(' → ')}`);
  return violations;
}

/**
 * @param {import('./layers.mjs').LayerRule} rule
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
 * @param {import('./layers.mjs').LayerRule} rule
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
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @returns {readonly (readonly string[])[]} each cycle once, its first file repeated at the end
 */
function findCycles(graph) {
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
