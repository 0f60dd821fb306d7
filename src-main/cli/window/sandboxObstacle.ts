import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sandboxRemedy } from './electronFailure';

/** What is looked at; of the system itself unless a test says otherwise. */
export interface SystemFiles {
  /** undefined when it can't be read. */
  readText(path: string): Promise<string | undefined>;
  /** undefined when it is not there. */
  stat(path: string): Promise<{ readonly uid: number; readonly mode: number } | undefined>;
  /** Names in a folder; none when it can't be listed. */
  list(path: string): Promise<readonly string[]>;
}

/** Settings of Linux that forbid user namespaces to those who are not root, and the value that does. */
const settings = [
  // Debian's kernels and hardened ones.
  { name: 'kernel.unprivileged_userns_clone', forbids: '0' },
  { name: 'user.max_user_namespaces', forbids: '0' },
  // Ubuntu since 23.10: only programs with a profile may.
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1' },
];

/**
 * Why Linux will refuse Electron its sandbox, with the remedy: one sentence, or undefined where nothing speaks against it.
 * The sandbox needs user namespaces, or the helper `chrome-sandbox` owned by root with its setuid bit.
 */
export async function findSandboxObstacle(
  electronPath: string,
  files: SystemFiles = systemFiles,
): Promise<string | undefined> {
  const helper = await files.stat(join(dirname(electronPath), 'chrome-sandbox'));
  if (helper?.uid === 0 && (helper.mode & 0o4111) === 0o4111) return undefined;
  for (const { name, forbids } of settings) {
    const value = (await files.readText(`/proc/sys/${name.replaceAll('.', '/')}`))?.trim();
    if (value !== forbids) continue;
    if (name.includes('apparmor') && (await hasProfile(electronPath, files))) continue;
    const remedy = sandboxRemedy(electronPath);
    return `Electron would get no sandbox: this system allows no user namespaces (${name} is ${value}); ${remedy}.`;
  }
  return undefined;
}

/** Whether a profile of AppArmor names this binary. One with a pattern is not recognised: `--host electron` tries. */
async function hasProfile(electronPath: string, files: SystemFiles): Promise<boolean> {
  const folder = '/etc/apparmor.d';
  for (const name of await files.list(folder)) {
    const text = await files.readText(join(folder, name));
    if (text?.includes(electronPath) && /^\s*userns\b/m.test(text)) return true;
  }
  return false;
}

const systemFiles: SystemFiles = {
  readText: (path) => readFile(path, 'utf8').catch(() => undefined),
  stat: (path) => stat(path).catch(() => undefined),
  list: (path) => readdir(path).catch(() => []),
};
