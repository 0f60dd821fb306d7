/**
 * A page of a real Chromium that nobody listens to. Playwright has every message of a page's WebSockets told to it: the browser
 * encodes them, and Playwright parses them, megabytes a second while a timeline moves, on the cores that are measured.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import WebSocket from 'ws';
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.mjs';

/** So often is looked whether what is waited for is there. */
const POLL_MS = 50;

/** What Playwright passes as well, as far as it has to do with when pages draw and run. */
const STEADY = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
];

/** @typedef {{ readonly width: number, readonly height: number }} Size CSS pixels */

/**
 * Starts the browser with a blank page of that size.
 *
 * @param {Size} size
 * @returns {Promise<BareWindow>}
 */
export async function startBareWindow(size) {
  const found = findChromium();
  if (found === undefined) throw new Error('There is no Chromium: apt-get install chromium.');
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-bench-'));
  const args = [...chromiumArgs(), ...STEADY, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  const browser = spawn(found.path, [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const close = async () => {
    browser.kill();
    await ended;
    // Processes of the browser outlive it by a moment, and write.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const { host } = new URL(await addressOf(browser.stderr));
    const pages = await (await fetch(`http://${host}/json/list`)).json();
    const page = pages.find(({ type }) => type === 'page');
    const socket = new WebSocket(page.webSocketDebuggerUrl, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const own = new BareWindow(socket, size, close);
    await own.send('Page.enable');
    await own.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    return own;
  } catch (error) {
    await close();
    throw error;
  }
}

/** As much of Playwright's `Page` as the benchmark asks for. */
export class BareWindow {
  #socket;
  #size;
  #close;
  #nextId = 1;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {WebSocket} socket @param {Size} size @param {() => Promise<void>} close */
  constructor(socket, size, close) {
    this.#socket = socket;
    this.#size = size;
    this.#close = close;
    socket.on('message', (data) => {
      const { id, result, error } = JSON.parse(String(data));
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result);
    });
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone.'));
    });
  }

  keyboard = {
    down: (/** @type {string} */ code) => this.#key('keyDown', code),
    up: (/** @type {string} */ code) => this.#key('keyUp', code),
    /** @param {string} keys a physical key, with `Control+` before it or not */
    press: async (keys) => {
      const [code, modifiers] = keys.startsWith('Control+') ? [keys.slice('Control+'.length), CONTROL] : [keys, 0];
      await this.#key('keyDown', code, modifiers);
      await this.#key('keyUp', code, modifiers);
    },
    insertText: (/** @type {string} */ text) => this.send('Input.insertText', { text }),
  };

  mouse = {
    move: (/** @type {number} */ x, /** @type {number} */ y) =>
      this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }),
  };

  /** A command of the DevTools protocol. @param {string} method @param {object} [params] @returns {Promise<any>} */
  send(method, params = {}) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  viewportSize() {
    return this.#size;
  }

  /** @param {() => void} script run in the page before anything of it */
  async addInitScript(script) {
    await this.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${script})()` });
  }

  /** @param {string} address */
  async goto(address) {
    await this.send('Page.navigate', { url: address });
  }

  /** @param {((argument: any) => unknown) | string} script @param {unknown} [argument] @returns {Promise<any>} */
  async evaluate(script, argument) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression: `(${script})(${JSON.stringify(argument) ?? ''})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** @param {(argument: any) => unknown} script @param {unknown} [argument] @param {{ readonly timeout?: number }} [options] */
  async waitForFunction(script, argument, { timeout = 30_000 } = {}) {
    const limitMs = performance.now() + timeout;
    // What it is may not be plain data: whether it is, is.
    while (!(await this.evaluate(`(argument) => Boolean((${script})(argument))`, argument))) {
      if (performance.now() > limitMs) throw new Error(`Still not true after ${timeout} ms: ${script}`);
      await setTimeout(POLL_MS);
    }
  }

  /** @param {number} ms */
  async waitForTimeout(ms) {
    await setTimeout(ms);
  }

  async close() {
    this.#socket.close();
    await this.#close();
  }

  /** @param {'keyDown' | 'keyUp'} type @param {string} code physical key @param {number} [modifiers] */
  #key(type, code, modifiers = 0) {
    const enter = { key: 'Enter', windowsVirtualKeyCode: 13, ...(type === 'keyDown' && { text: '\r' }) };
    const other = { key: code.replace(/^(Key|Digit)/, '').toLowerCase() };
    return this.send('Input.dispatchKeyEvent', { type, code, modifiers, ...(code === 'Enter' ? enter : other) });
  }
}

/** Of the DevTools protocol. */
const CONTROL = 2;

/** @param {import('node:stream').Readable} stderr @returns {Promise<string>} where the browser listens */
function addressOf(stderr) {
  return new Promise((resolve, reject) => {
    let text = '';
    stderr.on('data', (chunk) => {
      if (text === undefined) return;
      text += chunk;
      const address = /ws:\/\/\S+/.exec(text)?.[0];
      if (address) resolve(address);
    });
    stderr.on('end', () => reject(new Error(`Chromium said no address: ${text}`)));
  });
}
