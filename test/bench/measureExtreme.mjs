/** Writes a trace that is all of one thing, opens it in a process of its own with the built program, and answers what that took. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extremeBytes, packedExtremes } from './extremeInputs.mjs';

/**
 * `says`: the status of the dump, then the codes of all notices and of what was skipped, with their counts.
 *
 * @typedef {{ bytes: number, wallMs: number, cpuMs: number, peakMb: number, lanes: number, askMs: number, says: readonly string[] }} Measured
 */

/**
 * Throws where the process ends before its time.
 *
 * @param {string} name of `extremes`
 * @param {number} mb unpacked
 * @returns {Measured}
 */
export function measureExtreme(name, mb) {
  return withFile(name, mb, (path, bytes) => ({ bytes, ...opened(name, [path]) }));
}

/**
 * Cancels the opening when so much of the file has been read. `stoppingCpuMs`: processor time of all threads from then until
 * they have nothing more to do. `status`: "ready" where the file was open before.
 *
 * Throws where the process ends before its time.
 *
 * @param {string} name of `extremes`
 * @param {number} mb unpacked
 * @param {number} share of the file
 * @returns {{ status: string, stoppingCpuMs: number }}
 */
export function cancelExtreme(name, mb, share) {
  return withFile(name, mb, (path) => opened(name, [path, String(share)]));
}

/**
 * @template T
 * @param {string} name
 * @param {number} mb
 * @param {(path: string, bytes: number) => T} use of the file; `bytes` is what it is unpacked
 * @returns {T}
 */
function withFile(name, mb, use) {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-extreme-'));
  try {
    const isPacked = packedExtremes.includes(name);
    const path = join(folder, isPacked ? 'trace.json.gz' : 'trace.json');
    const fd = openSync(path, 'w');
    for (const bytes of extremeBytes(name, mb * 1e6)) writeSync(fd, bytes);
    closeSync(fd);
    return use(path, isPacked ? mb * 1e6 : statSync(path).size);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {any} what the process printed
 */
function opened(name, args) {
  const script = fileURLToPath(new URL('openExtreme.mjs', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: the process ended with ${status}. ${stderr.slice(-500)}`);
  return JSON.parse(stdout);
}

/**
 * @param {Pick<Measured, 'cpuMs' | 'bytes'>} measured
 * @returns {number}
 */
export function nsPerByte({ cpuMs, bytes }) {
  return (cpuMs * 1e6) / bytes;
}
