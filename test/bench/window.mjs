/** The built program in a real Chromium without a GPU, with folders of its own for settings and indexes. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.mjs';
import { startBareWindow } from './bareWindow.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./bareWindow.mjs').BareWindow} BareWindow */

/**
 * Starts the browser host with `args`, opens its page measured (`?measure`), and prints what `use` answers as one line of
 * JSON. Everything is stopped and removed afterwards.
 *
 * @param {readonly string[]} args
 * @param {(page: Page, hostCpuMs: () => number) => Promise<unknown>} use called when the page has loaded, with how much
 *   processor time the host has taken
 */
export async function measureWindow(args, use) {
  await withHost(args, async (address, hostCpuMs) => {
    const browser = await chromium.launch({
      ...(findChromium() && { executablePath: findChromium()?.path }),
      args: chromiumArgs(),
    });
    try {
      const page = await browser.newPage({ viewport: usualSize });
      await page.addInitScript(watchTasks);
      await page.goto(address);
      console.log(JSON.stringify(await use(page, hostCpuMs)));
    } finally {
      await browser.close();
    }
  });
}

/**
 * The same in a browser that tells nobody of its messages: where data comes in with every frame (see bareWindow.mjs).
 *
 * @param {readonly string[]} args
 * @param {(page: BareWindow) => Promise<unknown>} use
 * @param {import('./bareWindow.mjs').Size} [size]
 */
export async function measureBareWindow(args, use, size = usualSize) {
  await withHost(args, async (address) => {
    const page = await startBareWindow(size);
    try {
      await page.addInitScript(watchTasks);
      await page.addInitScript(watchWelcome);
      await page.goto(address);
      console.log(JSON.stringify(await use(page)));
    } finally {
      await page.close();
    }
  });
}

const usualSize = { width: 1600, height: 900 };

/**
 * @param {readonly string[]} args
 * @param {(address: string, hostCpuMs: () => number) => Promise<void>} use
 */
async function withHost(args, use) {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-bench-'));
  const host = spawn(process.execPath, ['dist/node/cli.js', 'serve', '--no-open', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
  });
  try {
    const url = new URL(await addressOf(host.stdout));
    url.searchParams.set('measure', '');
    await use(url.href, () => processorMs(host.pid));
  } finally {
    host.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In the page, before anything of it: keeps the tasks over 50 ms. */
function watchTasks() {
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  window.__longTasks = tasks;
}

/** In the page, before anything of it: notes when the frame was drawn that first had the welcome page's button. */
function watchWelcome() {
  const look = () => {
    const buttons = [...document.querySelectorAll('button')];
    if (buttons.some(({ textContent }) => textContent.includes('Open folder…')))
      // The next frame's callback comes when this one has been handed over.
      requestAnimationFrame(() => {
        window.__welcomeMs = performance.now();
      });
    else if (!window.__tracelane) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * From when the browser was told the address, ms.
 *
 * @param {BareWindow} page
 */
export async function welcomeMs(page) {
  await page.waitForFunction(() => window.__welcomeMs);
  return page.evaluate(() => window.__welcomeMs);
}

/**
 * Of the tasks over 50 ms since it was last asked; 0 if there was none.
 *
 * @param {Page | BareWindow} page
 */
export function longestTaskMs(page) {
  return page.evaluate(() => Math.max(0, ...window.__longTasks.splice(0).map(({ duration }) => duration)));
}

/** The kernel counts in ticks of this many ms, on every Linux there is. */
const TICK_MS = 10;

/** Of all threads of a process so far; NaN where there is no /proc. @param {number | undefined} pid */
function processorMs(pid) {
  try {
    // Behind the name, which may have spaces: the 12th and 13th are user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return TICK_MS * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
}

/** The address that the host prints; what it prints later is read and thrown away. */
function addressOf(stdout) {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout.on('data', (chunk) => {
      text += chunk;
      const address = /http:\/\/\S+/.exec(text)?.[0];
      if (address) resolve(address);
    });
    stdout.on('end', () => reject(new Error(`The host printed no address: ${text}`)));
  });
}

/** Nobody drops a folder sooner on a window that has just come up. */
const LOOKING_MS = 2000;

/**
 * The button that opens the dump at `path`, chosen in the dialog of a window that has come to rest.
 *
 * @param {Page} page
 * @param {string} path
 */
export async function chosenDump(page, path) {
  await page.getByRole('button', { name: 'Open folder…' }).waitFor();
  await page.keyboard.press('Control+KeyO');
  const dialog = page.getByRole('dialog', { name: 'Open a dump' });
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path);
  const button = dialog.getByRole('button', { name: /^Open / });
  await button.waitFor();
  await page.waitForTimeout(LOOKING_MS);
  return button;
}

/**
 * The same in a browser that tells nobody of its messages; the dump is opened by Enter then.
 *
 * @param {BareWindow} page
 * @param {string} path
 */
export async function chooseDump(page, path) {
  await page.waitForFunction(() => window.__welcomeMs);
  await page.keyboard.press('Control+KeyO');
  await page.waitForFunction(() => {
    const field = document.querySelector('[role=dialog] input');
    field?.focus();
    field?.select();
    return field !== null && document.activeElement === field;
  });
  await page.keyboard.insertText(path);
  await page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll('[role=dialog] button:enabled')];
    const open = buttons.find(({ textContent }) => /^Open /.test(textContent));
    open?.focus();
    return open !== undefined;
  });
  await page.waitForTimeout(LOOKING_MS);
}

/** In the page: whether the findings of its dump have been worked out, from all that has been read of it. */
export function hasFindings() {
  const { report, isAsking } =
    window.__tracelane.session.viewState('findings', () => undefined)?.store.getState() ?? {};
  return report !== undefined && !isAsking;
}

/** In the page: has every timeline of its dump read. Of a large job only the first are when it is opened. */
export function readAllTimelines() {
  const { engine, dumpId } = window.__tracelane.session;
  return engine.readTimelines(dumpId, { kind: 'all' });
}

/** In the page: whether all of them have been read, and are shown by the clock that stays. */
export function isAllRead() {
  const { ranks, clock } = window.__tracelane.session.store.getState().dump;
  return ranks.every(({ status }) => status === 'ready') && clock?.mode !== 'measuring';
}
