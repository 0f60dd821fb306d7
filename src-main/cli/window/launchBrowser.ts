import { spawn } from 'node:child_process';
import type { BrowserLaunch } from './browsers';

/** A browser that ends with an error does so within this time; one that shows the page goes on. */
const failureLimitMs = 3_000;

/** Tries one after the other; answers with the one that works, or undefined. */
export async function launchFirst(launches: readonly BrowserLaunch[]): Promise<BrowserLaunch | undefined> {
  for (const launch of launches) {
    if (await startsWell(launch)) return launch;
  }
  return undefined;
}

/** True if the program starts and does not fail at once. It goes on when this process ends. */
function startsWell(launch: BrowserLaunch): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(launch.command, launch.args, { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), failureLimitMs);
    child.once('error', () => {
      clearTimeout(timer);
      resolve(false);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
    child.unref();
  });
}
