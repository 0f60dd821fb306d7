import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir, StepError } from './project.mjs';

/**
 * The sources of another commit beside ours, with their packages and built, as they were then; made once.
 *
 * @param {string} commit as git knows it
 * @param {string} folder where such trees are kept
 * @param {readonly string[]} configs configurations of vite that are built besides the program
 * @returns {{ readonly root: string, readonly name: string }} its folder, and its short name
 */
export function otherTree(commit, folder, configs) {
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], {
    cwd: projectDir,
    encoding: 'utf8',
  });
  const id = found.stdout?.trim();
  if (found.status !== 0 || !id) throw new StepError(`There is no commit "${commit}" in this checkout.`);
  const root = join(folder, id);
  const name = id.slice(0, 8);
  const done = join(root, '.built');
  if (existsSync(done)) return { root, name };
  console.error(`Building ${name}…`);
  rmSync(root, { recursive: true, force: true });
  const draft = `${root}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const packed = `${draft}.tar`;
  execFileSync('git', ['archive', '--format=tar', '-o', packed, id], { cwd: projectDir });
  execFileSync('tar', ['-xf', packed, '-C', draft]);
  rmSync(packed);
  renameSync(draft, root);
  addPackages(root);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  step(root, npm, ['run', 'build', '--silent']);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of configs) step(root, process.execPath, [vite, 'build', '-c', config, '--logLevel', 'warn']);
  writeFileSync(done, '');
  return { root, name };
}

/** Ours, where they are the same; else its own. @param {string} root */
function addPackages(root) {
  const lock = (/** @type {string} */ at) => readFileSync(join(at, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(projectDir)) {
    symlinkSync(join(projectDir, 'node_modules'), join(root, 'node_modules'), 'junction');
    return;
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  step(root, npm, ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** @param {string} root @param {string} command @param {readonly string[]} args */
function step(root, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command.endsWith('.cmd'),
  });
  if (status !== 0) throw new StepError(`${command} ${args.join(' ')} failed in ${root}.\n${stdout}${stderr}`);
}
