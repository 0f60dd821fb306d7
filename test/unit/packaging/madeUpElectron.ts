import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What marks the fuses in Electron's binary; behind it their version, their number, and each as a digit. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** As Electron comes: all that we turn off is on, and the cookies are not encrypted. */
function binary(): Buffer {
  const fuses = Buffer.from([1, 8, ...Buffer.from('10110011')]);
  return Buffer.concat([Buffer.alloc(5_000, 1), Buffer.from(fuseSentinel), fuses, Buffer.alloc(5_000, 2)]);
}

const plist = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>Electron</string></dict></plist>
`;

const languages = ['de', 'en-US', 'fr', 'zh-CN', 'zh-TW'];

/** Writes a folder that electron-builder takes for an unpacked Electron of this system; none of it runs. */
export function writeMadeUpElectron(folder: string, system: 'linux' | 'win' | 'mac'): void {
  const write = (path: string, content: string | Buffer, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode });
  };
  write('LICENSE', 'Electron’s licence');
  write('LICENSES.chromium.html', '<p>Chromium’s licences</p>');
  write('version', '45.4.1');
  if (system === 'mac') {
    writeMacBundle(write);
    const framework = join(folder, 'Electron.app/Contents/Frameworks/Electron Framework.framework');
    symlinkSync('A', join(framework, 'Versions/Current'));
    symlinkSync('Versions/Current/Electron Framework', join(framework, 'Electron Framework'));
    return;
  }
  write(system === 'win' ? 'electron.exe' : 'electron', binary(), 0o755);
  if (system === 'linux') write('chrome-sandbox', 'helper', 0o755);
  for (const language of languages) write(`locales/${language}.pak`, language);
}

function writeMacBundle(write: (path: string, content: string | Buffer, mode?: number) => void): void {
  const contents = 'Electron.app/Contents';
  write(`${contents}/Info.plist`, plist);
  write(`${contents}/MacOS/Electron`, '#!/bin/sh\n', 0o755);
  write(`${contents}/Resources/electron.icns`, 'icon');
  for (const language of ['de', 'en', 'zh_CN']) write(`${contents}/Resources/${language}.lproj/locale.pak`, language);
  const framework = `${contents}/Frameworks/Electron Framework.framework/Versions/A`;
  write(`${framework}/Electron Framework`, binary(), 0o755);
  write(`${framework}/Resources/icudtl.dat`, 'data');
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = `${contents}/Frameworks/Electron Helper${kind}.app/Contents`;
    write(`${helper}/Info.plist`, plist);
    write(`${helper}/MacOS/Electron Helper${kind}`, '#!/bin/sh\n', 0o755);
  }
}
