/** What electron-builder puts together for each system, of a made-up Electron: its contents, and the fuses in its binary. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectDir, run, runModule } from '../../../scripts/lib/project.mjs';
import { readBuilderConfig } from './builderConfig';
import { writeMadeUpElectron } from './madeUpElectron';
import { packageFolder } from './packageFolder';

const work = packageFolder();

/** Where the program lies in what is made, where its binary with the fuses is, and which of its own files go along. */
const systems = [
  {
    system: 'linux',
    archs: ['x64', 'arm64'],
    folders: ['linux-unpacked', 'linux-arm64-unpacked'],
    app: 'resources/app',
    fuses: 'tracelane',
    locales: ['locales/en-US.pak', 'locales/zh-CN.pak'],
  },
  {
    system: 'win',
    archs: ['x64', 'arm64'],
    folders: ['win-unpacked', 'win-arm64-unpacked'],
    app: 'resources/app',
    fuses: 'Tracelane.exe',
    locales: ['locales/en-US.pak', 'locales/zh-CN.pak'],
  },
  {
    system: 'mac',
    archs: ['x64'],
    folders: ['mac/Tracelane.app'],
    app: 'Contents/Resources/app',
    fuses: 'Contents/Frameworks/Electron Framework.framework/Electron Framework',
    locales: ['Contents/Resources/en.lproj/locale.pak', 'Contents/Resources/zh_CN.lproj/locale.pak'],
  },
] as const;

beforeAll(async () => {
  expect((await run(process.execPath, ['scripts/licences.mjs'], { isQuiet: true })).code).toBe(0);
  for (const { system, archs } of systems) {
    writeMadeUpElectron(join(work, system), system);
    const { code, output } = await runModule(
      'electron-builder/cli.js',
      [
        ...[`--${system}`, 'dir', ...archs.map((arch) => `--${arch}`)],
        ...[`-c.electronDist=${join(work, system)}`, `-c.directories.output=${join(work, 'out')}`],
        // These need programs of Windows and macOS.
        '-c.win.signAndEditExecutable=false',
        '-c.electronFuses.resetAdHocDarwinSignature=false',
      ],
      { isQuiet: true },
    );
    expect(code, output).toBe(0);
  }
}, 300_000);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

test.each(systems)('$system: the built program, its licences, and nothing else', ({ folders, app, locales }) => {
  for (const folder of folders) {
    const all = filesBelow(join(work, 'out', folder));
    const own = all.filter((path) => path.startsWith(`${app}/`)).map((path) => path.slice(app.length + 1));
    const built = (part: string): readonly string[] =>
      filesBelow(join(projectDir, 'dist', part))
        .filter((path) => !path.endsWith('.map'))
        .map((path) => `dist/${part}/${path}`);
    const texts = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'dist/THIRD-PARTY.txt', 'package.json', 'sbom.cdx.json'];
    expect(own).toEqual([...texts, ...built('node'), ...built('renderer')].sort());
    // Of Electron's languages those that the window speaks.
    expect(all.filter((path) => path.endsWith('.pak'))).toEqual(locales);
  }
});

test('the licences of Electron and Chromium go along, and the bill of materials names Electron', () => {
  const folder = join(work, 'out', 'linux-unpacked');
  expect(readFileSync(join(folder, 'LICENSE.electron.txt'), 'utf8')).toBe('Electron’s licence');
  expect(existsSync(join(folder, 'LICENSES.chromium.html'))).toBe(true);
  const bom = JSON.parse(readFileSync(join(folder, 'resources/app/sbom.cdx.json'), 'utf8'));
  const names = bom.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['electron', 'react', 'pixi.js', 'ws']));
  expect(names).not.toContain('vitest');
});

test.each(systems)('$system: the fuses in the binary', ({ folders, fuses }) => {
  for (const folder of folders) {
    const bytes = readFileSync(join(work, 'out', folder, fuses));
    const at = bytes.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32;
    const [version, count] = bytes.subarray(at, at + 2);
    expect({ version, count }).toEqual({ version: 1, count: 8 });
    const [runAsNode, cookieEncryption, nodeOptions, inspect, asarIntegrity, onlyAsar, , fileProtocol] = bytes
      .subarray(at + 2, at + 2 + 8)
      .toString('latin1');
    expect({ runAsNode, cookieEncryption, nodeOptions, inspect, fileProtocol }).toEqual({
      ...{ runAsNode: '0', nodeOptions: '0', inspect: '0', fileProtocol: '0' },
      cookieEncryption: '1',
    });
    // No asar is used.
    expect({ asarIntegrity, onlyAsar }).toEqual({ asarIntegrity: '0', onlyAsar: '0' });
    // Nothing but the fuses was changed.
    expect(bytes.length).toBe(5_000 + 32 + 10 + 5_000);
  }
});

test('macOS: tracelane:, and kinds of files as one program among others', () => {
  const plist = readFileSync(join(work, 'out/mac/Tracelane.app/Contents/Info.plist'), 'utf8');
  expect(plist).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>tracelane<\/string>/);
  expect(plist.match(/<string>Alternate<\/string>/g)).toHaveLength(4);
  expect(plist).not.toMatch(/<key>LSHandlerRank<\/key>\s*<string>(?!Alternate)/);
});

test('Linux: the entry of the menu, as electron-builder writes it', async () => {
  const { LinuxTargetHelper } = createRequire(import.meta.url)('app-builder-lib/out/targets/LinuxTargetHelper.js');
  const config = readBuilderConfig();
  const metadata = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  const helper = new LinuxTargetHelper({
    config,
    platformSpecificBuildOptions: config.linux,
    executableName: config.linux.executableName,
    fileAssociations: [],
    appInfo: { productName: 'Tracelane', sanitizedProductName: 'Tracelane', description: metadata.description },
    info: { metadata },
  });
  const entry: string = await helper.computeDesktopEntry(config.linux);
  expect(entry).toContain('\nExec=/opt/Tracelane/tracelane -- %U\n');
  expect(entry).toContain('\nStartupWMClass=tracelane\n');
  const types = /^MimeType=(.*);$/m.exec(entry)?.[1]?.split(';');
  // It adds to the list that it was given.
  expect(types).toEqual([...readBuilderConfig().linux.mimeTypes, 'x-scheme-handler/tracelane']);
});
