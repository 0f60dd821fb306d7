import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

test('all that the program needs is bundled: installing it installs nothing else', () => {
  for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies']) {
    expect(manifest[kind], kind).toBeUndefined();
  }
  for (const hook of ['preinstall', 'install', 'postinstall']) expect(manifest.scripts[hook], hook).toBeUndefined();
});
