import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packagePlace } from '../../../scripts/lib/bundledPackages.mjs';
import { readPackages, thirdPartyText } from '../../../scripts/lib/licences.mjs';
import { projectDir } from '../../../scripts/lib/project.mjs';
import { sbomOf } from '../../../scripts/lib/sbom.mjs';
import { temporaryFolder } from '../../fixtures/indexed';

function installed(packages: Readonly<Record<string, { manifest: object; files?: Record<string, string> }>>): string {
  const root = temporaryFolder();
  for (const [place, { manifest, files = {} }] of Object.entries(packages)) {
    mkdirSync(join(root, place), { recursive: true });
    writeFileSync(join(root, place, 'package.json'), JSON.stringify(manifest));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, place, name), text);
  }
  return root;
}

const mit = {
  manifest: { name: 'a', version: '1.0.0', license: 'MIT' },
  files: { 'LICENSE.md': 'Copyright A\r\n\r\nFree.' },
};

test('a list of one licence, as packages of long ago have it, is that one; of several it is none', async () => {
  const { license: _, ...manifest } = mit.manifest;
  const listed = (...types: string[]) => ({ ...manifest, licenses: types.map((type) => ({ type })) });
  const root = installed({
    one: { ...mit, manifest: listed('MIT') },
    two: { ...mit, manifest: listed('MIT', 'GPL-2.0') },
  });
  const [one] = await readPackages(root, ['one']);
  expect(one.licence).toBe('MIT');
  await expect(readPackages(root, ['two'])).rejects.toThrow('its licence is undefined');
});

test('which package a module of a bundle is from', () => {
  const inProject = (path: string) => packagePlace(join(projectDir, path));
  expect(inProject('node_modules/react/index.js')).toBe('node_modules/react');
  expect(inProject('node_modules/@a/b/dist/c.js?commonjs-es-import')).toBe('node_modules/@a/b');
  expect(inProject('node_modules/a/node_modules/@b/c/d.js')).toBe('node_modules/a/node_modules/@b/c');
  expect(packagePlace(`\0${join(projectDir, 'node_modules/ws/lib/x.js')}?commonjs-exports`)).toBe('node_modules/ws');
  expect(packagePlace('\0vite/preload-helper.js')).toBe('node_modules/vite');
  expect(inProject('src-main/cli/main.ts')).toBeUndefined();
  expect(packagePlace('C:\\x\\node_modules\\@a\\b\\c.js')).toBe('node_modules/@a/b');
});

test('each licence once, with those who have it', async () => {
  const root = installed({
    'node_modules/a': mit,
    'node_modules/@b/c': { ...mit, manifest: { name: '@b/c', version: '2.0.0', license: 'MIT' } },
    'node_modules/d': {
      manifest: { name: 'd', version: '3.0.0', license: 'Apache-2.0' },
      files: { LICENSE: 'Apache', NOTICE: 'Of D', 'license-checker.js': 'no licence' },
    },
    'node_modules/e': { manifest: { name: 'e', version: '4.0.0', license: 'MIT', author: { name: 'E. E.' } } },
  });
  const places = ['node_modules/a', 'node_modules/@b/c', 'node_modules/d', 'node_modules/e'];
  const text = thirdPartyText(await readPackages(root, places));
  expect(text.match(/Copyright A\n\nFree\./g)).toHaveLength(1);
  expect(text).toMatch(/a 1\.0\.0 \(MIT\)\n@b\/c 2\.0\.0 \(MIT\)\n-+\n\nCopyright A/);
  expect(text).toMatch(/d 3\.0\.0 \(Apache-2\.0\)\n-+\n\nApache\n\nOf D\n/);
  expect(text).toContain('Copyright (c) E. E.');
  expect(text).not.toContain('no licence');
});

test('a licence that asks for more than its text, or has none, is refused', async () => {
  const root = installed({
    'node_modules/gpl': { manifest: { name: 'gpl', version: '1.0.0', license: 'GPL-3.0' } },
    'node_modules/bare': { manifest: { name: 'bare', version: '1.0.0', license: 'ISC' } },
  });
  await expect(readPackages(root, ['node_modules/gpl'])).rejects.toThrow('its licence is GPL-3.0');
  await expect(readPackages(root, ['node_modules/bare'])).rejects.toThrow('bare 1.0.0 has no text of its licence.');
});

test('the bill of materials has each package with its hash, and is the same each time', async () => {
  const packages = await readPackages(projectDir, ['node_modules/ws', 'node_modules/@radix-ui/react-slot']);
  const program = { name: 'tracelane', version: '1.2.3', license: 'Apache-2.0' };
  // SHA-512 of nothing, as npm writes it and as everybody else does.
  const integrity = 'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';
  const hex =
    'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e';
  const bom = sbomOf(program, packages, { 'node_modules/ws': { integrity } });
  const ws = packages.find(({ name }) => name === 'ws');
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bom.components).toMatchObject([
    { group: '@radix-ui', name: 'react-slot', purl: expect.stringMatching(/^pkg:npm\/%40radix-ui\/react-slot@\d/) },
    { name: 'ws', purl: `pkg:npm/ws@${ws?.version}`, hashes: [{ alg: 'SHA-512', content: hex }] },
  ]);
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(bom.dependencies[0]).toEqual({
    ref: 'pkg:npm/tracelane@1.2.3',
    dependsOn: bom.components.map(({ purl }) => purl),
  });
  expect(sbomOf(program, packages, { 'node_modules/ws': { integrity } })).toEqual(bom);
  expect(sbomOf(program, packages, {}).serialNumber).not.toBe(bom.serialNumber);
});
