import { expect, test } from 'vitest';
import { findSandboxObstacle, type SystemFiles } from '../../../../../src-main/cli/window/sandboxObstacle';

const electron = '/home/me/trace lane/node_modules/electron/dist/electron';
const helper = '/home/me/trace lane/node_modules/electron/dist/chrome-sandbox';
const own = { uid: 1000, mode: 0o100755 };

function system(texts: Readonly<Record<string, string>>, helperStat: { uid: number; mode: number } | undefined = own) {
  return {
    readText: async (path) => texts[path],
    stat: async (path) => (path === helper ? helperStat : undefined),
    list: async (path) =>
      Object.keys(texts).flatMap((text) => (text.startsWith(`${path}/`) ? [text.slice(path.length + 1)] : [])),
  } satisfies SystemFiles;
}

const apparmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

test.each([
  ['kernel.apparmor_restrict_unprivileged_userns', '1'],
  ['kernel.unprivileged_userns_clone', '0'],
  ['user.max_user_namespaces', '0'],
])('%s of %s, with what to do', async (name, value) => {
  const path = `/proc/sys/${name.replaceAll('.', '/')}`;
  const remedy = `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
  expect(await findSandboxObstacle(electron, system({ [path]: `${value}\n` }))).toBe(
    `Electron would get no sandbox: this system allows no user namespaces (${name} is ${value}); to allow it, ${remedy}.`,
  );
  const allows = value === '0' ? '1' : '0';
  expect(await findSandboxObstacle(electron, system({ [path]: `${allows}\n` }))).toBeUndefined();
});

test('where nothing is set, nothing is said', async () => {
  expect(await findSandboxObstacle(electron, system({}))).toBeUndefined();
});

test('the helper owned by root with its setuid bit needs no namespaces', async () => {
  const texts = { [apparmor]: '1\n' };
  expect(await findSandboxObstacle(electron, system(texts, { uid: 0, mode: 0o104755 }))).toBeUndefined();
  expect(await findSandboxObstacle(electron, system(texts, { uid: 0, mode: 0o100755 }))).toBeDefined();
  expect(await findSandboxObstacle(electron, system(texts, { uid: 1000, mode: 0o104755 }))).toBeDefined();
});

test('a profile of AppArmor that names the binary and lets it have namespaces', async () => {
  const profile = `abi <abi/4.0>,\nprofile tracelane "${electron}" flags=(unconfined) {\n  userns,\n}\n`;
  expect(
    await findSandboxObstacle(electron, system({ [apparmor]: '1', '/etc/apparmor.d/tracelane': profile })),
  ).toBeUndefined();
  for (const other of [profile.replace('userns', 'network'), profile.replace('trace lane', 'other')]) {
    expect(await findSandboxObstacle(electron, system({ [apparmor]: '1', '/etc/apparmor.d/x': other }))).toBeDefined();
  }
});
