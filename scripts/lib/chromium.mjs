import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { run, runModule } from './project.mjs';

/** @typedef {{ readonly path: string, readonly origin: string }} FoundChromium */

const downloadLimitMs = 3 * 60_000;

/**
 * A Chromium that is here already: Playwright's own, else the system's.
 *
 * @returns {FoundChromium | undefined}
 */
export function findChromium() {
  const own = playwrightChromium();
  if (own !== undefined) return { path: own, origin: "Playwright's own" };
  const path = systemChromiumPaths(process.platform, process.env).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : { path, origin: "the system's" };
}

/**
 * How the tests and the benchmark start it: WebGL without a GPU, and nothing asked of the network.
 *
 * @returns {string[]}
 */
export function chromiumArgs() {
  return [
    // Chromium's sandbox does not work for root, which containers run as.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--enable-unsafe-swiftshader',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...featuresOffForTests, ...windowParts].join(',')}`,
  ];
}

/** Pages of Chromium's own window, which take more to start than ours and are loaded again for each test's context. */
const windowParts = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright turns off by the same switch, of which the last one counts. */
const featuresOffForTests = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * A Chromium in any case, if there is a way to get one: fetched by Playwright, else (as root on Debian and its kin) from
 * the distribution.
 *
 * @returns {Promise<FoundChromium | { readonly problem: string }>}
 */
export async function findOrFetchChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  console.log('No Chromium here; fetching one…');
  await runModule('playwright/cli.js', ['install', 'chromium'], { isQuiet: true, timeoutMs: downloadLimitMs });
  const fetched = findChromium();
  if (fetched !== undefined) return fetched;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return { problem: 'no Chromium, Chrome or Edge is installed, and Playwright could not fetch one' };
  }
  console.log('Playwright could not fetch it; installing the package "chromium"…');
  const options = { isQuiet: true, timeoutMs: downloadLimitMs, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], options);
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  return findChromium() ?? { problem: 'neither Playwright nor apt-get could install Chromium' };
}

/** @returns {string | undefined} */
function playwrightChromium() {
  /** @type {string} */
  const path = createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {readonly string[]}
 */
function systemChromiumPaths(platform, env) {
  if (platform === 'win32') {
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((folder) => folder);
    return programs.flatMap((program) => folders.map((folder) => `${folder}\\${program}`));
  }
  if (platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return names.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}
