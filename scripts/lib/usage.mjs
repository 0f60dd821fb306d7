/** What a process takes, told by itself when it ends: of all its threads, however it was started. */
import { readFileSync } from 'node:fs';

/** For `--import`; the file is named by `TRACELANE_USAGE`. */
export const USAGE = `data:text/javascript,${encodeURIComponent(
  "import { writeFileSync } from 'node:fs';" +
    "process.on('exit', () => writeFileSync(process.env.TRACELANE_USAGE, JSON.stringify(process.resourceUsage())));",
)}`;

/** @param {string} path @returns {{ readonly processorMs: number, readonly peakBytes: number }} */
export function usageIn(path) {
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(path, 'utf8'));
  return { processorMs: (userCPUTime + systemCPUTime) / 1000, peakBytes: maxRSS * 1024 };
}
