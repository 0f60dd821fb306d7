import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBuilderConfig } from './builderConfig';

const root = new URL('../../../', import.meta.url);
const config = readBuilderConfig();

test('what the package names as its entries is what the build writes and the installer takes', () => {
  const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  expect(manifest.main).toBe('dist/node/electron.js');
  expect(manifest.bin.tracelane).toBe('dist/node/cli.js');
  expect(config.files).toEqual(
    expect.arrayContaining(['dist/node/**', 'dist/renderer/**', 'LICENSE', 'NOTICE', '!**/*.map']),
  );
  expect(manifest.desktopName).toBe(`${config.linux.executableName}.desktop`);
});

test('the desktop program runs nobody else’s code', () => {
  expect(config.electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    grantFileProtocolExtraPrivileges: false,
    onlyLoadAppFromAsar: config.asar !== false,
  });
});

test('every system and processor', () => {
  const targets = [config.linux, config.win, config.mac].flatMap(({ target }) => target);
  expect(targets.map(({ target, arch }) => `${target} ${arch}`)).toEqual(
    ['AppImage', 'deb', 'rpm', 'nsis', 'dmg'].map((target) => `${target} x64,arm64`),
  );
});

test('what it opens is offered, and .json stays with whom it is', () => {
  // Anything of electron-builder's own for Windows makes Tracelane the program that opens it.
  expect([config.fileAssociations, config.win.fileAssociations, config.linux.fileAssociations]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const { ext, rank, role } of config.mac.fileAssociations) {
    expect({ ext, rank, role }).toEqual({ ext, rank: 'Alternate', role: 'Viewer' });
  }
  expect(config.mac.fileAssociations.map(({ ext }) => ext)).toEqual(['json', 'gz', 'zip', 'db']);
  expect(config.linux.mimeTypes).not.toContain('application/json');
  const script = readFileSync(new URL(config.nsis.include, root), 'utf8');
  for (const ext of ['json', 'gz', 'zip', 'db']) expect(script).toContain(`!insertmacro \${MACRO} "${ext}"`);
  // The value without a name of a class like .json is the program that opens it.
  expect(script).not.toMatch(/WriteRegStr \S+ "Software\\Classes\\\.\$\{EXT\}" ""/);
});

test('types of traces exist before they are claimed, as kinds of those that others open', () => {
  const claimed = config.linux.mimeTypes.filter((type) => type.includes('tracelane'));
  for (const { fpm } of [config.deb, config.rpm]) {
    const [from = '', to] = fpm[0]?.split('=') ?? [];
    expect(to).toMatch(/^\/usr\/share\/mime\/packages\/\w+\.xml$/);
    const xml = readFileSync(new URL(from, root), 'utf8');
    const types = [
      ...xml.matchAll(/<mime-type type="([^"]+)">[\s\S]*?<sub-class-of type="([^"]+)"\/>[\s\S]*?<\/mime-type>/g),
    ];
    expect(types.map(([, type]) => type)).toEqual(claimed);
    expect(types.map(([, , parent]) => parent)).toEqual(['application/json', 'application/gzip']);
    expect(xml).not.toContain('"*.json"');
  }
});

test('tracelane: is registered everywhere, and what is opened can be no switch', () => {
  expect(config.protocols).toMatchObject([{ schemes: ['tracelane'] }]);
  expect(config.linux.executableArgs).toEqual(['--', '%U']);
  const script = readFileSync(new URL(config.nsis.include, root), 'utf8');
  expect(script).toContain('"Software\\Classes\\tracelane" "URL Protocol" ""');
  const commands = [...script.matchAll(/shell\\open\\command" "" (.*)$/gm)].map(([, command]) => command);
  expect(commands).toEqual(Array.from({ length: 3 }, () => `'"$appExe" -- "%1"'`));
});

test('icons are where electron-builder looks for them', () => {
  for (const name of ['icon.ico', 'icon.icns', 'icons/512x512.png']) {
    expect(existsSync(new URL(`${config.directories.buildResources}/${name}`, root)), name).toBe(true);
  }
});
