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
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-extreme-'));
  try {
    const isPacked = packedExtremes.includes(name);
    const path = join(folder, isPacked ? 'trace.json.gz' : 'trace.json');
    const fd = openSync(path, 'w');
    for (const bytes of extremeBytes(name, mb * 1e6)) writeSync(fd, bytes);
    closeSync(fd);
    const script = fileURLToPath(new URL('openExtreme.mjs', import.meta.url));
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: the process ended with ${status}. ${stderr.slice(-500)}`);
    return { bytes: isPacked ? mb * 1e6 : statSync(path).size, ...JSON.parse(stdout) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Pick<Measured, 'cpuMs' | 'bytes'>} measured
 * @returns {number}
 */
export function nsPerByte({ cpuMs, bytes }) {
  return (cpuMs * 1e6) / bytes;
}
