import { delimiter, join } from 'node:path';

/** A program and the arguments that make it show an address. */
export interface BrowserLaunch {
  readonly kind: 'app-window' | 'default-browser';
  /** For the line that tells what was chosen. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

export interface BrowserFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** Folder for the profile of the app window, so that its life does not depend on the user's other windows. */
  readonly profileDir: string;
  readonly exists: (path: string) => boolean;
}

interface Candidate {
  readonly name: string;
  readonly path: string;
}

const linuxNames: readonly (readonly [command: string, name: string])[] = [
  ['google-chrome', 'Chrome'],
  ['google-chrome-stable', 'Chrome'],
  ['chromium', 'Chromium'],
  ['chromium-browser', 'Chromium'],
  ['microsoft-edge', 'Edge'],
  ['microsoft-edge-stable', 'Edge'],
  ['brave-browser', 'Brave'],
  ['vivaldi', 'Vivaldi'],
];

const macNames = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser', 'Vivaldi'] as const;

const windowsPaths: readonly (readonly [path: string, name: string])[] = [
  ['Google\\Chrome\\Application\\chrome.exe', 'Chrome'],
  ['Microsoft\\Edge\\Application\\msedge.exe', 'Edge'],
  ['BraveSoftware\\Brave-Browser\\Application\\brave.exe', 'Brave'],
];

/** Ways to show `address`, best first: a window of its own in a Chromium-family browser, then the default browser. */
export function browserLaunches(address: string, facts: BrowserFacts): readonly BrowserLaunch[] {
  const apps = chromiumBrowsers(facts).map(({ name, path }): BrowserLaunch => {
    const args = [
      `--app=${address}`,
      `--user-data-dir=${facts.profileDir}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--window-size=1600,1000',
      // Chromium refuses to start as root with its sandbox; this profile shows nothing but our own page.
      ...(facts.isRoot && facts.platform === 'linux' ? ['--no-sandbox'] : []),
    ];
    return { kind: 'app-window', name, command: path, args };
  });
  return [...apps, defaultBrowser(address, facts.platform)];
}

function chromiumBrowsers(facts: BrowserFacts): readonly Candidate[] {
  const { platform, env, exists } = facts;
  const candidates = (): Candidate[] => {
    if (platform === 'win32') {
      const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
        (folder) => folder !== undefined,
      );
      return windowsPaths.flatMap(([path, name]) => folders.map((folder) => ({ name, path: `${folder}\\${path}` })));
    }
    if (platform === 'darwin') {
      return macNames.map((name) => ({ name, path: `/Applications/${name}.app/Contents/MacOS/${name}` }));
    }
    const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
    return linuxNames.flatMap(([command, name]) => folders.map((folder) => ({ name, path: join(folder, command) })));
  };
  return candidates().filter(({ path }) => exists(path));
}

function defaultBrowser(address: string, platform: NodeJS.Platform): BrowserLaunch {
  const common = { kind: 'default-browser', name: 'the default browser' } as const;
  if (platform === 'win32') return { ...common, command: 'rundll32', args: ['url.dll,FileProtocolHandler', address] };
  return { ...common, command: platform === 'darwin' ? 'open' : 'xdg-open', args: [address] };
}
